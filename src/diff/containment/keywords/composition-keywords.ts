import { asArray, joinPointer, lastToken, type Pointer, parentPointer } from "../../../document/index.js";
import { hasValues, makeSetValues, selectValues } from "../counterexamples.js";
import { createRejectingViolation, createViolation, once, UNSPECIFIED_VIOLATION } from "../create-violation.js";
import type { ContainmentViolation, KeywordRule, Prover } from "../prover.js";
import { extendSet, getConstraints, type SchemaSet } from "../schemas/schema-set.js";
import { acceptsValue, getRefText, getSubschema, type SchemaRef } from "../schemas/versioned-document.js";
import { isNegated, isUnsatisfiable } from "../unsatisfiable.js";

/** Finds violations of `anyOf`, `oneOf`, `not` and `if`. */
export const findCompositionViolations: KeywordRule = function* (prover, set, right, schema) {
  const branches = (keyword: string): SchemaRef[] =>
    asArray(schema[keyword]).map((_, index) => getSubschema(right, keyword, index));
  if (schema.anyOf !== undefined) yield* findAnyOfViolations(prover, set, right, branches("anyOf"));
  if (schema.oneOf !== undefined) yield* findOneOfViolations(prover, set, right, branches("oneOf"));
  if (schema.not !== undefined) yield* findNotViolations(prover, set, right, getSubschema(right, "not"));
  if (schema.if === undefined) return;
  const condition = getSubschema(right, "if");
  if (schema.then !== undefined)
    yield* addCondition(prover.violations(extendSet(set, [condition]), getSubschema(right, "then")), condition, true);
  if (schema.else !== undefined)
    yield* addCondition(
      prover.violations(extendSet(set, [], [condition]), getSubschema(right, "else")),
      condition,
      false,
    );
};

/** Adds the condition to what is stated about properties; other changes name their keyword. */
function addCondition(
  violations: readonly ContainmentViolation[],
  { pointer }: SchemaRef,
  isMet: boolean,
): readonly ContainmentViolation[] {
  return violations.map((it) =>
    it.kind === "required" || it.kind === "refused" ? { ...it, condition: it.condition ?? { pointer, isMet } } : it,
  );
}

const findAnyOfViolations: KeywordRule<readonly SchemaRef[]> = function* (prover, set, right, branches) {
  const namesake = findNamesake(set, branches);
  if (namesake !== undefined && prover.proves(set, namesake)) return;
  if (isChoiceAgainstChoice(prover, set, branches)) {
    yield UNSPECIFIED_VIOLATION;
    return;
  }
  const fitting = selectFittingBranches(prover, set, branches);
  if (fitting.some((branch) => prover.proves(set, branch))) return;
  if (prover.wantsOnlyFirst()) yield UNSPECIFIED_VIOLATION;
  else
    yield* findNearestViolations(prover, set, right, {
      keyword: "anyOf",
      branches: namesake === undefined ? fitting : [namesake],
    });
};

const findOneOfViolations: KeywordRule<readonly SchemaRef[]> = function* (prover, set, right, branches) {
  const namesake = findNamesake(set, branches);
  if (namesake === undefined && isChoiceAgainstChoice(prover, set, branches)) {
    yield UNSPECIFIED_VIOLATION;
    return;
  }
  const selected = namesake === undefined ? selectFittingBranches(prover, set, branches) : [namesake];
  const fitting = selected.filter((branch) => prover.proves(set, branch));
  const alone = fitting.find((branch) => branches.every((other) => other === branch || isDisjoint(prover, set, other)));
  if (alone !== undefined) return;
  if (prover.wantsOnlyFirst()) yield UNSPECIFIED_VIOLATION;
  else if (fitting.length === 0)
    yield* findNearestViolations(prover, set, right, { keyword: "oneOf", branches: selected });
  else
    yield createRejectingViolation(prover, set, right, {
      keyword: "oneOf",
      kind: "schema",
      others: () => makeOverlappingValues(prover, set, branches),
    });
};

/** Whether no value of the set matches a branch. Most branches are already in `negated`, which is cheap to check. */
function isDisjoint(prover: Prover, set: SchemaSet, branch: SchemaRef): boolean {
  return isNegated(prover, set.negated, branch) || isUnsatisfiable(prover, extendSet(set, [branch]));
}

/**
 * Whether both sides are large choices and only existence matters. Each branch is then compared on its own, instead of
 * all with all.
 */
function isChoiceAgainstChoice(prover: Prover, set: SchemaSet, branches: readonly SchemaRef[]): boolean {
  if (!prover.wantsOnlyFirst() || branches.length < LARGE_CHOICE) return false;
  return getConstraints(set).choices.some(
    ({ choice }) => choice.kind === "branches" && choice.branches.length >= LARGE_CHOICE,
  );
}

const LARGE_CHOICE = 4;

/** Selects the branches that some value of the set may match; with a discriminator this is usually one. */
function selectFittingBranches(prover: Prover, set: SchemaSet, branches: readonly SchemaRef[]): readonly SchemaRef[] {
  if (branches.length < LARGE_CHOICE) return branches;
  const fitting = branches.filter((branch) => !isDisjoint(prover, set, branch));
  if (fitting.length > 0) return fitting;
  const places = new Set(set.refs.map(({ pointer }) => lastToken(pointer)));
  const inPlace = branches.filter(({ pointer }) => places.has(lastToken(pointer)));
  return inPlace.length === 0 ? branches : inPlace;
}

