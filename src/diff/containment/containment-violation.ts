import type { Pointer } from "../../document/index.js";

/** What kind of keyword lets a value of the one side be refused by the other. */
export type ContainmentViolationKind = "type" | "values" | "bounds" | "text" | "required" | "refused" | "schema";

/** A place where containment could not be proven, and values that may show that it does not hold. */
export type ContainmentViolation = {
  readonly kind: ContainmentViolationKind;
  /** The tokens of the place in the value; an item of a list is `*`, a property of any name too. */
  readonly path: readonly string[];
  /** The keyword of the containing side that may refuse. */
  readonly right: Pointer;
  /** Where the contained side speaks of the same value: the same keyword where it has one, or else its schema. */
  readonly left: Pointer;
  /** Values of the outermost schema that was compared, the contained side's, which the other refuses. Made when asked for. */
  readonly counterexamples: () => readonly unknown[];
};

/** The name that stands for any item or any property. */
export const ANY_TOKEN = "*";
