import type { Pointer } from "../../document/index.js";

/** The kind of keyword that rejects a value of the other side. */
export type ContainmentViolationKind = "type" | "values" | "bounds" | "text" | "required" | "refused" | "schema";

/** A location where containment could not be proven, with candidate counterexamples. */
export type ContainmentViolation = {
  readonly kind: ContainmentViolationKind;
  /** The path in the value; `*` stands for any item or any property. */
  readonly path: readonly string[];
  /** The rejecting keyword of the containing schema. */
  readonly right: Pointer;
  /** The same keyword in the contained schema, or else the schema itself. */
  readonly left: Pointer;
  /** If the contained side has no schema for the value: its schema of the object or array around it. */
  readonly enclosing?: Pointer;
  /** Makes values of the outermost contained schema that the other schema rejects. */
  readonly counterexamples: () => Iterable<unknown>;
  /** Whether the violation is about one value, which every counterexample contains. */
  readonly isAboutOneValue?: boolean;
};

/** Stands for any item or any property in a path. */
export const ANY_TOKEN = "*";
