import { isObject, type Json } from "../../document/index.js";
import { groupBy } from "../../document/memoize.js";
import type { MessageDirection } from "../../schema/index.js";
import { findRejectedValues } from "./counterexamples.js";
import { once, UNSPECIFIED_VIOLATION } from "./create-violation.js";
import { findViolations } from "./keywords/keyword-violations.js";
import { createBranchMatcher, findUnionKeyword, getBranchName, getTypes, isOneValue } from "./match-branches.js";
import type { ContainmentViolation, Prover, SetComparison } from "./prover.js";
import { createSchemaEquality, type SchemaEquality } from "./schemas/schema-equality.js";
import { containsValue, getConstraints, getSetKey, type PrimitiveType, type SchemaSet } from "./schemas/schema-set.js";
import { splitByChoice } from "./schemas/split-by-choice.js";
import { getSchemaKey, resolveRef, type SchemaRef, type VersionedDocument } from "./schemas/versioned-document.js";
import { isUnsatisfiable } from "./unsatisfiable.js";

/** The limit for one comparison of two bodies. Beyond it, the remaining goals are not proven. */
const MAX_STEPS = 40_000;

const STEPS_BETWEEN_LOOKS = 200;

export type ProverOptions = {
  readonly left: VersionedDocument;
  readonly direction: MessageDirection;
  readonly same?: SchemaEquality;
  readonly countsUndeclared?: boolean;
  readonly makesValues?: boolean;
  /** What other provers of the same side and direction have proven. */
  readonly proofs?: Proofs;
} & StepOptions;

type StepOptions = {
  readonly maxSteps?: number;
  /** Whether the time of the whole run is over. */
  readonly isOverdue?: () => boolean;
};

/** What is proven, whether or not violations need counterexamples. */
export type Proofs = Pick<Prover, "spend" | "isSpent" | "unsatisfiable"> & {
  readonly assumptions: Assumptions;
  readonly begin: () => void;
};

export function createProofs(options: StepOptions = {}): Proofs {
  const steps = createStepCounter(options);
  return { ...steps, assumptions: createAssumptions(steps.isSpent), unsatisfiable: new Map() };
}

export function createProver(options: ProverOptions): Prover & { readonly begin: () => void } {
  const { left, direction, same = createSchemaEquality(), countsUndeclared = true, makesValues = true } = options;
  const found = new Map<string, readonly ContainmentViolation[]>();
  const inProgress = new Map<string, number>();
  /** The outermost violations in progress that were left out. */
  let lowest = Number.POSITIVE_INFINITY;
  let quickDepth = 0;
  const { begin, spend, isSpent, assumptions, unsatisfiable } = options.proofs ?? createProofs(options);

  const proveOnce = (set: SchemaSet, right: SchemaRef): boolean => {
    if (!prover.spend()) return false;
    if (isTriviallyContained(prover, set, right)) return true;
    // One schema alone is rarely unsatisfiable, so it is tested only if that decides.
    const isSingle = set.refs.length === 1 && set.negated.length === 0;
    if (!isSingle && isUnsatisfiable(prover, set)) return true;
    quickDepth += 1;
    try {
      for (const _ of findViolations(prover, set, right)) {
        if (isSingle && isUnsatisfiable(prover, set)) return true;
        // Listed values were tested one by one.
        if (getConstraints(set).keywords.enumValues !== undefined) return false;
        return splitByChoice(set)?.every((it) => prover.proves(it, right)) ?? false;
      }
      return true;
    } finally {
      quickDepth -= 1;
    }
  };

  const violations = (set: SchemaSet, ref: SchemaRef): readonly ContainmentViolation[] => {
    const right = resolveRef(ref);
    if (prover.proves(set, right)) return [];
    if (quickDepth > 0 || !prover.spend()) return [UNSPECIFIED_VIOLATION];
    const key = getClaim(set, right);
    const known = found.get(key);
    if (known !== undefined) return known;
    const outer = inProgress.get(key);
    if (outer !== undefined) {
      lowest = Math.min(lowest, outer);
      return [];
    }
    const position = inProgress.size;
    const before = lowest;
    lowest = Number.POSITIVE_INFINITY;
    inProgress.set(key, position);
    const parts = splitByChoice(set)?.filter((part) => mayHaveListedValue(prover, set, part));
    const list =
      parts === undefined
        ? [...findViolations(prover, set, right)]
        : mergeViolations(parts.flatMap((part) => findBranch(set, part, { parts, right }) ?? violations(part, right)));
    inProgress.delete(key);
    // Do not cache incomplete lists: violations in progress are left out, and the search may have been given up.
    if (lowest >= position && !isSpent()) found.set(key, list);
    lowest = Math.min(before, lowest);
    return list;
  };

  const prover: Prover = {
    ...{ left, direction, same, countsUndeclared, makesValues, violations },
    ...{ unsatisfiable, values: new Map() },
    proves: (set, right) =>
      assumptions.decide(getClaim(set, right), set.depth, () => proveOnce(set, resolveRef(right))),
    wantsOnlyFirst: () => quickDepth > 0,
    spend,
    isSpent,
  };
  const findBranch = createBranchRule(prover);
  return { ...prover, begin };
}

