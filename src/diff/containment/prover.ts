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
 * Proves that one schema contains another, as far as the words of the schemas tell.
 *
 * `proves` never says yes wrongly. Where it says no, `violations` are the places where a proof was not found, each with values to try;
 * a gap without such a value is a place about which nothing is known.
 */
export type Prover = {
  readonly left: VersionedDocument;
  readonly direction: MessageDirection;
  readonly same: SchemaEquality;
  /** Whether properties that an open object does not name count as what it may hold. */
  readonly countsUndeclared: boolean;
  readonly proves: (set: SchemaSet, right: SchemaRef) => boolean;
  readonly violations: (set: SchemaSet, right: SchemaRef) => readonly ContainmentViolation[];
  /** Whether only the fact of a gap is wanted: then none has to be looked for closely. */
  readonly wantsOnlyFirst: () => boolean;
  /** The cases, by their keys, of which it was seen whether they are impossible. */
  readonly unsatisfiable: Map<string, boolean>;
  /** Counts a step; false when there have been too many. */
  readonly spend: () => boolean;
  readonly isSpent: () => boolean;
};

/** What one comparison of two bodies may cost; beyond it, what is left is not told to be contained. */
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
    // What was left out because it was being looked at is not the whole; nor is what a search that was given up has found.
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

/** What needs no look at keywords. */
function isTriviallyContained(prover: Prover, set: SchemaSet, right: SchemaRef): boolean {
  const schema = right.spec.at(right.pointer);
  if (schema === true || schema === undefined || isEmptySchema(schema)) return true;
  return set.refs.some((ref) => prover.same(ref, right)) || isUnsatisfiable(prover, set);
}

function isEmptySchema(schema: Json): boolean {
  return isObject(schema) && Object.keys(schema).length === 0;
}

/** The parts of a case by the first choice that is open in it: what fits one branch, what fits the next; undefined without any. */
export function splitByChoice(set: SchemaSet): readonly SchemaSet[] | undefined {
  const [plain, rest] = [
    set.types.filter(isNullOrBoolean),
    set.types.filter((primitive) => !isNullOrBoolean(primitive)),
  ];
  if (rest.length === 0) return undefined;
  const parts = splitIntoBranches({ ...set, types: rest });
  // Null and booleans are tried, all of them, and a schema may let null pass whatever its branches say.
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

/** Whether a schema says nothing but that one of its branches fits: what fits a branch need not be held against it again. */
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

/** The same gap in several parts is one, with the values of all. */
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