/** Finds the branch with the same `$ref` as a schema of the set; it is the likely match. */
function findNamesake({ refs }: SchemaSet, branches: readonly SchemaRef[]): SchemaRef | undefined {
  const names = new Set(refs.map(getRefText));
  names.delete(undefined);
  return names.size === 0 ? undefined : branches.find((branch) => names.has(getRefText(branch)));
}

/** Makes values that match one of the branches, and perhaps others. */
function makeOverlappingValues(prover: Prover, set: SchemaSet, branches: readonly SchemaRef[]): unknown[] {
  return branches
    .filter((branch) => !isDisjoint(prover, set, branch))
    .flatMap((branch) => makeSetValues(prover, extendSet(set, [branch]), {}, 3));
}

type CompositionKeyword = { readonly keyword: string; readonly branches: readonly SchemaRef[] };

/** Yields the violations of the nearest branch, with values that no branch accepts. */
const findNearestViolations: KeywordRule<CompositionKeyword> = function* (prover, set, right, { keyword, branches }) {
  // Without values, the nearest of several branches is only a guess.
  const [only, ...others] = branches;
  if (!prover.makesValues && only !== undefined && others.length === 0) {
    yield* selectDecisive(prover.violations(set, only));
    return;
  }
  const refused = (values: Iterable<unknown>): Iterable<unknown> =>
    selectValues(values, (value) => !acceptsValue(right, prover.direction, value));
  const candidates = (prover.makesValues ? branches : [])
    .map((branch) => prover.violations(set, branch))
    .sort((one, other) => getBranchDistance(one) - getBranchDistance(other));
  // What differs in a branch that contains the union itself is reported for the other branches.
  if (candidates.some((it) => it.length === 0)) return;
  const requirement = createRequirement(set, right, { keyword, violations: candidates, refused });
  if (requirement !== undefined) {
    yield requirement;
    return;
  }
  for (const violations of candidates.slice(0, MAX_BRANCHES)) {
    const confirmed = selectDecisive(violations)
      .map((violation) => ({ ...violation, counterexamples: once(() => refused(violation.counterexamples())) }))
      .filter(({ counterexamples }) => hasValues(counterexamples()));
    if (confirmed.length === 0) continue;
    yield* confirmed;
    return;
  }
  const values = (): unknown[] => [
    ...makeSetValues(prover, set, {}, 8),
    ...makeOverlappingValues(prover, set, branches),
  ];
  const whole = createRejectingViolation(prover, set, right, { keyword, kind: "schema", others: values });
  const [nearest = []] = candidates;
  // Another branch may accept every value that this one no longer accepts.
  if (branches.length === 1 && nearest.length > 0 && !hasValues(whole.counterexamples()))
    yield* nearest.map((violation) => ({ ...violation, counterexamples: () => [] }));
  else yield whole;
};

type Requirement = {
  readonly keyword: string;
  /** The violations of each branch that a value could match. */
  readonly violations: readonly (readonly ContainmentViolation[])[];
  readonly refused: (values: Iterable<unknown>) => Iterable<unknown>;
};

/** The violation of a union whose branches each require another property. A union of the other side has branches to compare with. */
function createRequirement(
  set: SchemaSet,
  right: SchemaRef,
  { keyword, violations, refused }: Requirement,
): ContainmentViolation | undefined {
  const count = (pointer: Pointer, { spec }: SchemaRef): number => asArray(spec.at(pointer)).length;
  const expected = count(joinPointer(right.pointer, keyword), right);
  const isPaired = set.refs.some((ref) => {
    const union = parentPointer(ref.pointer);
    return /^(any|one)Of$/.test(lastToken(union)) && count(union, ref) === expected;
  });
  if (isPaired || violations.length < Math.max(2, expected) || violations.some((it) => it.some(isDifferentBranch)))
    return undefined;
  const missing = violations.map((all) => all.filter(({ kind, path }) => kind === "required" && path.length === 1));
  const alternatives = missing.map((all) => all.map(({ path }) => path.join()));
  const [first = [], ...others] = alternatives;
  // What every branch requires is required.
  if (alternatives.some((it) => it.length === 0) || first.some((name) => others.every((it) => it.includes(name))))
    return undefined;
  const counterexamples = once(() => refused(missing.flat().flatMap((it) => [...it.counterexamples()])));
  if (!hasValues(counterexamples())) return undefined;
  return { ...createViolation(set, right, { keyword, kind: "required", counterexamples }), alternatives };
}

const MAX_BRANCHES = 4;

/** The distance of a branch: another type or another discriminator value counts more than other violations. */
function getBranchDistance(violations: readonly ContainmentViolation[]): number {
  return (violations.some(isDifferentBranch) ? 1000 : 0) + violations.length;
}

function isDifferentBranch({ kind, path }: ContainmentViolation): boolean {
  return (kind === "type" && path.length === 0) || (kind === "values" && path.length <= 1);
}

/** If the branch differs as a whole, the other violations add nothing. */
function selectDecisive(violations: readonly ContainmentViolation[]): readonly ContainmentViolation[] {
  const decisive = violations.filter(isDifferentBranch);
  return decisive.length === 0 ? violations : decisive;
}

const findNotViolations: KeywordRule<SchemaRef> = function* (prover, set, right, refused) {
  const both = extendSet(set, [refused]);
  if (isUnsatisfiable(prover, both)) return;
  const others = (): readonly unknown[] => makeSetValues(prover, both);
  yield createRejectingViolation(prover, set, right, { keyword: "not", kind: "schema", others });
};
