import { isObject, type Json } from "../../document/index.js";
import type { MessageDirection } from "../../schema/index.js";
import { createAssumptions } from "./assumptions.js";
import type { ContainmentViolation } from "./containment-violation.js";
import { UNSPECIFIED_VIOLATION } from "./create-violation.js";
import { findViolations } from "./keyword-violations.js";
import { isExclusiveChoice } from "./possible-schemas.js";
import { createSchemaEquality, type SchemaEquality } from "./schema-equality.js";
import { extendSet, getConstraints, getSetKey, type PrimitiveType, type SchemaSet } from "./schema-set.js";
import { isUnsatisfiable } from "./unsatisfiable.js";
import { getSchemaKey, resolveRef, type SchemaRef, type VersionedDocument } from "./versioned-document.js";

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
  readonly proves: (set: SchemaSet, right: SchemaRef) => boolean;
  readonly violations: (set: SchemaSet, right: SchemaRef) => readonly ContainmentViolation[];
  /** Whether the caller only needs to know that a violation exists. */
  readonly wantsOnlyFirst: () => boolean;
  /** Unsatisfiability of sets, cached by key. */
  readonly unsatisfiable: Map<string, boolean>;
  /** Counts a step; returns false if the limit is exceeded. */
  readonly spend: () => boolean;
  readonly isSpent: () => boolean;
};

/** The limit for one comparison of two bodies. Beyond it, the remaining goals are not proven. */
const MAX_STEPS = 20_000;

export type ProverOptions = {
  readonly left: VersionedDocument;
  readonly direction: MessageDirection;
  readonly same?: SchemaEquality;
  readonly countsUndeclared?: boolean;
  readonly maxSteps?: number;
};

export function createProver(options: ProverOptions): Prover & { readonly begin: () => void } {
  const { left, direction, same = createSchemaEquality(), countsUndeclared = true, maxSteps = MAX_STEPS } = options;
  const found = new Map<string, readonly ContainmentViolation[]>();
  const inProgress = new Set<string>();
  let quickDepth = 0;
  let steps = 0;
  const isSpent = (): boolean => steps > maxSteps;
  const assumptions = createAssumptions(isSpent);

  const proveOnce = (set: SchemaSet, right: SchemaRef): boolean => {
    if (!prover.spend()) return false;
    if (isTriviallyContained(prover, set, right)) return true;
    quickDepth += 1;
    try {
      for (const _ of findViolations(prover, set, right))
        return splitByChoice(set)?.every((it) => prover.proves(it, right)) ?? false;
      return true;
    } finally {
      quickDepth -= 1;
    }
  };

  const violations = (set: SchemaSet, ref: SchemaRef): readonly ContainmentViolation[] => {
    const right = resolveRef(ref);
    if (prover.proves(set, right)) return [];
    if (quickDepth > 0) return [UNSPECIFIED_VIOLATION];
    const key = getClaim(set, right);
    const known = found.get(key);
    if (known !== undefined) return known;
    if (inProgress.has(key)) return [];
    inProgress.add(key);
    const parts = splitByChoice(set);
    const list =
      parts === undefined
        ? [...findViolations(prover, set, right)]
        : mergeViolations(parts.flatMap((part) => violations(part, right)));
    inProgress.delete(key);
    // Do not cache incomplete lists: violations in progress are left out, and the search may have been given up.
    if (inProgress.size === 0 && !isSpent()) found.set(key, list);
    return list;
  };

  const prover: Prover = {
    ...{ left, direction, same, countsUndeclared, violations, unsatisfiable: new Map() },
    proves: (set, right) =>
      assumptions.decide(getClaim(set, right), set.depth, () => proveOnce(set, resolveRef(right))),
    wantsOnlyFirst: () => quickDepth > 0,
    spend: () => {
      steps += 1;
      return !isSpent();
    },
    isSpent,
  };
  return {
    ...prover,
    begin: () => {
      steps = 0;
    },
  };
}

function getClaim(set: SchemaSet, right: SchemaRef): string {
  return `${getSetKey(set)} < ${getSchemaKey(right)}`;
}

/** Cases that need no look at keywords. */
function isTriviallyContained(prover: Prover, set: SchemaSet, right: SchemaRef): boolean {
  const schema = right.spec.at(right.pointer);
  if (schema === true || schema === undefined || isEmptySchema(schema)) return true;
  return set.refs.some((ref) => prover.same(ref, right)) || isUnsatisfiable(prover, set);
}

function isEmptySchema(schema: Json): boolean {
  return isObject(schema) && Object.keys(schema).length === 0;
}

/** Splits a set by its first open choice into one set for each branch; undefined without a choice. */
export function splitByChoice(set: SchemaSet): readonly SchemaSet[] | undefined {
  const [plain, rest] = [
    set.types.filter(isNullOrBoolean),
    set.types.filter((primitive) => !isNullOrBoolean(primitive)),
  ];
  if (rest.length === 0) return undefined;
  const parts = splitIntoBranches({ ...set, types: rest });
  // Null and booleans are tested one by one, because `nullable` admits null regardless of the branches.
  return parts === undefined || plain.length === 0 ? parts : [{ ...set, types: plain }, ...parts];
}

function isNullOrBoolean(primitive: PrimitiveType): boolean {
  return primitive === "null" || primitive === "boolean";
}

function splitIntoBranches(set: SchemaSet): readonly SchemaSet[] | undefined {
  const open = getConstraints(set).choices.find(({ choice }) => choice.kind !== "dependent");
  if (open === undefined) return undefined;
  const { choice, ref } = open;
  const at = (pointer: string | undefined): SchemaRef[] => (pointer === undefined ? [] : [{ ...ref, pointer }]);
  if (choice.kind === "condition")
    return [extendSet(set, [...at(choice.when), ...at(choice.then)]), extendSet(set, at(choice.else), at(choice.when))];
  if (choice.kind !== "branches") return undefined;
  const rest = isOnlyChoice(ref)
    ? { ...set, refs: set.refs.filter((it) => getSchemaKey(it) !== getSchemaKey(ref)) }
    : set;
  return choice.branches.map((branch) =>
    extendSet(
      rest,
      at(branch),
      isExclusiveChoice(choice) ? choice.branches.filter((it) => it !== branch).flatMap(at) : [],
    ),
  );
}

/** Whether a schema consists of one choice only. A value of a branch then needs no further check against the schema. */
function isOnlyChoice({ spec, pointer }: SchemaRef): boolean {
  const schema = spec.at(pointer);
  const candidate = isObject(schema) ? Object.keys(schema).filter((it) => !NEUTRAL_KEYWORDS.has(it)) : [];
  return candidate.length === 1 && (candidate[0] === "oneOf" || candidate[0] === "anyOf");
}

const NEUTRAL_KEYWORDS = new Set([
  "title",
  "description",
  "discriminator",
  "example",
  "examples",
  "default",
  "deprecated",
]);

/** Merges violations that occur in several branches, with all their values. */
function mergeViolations(violations: readonly ContainmentViolation[]): readonly ContainmentViolation[] {
  const byPlace = new Map<string, ContainmentViolation>();
  for (const violation of violations) {
    const key = `${violation.kind} ${violation.right} ${violation.path.join("/")}`;
    const first = byPlace.get(key);
    byPlace.set(
      key,
      first === undefined
        ? violation
        : { ...first, counterexamples: () => [...first.counterexamples(), ...violation.counterexamples()] },
    );
  }
  return [...byPlace.values()];
}
