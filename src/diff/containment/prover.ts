import type { MessageDirection } from "../../schema/index.js";
import type { ContainmentViolation } from "./containment-violation.js";
import type { SchemaEquality } from "./schemas/schema-equality.js";
import type { SchemaSet, SetKey } from "./schemas/schema-set.js";
import type { SchemaRef, VersionedDocument } from "./schemas/versioned-document.js";

/**
 * Proves that one schema contains another, as far as their keywords allow.
 *
 * `proves` never wrongly returns true. If it returns false, `violations` lists the locations without a proof, each with
 * candidate counterexamples. A violation without one is undecided.
 */
export type Prover = {
  readonly left: VersionedDocument;
  readonly direction: MessageDirection;
  readonly same: SchemaEquality;
  /** Whether properties that an open object does not declare count as possible content. */
  readonly countsUndeclared: boolean;
  /** Whether violations need counterexamples. Without them, a violation only says where two schemas differ. */
  readonly makesValues: boolean;
  readonly proves: (set: SchemaSet, right: SchemaRef) => boolean;
  readonly violations: (set: SchemaSet, right: SchemaRef) => readonly ContainmentViolation[];
  /** Whether the caller only needs to know that a violation exists. */
  readonly wantsOnlyFirst: () => boolean;
  /** Unsatisfiability of sets, cached by key. */
  readonly unsatisfiable: Map<SetKey, boolean>;
  /** The values made of sets, by set, wanted number and further keywords. */
  readonly values: Map<string, readonly unknown[]>;
  /** Counts steps; returns false if the limit is exceeded. */
  readonly spend: (cost?: number) => boolean;
  readonly isSpent: () => boolean;
};
