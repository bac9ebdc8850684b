import type { JsonObject, Pointer } from "../../document/index.js";
import type { MessageDirection } from "../../schema/index.js";
import type { SchemaEquality } from "./schemas/schema-equality.js";
import type { SchemaSet } from "./schemas/schema-set.js";
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
  readonly unsatisfiable: Map<string, boolean>;
  /** The values made of sets, by set, wanted number and further keywords. */
  readonly values: Map<string, readonly unknown[]>;
  /** Counts steps; returns false if the limit is exceeded. */
  readonly spend: (cost?: number) => boolean;
  readonly isSpent: () => boolean;
};

/** Finds violations of keywords of a schema by the values of a set. The last parameter is the schema, or a part of it. */
export type KeywordRule<Part = JsonObject> = SetComparison<Part, Iterable<ContainmentViolation>>;

/** Compares the values of a set with a schema. */
export type SetComparison<Part, Result> = (prover: Prover, set: SchemaSet, right: SchemaRef, part: Part) => Result;

/** The kind of keyword that rejects a value of the other side. */
export type ContainmentViolationKind = "type" | "values" | "bounds" | "text" | "required" | "refused" | "schema";

/** A location where containment could not be proven, with candidate counterexamples. */
export type ContainmentViolation = {
  readonly kind: ContainmentViolationKind;
  /** The path in the value; `*` stands for any item or any property, `{^x-}` for one that matches a pattern. */
  readonly path: readonly string[];
  /** The rejecting keyword of the containing schema. */
  readonly right: Pointer;
  /** The same keyword in the contained schema, or else the schema itself. */
  readonly left: Pointer;
  /** If the contained side has no schema for the value: its schema of the object or array around it. */
  readonly enclosing?: Pointer;
  /** Branches of a union on the contained side without a partner on the other: one, or all that stand for one value each. */
  readonly branches?: { readonly names: readonly string[]; readonly areValues: boolean };
  /** If the schema requires one of several properties: what each of its branches requires. */
  readonly alternatives?: readonly (readonly string[])[];
  /** The `if` under which the keyword applies, or if it is not met. */
  readonly condition?: { readonly pointer: Pointer; readonly isMet: boolean };
  /** Makes values of the outermost contained schema that the other schema rejects. */
  readonly counterexamples: () => Iterable<unknown>;
  /** Whether the violation is about one value, which every counterexample contains. */
  readonly isAboutOneValue?: boolean;
  /** Whether only numbers beyond 64 bits show the violation, where the contained schema states no format. */
  readonly isBeyond64Bits?: boolean;
};

/** Stands for any item or any property in a path; `{^x-}` stands for any property that matches a pattern. */
export const ANY_TOKEN = "*";

export function isAnyToken(token: string): boolean {
  return token === ANY_TOKEN || token.startsWith("{");
}

/** The values at a path of another value. */
export function* generateValuesAt(value: unknown, [token, ...rest]: readonly string[]): Iterable<unknown> {
  if (token === undefined) yield value;
  if (token === undefined || typeof value !== "object" || value === null) return;
  for (const name of isAnyToken(token) ? Object.keys(value) : [token])
    if (Object.hasOwn(value, name)) yield* generateValuesAt((value as Record<string, unknown>)[name], rest);
}
