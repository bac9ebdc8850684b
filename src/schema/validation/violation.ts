import type { Pointer } from "../../document/index.js";

/** One keyword that a value did not satisfy, with the keyword's pointer in the document. */
export type Violation = {
  readonly keyword: string;
  /** Where the keyword stands in the document. */
  readonly pointer: Pointer;
  /** Where the schema of the keyword stands in the document. */
  readonly schemaPointer: Pointer;
  /** The place in the value. */
  readonly instance: Pointer;
  readonly params: Readonly<Record<string, unknown>>;
  readonly schema: unknown;
  readonly value: unknown;
};
