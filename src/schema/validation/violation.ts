import type { Pointer } from "../../document/index.js";

/** A keyword that a value violates. */
export type Violation = {
  readonly keyword: string;
  /** The pointer of the keyword in the document. */
  readonly pointer: Pointer;
  /** The pointer of the schema that has the keyword. */
  readonly schemaPointer: Pointer;
  /** The location in the value. */
  readonly instance: Pointer;
  readonly params: Readonly<Record<string, unknown>>;
  readonly schema: unknown;
  readonly value: unknown;
};