/** Counts the steps of one comparison, and ends it when the time of the whole run is over. */
function createStepCounter({ maxSteps = MAX_STEPS, isOverdue = () => false }: StepOptions) {
  let [steps, nextLook] = [0, 0];
  const isSpent = (): boolean => steps > maxSteps;
  return {
    isSpent,
    begin: () => {
      [steps, nextLook] = [0, 0];
    },
    spend: (cost = 1) => {
      steps += cost;
      // Reading a clock takes longer than a step.
      if (steps > nextLook) {
        nextLook = steps + STEPS_BETWEEN_LOOKS;
        if (isOverdue()) steps = Number.POSITIVE_INFINITY;
      }
      return !isSpent();
    },
  };
}

function getClaim(set: SchemaSet, right: SchemaRef): string {
  return `${getSetKey(set)} < ${getSchemaKey(right)}`;
}

/** Whether a part of a set has one of the values that the set lists, or the set lists none. */
function mayHaveListedValue({ direction }: Prover, set: SchemaSet, part: SchemaSet): boolean {
  const { enumValues } = getConstraints(set).keywords;
  return enumValues === undefined || [null, ...enumValues].some((value) => containsValue(part, direction, value));
}

/** Cases that need no look at keywords. */
function isTriviallyContained(prover: Prover, set: SchemaSet, right: SchemaRef): boolean {
  const schema = right.spec.at(right.pointer);
  if (schema === true || schema === undefined || isEmptySchema(schema)) return true;
  return set.refs.some((ref) => prover.same(ref, right));
}

function isEmptySchema(schema: Json): boolean {
  return isObject(schema) && Object.keys(schema).length === 0;
}

/** Merges violations that occur in several branches, with enough of their values. */
function mergeViolations(violations: readonly ContainmentViolation[]): readonly ContainmentViolation[] {
  const byPlace = groupBy(violations, ({ kind, right, path, branches }) => {
    const which = branches?.areValues === true ? "values" : (branches?.names.join() ?? "");
    return `${kind} ${right} ${path.join("/")} ${which}`;
  });
  return [...byPlace.values()].map(mergeGroup);
}

const MAX_VALUES = 24;

function mergeGroup(group: readonly ContainmentViolation[]): ContainmentViolation {
  const [first = UNSPECIFIED_VIOLATION, ...others] = group;
  if (others.length === 0) return first;
  const counterexamples = once(() => {
    const values: unknown[] = [];
    for (const violation of group) {
      if (values.length >= MAX_VALUES) break;
      values.push(...violation.counterexamples());
    }
    return values;
  });
  const names = [...new Set(group.flatMap(({ branches }) => branches?.names ?? []))];
  const branches = first.branches === undefined ? {} : { branches: { ...first.branches, names } };
  return { ...first, ...branches, isAboutOneValue: false, counterexamples };
}

/** The stack position of an assumed goal, and its depth in the value. */
type Assumed = { readonly position: number; readonly depth: number };

/** Decides goals that may depend on themselves. */
type Assumptions = ReturnType<typeof createAssumptions>;

/**
 * Creates a solver for recursive goals. It uses induction over the depth of values: while a goal is being proven, it
 * may be assumed for deeper values, such as items of the same schema, but not for the same value. Goals that rest on an
 * assumption are decided together with it.
 *
 * @param isSpent Whether the search was given up. Goals that fail then stay undecided and may be proven later.
 */
