import { lastToken, type Pointer, parentPointer } from "../../document/index.js";

/** A value, or a part of a message that carries it, that violates the spec. A check turns it into a finding. */
export type Violation = {
  /** The keyword of a schema, or the field of another object of the spec. */
  readonly keyword: string;
  /** The pointer of the keyword in the document. */
  readonly pointer: Pointer;
  /** The pointer of the object that has the keyword. */
  readonly schemaPointer: Pointer;
  /** The location in the value. */
  readonly instance: Pointer;
  readonly params: Readonly<Record<string, unknown>>;
  readonly schema: unknown;
  readonly value: unknown;
  /** What is wrong, if it is not the value: its media type, a header beside it, or the XML element that holds it. */
  readonly reason?: string;
  /** The kind of violation, for fingerprints. Without it, it follows from keyword and value. */
  readonly valueClass?: string;
  /** The number of equal violations in the message; 1 if absent. */
  readonly occurrences?: number;
};

/** Creates a violation by a part of a message that is not in the value. */
export function createPartViolation(
  part: Required<Pick<Violation, "pointer" | "instance" | "reason" | "valueClass">>,
): Violation {
  const { pointer } = part;
  const keyword = { keyword: lastToken(pointer), schemaPointer: parentPointer(pointer) };
  return { ...part, ...keyword, params: {}, schema: undefined, value: undefined };
}