function createAssumptions(isSpent: () => boolean) {
  const decided = new Map<string, boolean>();
  const inProgress = new Map<string, Assumed>();
  /** Goals that hold if a goal that is still in progress holds. */
  const provisional = new Map<string, Assumed>();
  let lowest = Number.POSITIVE_INFINITY;

  const promoteProvisional = (index: number, before: number, isProven: boolean): void => {
    if (provisional.size === before) return;
    for (const [goal, assumed] of [...provisional].slice(before)) {
      if (assumed.position < index && isProven) continue;
      provisional.delete(goal);
      if (isProven) decided.set(goal, true);
    }
  };

  const proveOpen = (goal: string, depth: number, prove: () => boolean): boolean => {
    const position = inProgress.size;
    const outer = lowest;
    const before = provisional.size;
    inProgress.set(goal, { position, depth });
    lowest = Number.POSITIVE_INFINITY;
    const isProven = prove();
    inProgress.delete(goal);
    const isProvisional = lowest < position;
    const inner = lowest;
    lowest = Math.min(outer, isProvisional ? inner : Number.POSITIVE_INFINITY);
    if (isProven && isProvisional) provisional.set(goal, { position: inner, depth });
    else {
      if (isProven || !isSpent()) decided.set(goal, isProven);
      promoteProvisional(position, before, isProven);
    }
    return isProven;
  };

  return {
    /**
     * Whether a goal holds for values at a depth. `prove` may call `decide` for other goals, and for the same goal at a
     * greater depth.
     */
    decide: (goal: string, depth: number, prove: () => boolean): boolean => {
      const known = decided.get(goal);
      if (known !== undefined) return known;
      const active = inProgress.get(goal);
      if (active !== undefined && depth <= active.depth) return false;
      const assumed = active ?? provisional.get(goal);
      if (assumed === undefined || depth < assumed.depth) return proveOpen(goal, depth, prove);
      lowest = Math.min(lowest, assumed.position);
      return true;
    },
  };
}

/** Finds the violations of a part of a set that was split by a choice; undefined if its keywords say what differs. */
type BranchRule = (
  set: SchemaSet,
  part: SchemaSet,
  right: { readonly parts: readonly SchemaSet[]; readonly right: SchemaRef },
) => readonly ContainmentViolation[] | undefined;

const BRANCH = /\/(?:oneOf|anyOf)\/\d+$/;

/** A branch without a partner in the other spec is one violation, whatever its schema says. */
function createBranchRule(prover: Prover): BranchRule {
  const findUnmatched = createBranchMatcher(prover.same);
  const branchOf = (set: SchemaSet, part: SchemaSet): SchemaRef | undefined =>
    part.refs.find((it) => !set.refs.includes(it) && it.spec === prover.left && BRANCH.test(it.pointer));
  return (set, part, { parts, right }) => {
    if (prover.proves(part, right)) return undefined;
    const branch = branchOf(set, part);
    const branches = parts.flatMap((it) => branchOf(set, it) ?? []);
    const unmatched = findUnmatched(branches, right);
    if (branch === undefined) return findScalarBranches(prover, part, right, [...unmatched]);
    if (!unmatched.has(branch) || getBranchName(branch) === undefined) return undefined;
    return createBranchViolation(prover, part, right, branch);
  };
}

type BranchComparison<Part> = SetComparison<Part, readonly ContainmentViolation[] | undefined>;

/** Null and booleans are tested apart from the branches; a branch of them is found by its types. */
const findScalarBranches: BranchComparison<readonly SchemaRef[]> = (prover, part, right, branches) => {
  const isScalar = (types: readonly PrimitiveType[] | undefined): types is readonly PrimitiveType[] =>
    types?.every((type) => part.types.includes(type)) === true;
  const missing = branches.flatMap((branch) => {
    const types = getTypes(branch) as readonly PrimitiveType[] | undefined;
    return isScalar(types) ? [{ branch, types }] : [];
  });
  if (missing.length === 0) return undefined;
  const rest = part.types.filter((type) => !missing.some(({ types }) => types.includes(type)));
  return [
    ...missing.flatMap(({ branch, types }) => createBranchViolation(prover, { ...part, types }, right, branch) ?? []),
    ...(rest.length === 0 ? [] : prover.violations({ ...part, types: rest }, right)),
  ];
};

/** Undefined if no value shows the violation. */
const createBranchViolation: BranchComparison<SchemaRef> = (prover, set, right, branch) => {
  const counterexamples = once(() => findRejectedValues(prover, set, right, [{}]));
  if (prover.makesValues && counterexamples().length === 0) return undefined;
  const union = findUnionKeyword(right) ?? right.pointer;
  const branches = { names: [getBranchName(branch) ?? ""], areValues: isOneValue(branch) };
  return [
    {
      kind: branches.areValues ? "values" : "schema",
      path: [],
      right: union,
      left: branch.pointer,
      branches,
      counterexamples,
    },
  ];
};
