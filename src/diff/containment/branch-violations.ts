import { findRejectedValues } from "./counterexamples.js";
import { once } from "./create-violation.js";
import { createBranchMatcher, findUnionKeyword, getBranchName, getTypes, isOneValue } from "./match-branches.js";
import type { ContainmentViolation, Prover } from "./prover.js";
import type { PrimitiveType, SchemaSet } from "./schemas/schema-set.js";
import type { SchemaRef } from "./schemas/versioned-document.js";

/** Finds the violations of a part of a set that was split by a choice; undefined if its keywords say what differs. */
type BranchRule = (
  set: SchemaSet,
  part: SchemaSet,
  right: { readonly parts: readonly SchemaSet[]; readonly right: SchemaRef },
) => readonly ContainmentViolation[] | undefined;

const BRANCH = /\/(?:oneOf|anyOf)\/\d+$/;

/** A branch without a partner in the other spec is one violation, whatever its schema says. */
export function createBranchRule(prover: Prover): BranchRule {
  const findUnmatched = createBranchMatcher(prover.same);
  const branchOf = (set: SchemaSet, part: SchemaSet): SchemaRef | undefined =>
    part.refs.find((it) => !set.refs.includes(it) && it.spec === prover.left && BRANCH.test(it.pointer));
  return (set, part, { parts, right }) => {
    if (prover.proves(part, right)) return undefined;
    const branch = branchOf(set, part);
    const branches = parts.flatMap((it) => branchOf(set, it) ?? []);
    const unmatched = findUnmatched(branches, right);
    if (branch === undefined) return findScalarBranches(prover, part, [...unmatched], right);
    if (!unmatched.has(branch) || getBranchName(branch) === undefined) return undefined;
    return createBranchViolation(prover, part, right, branch);
  };
}

/** Null and booleans are tested apart from the branches; a branch of them is found by its types. */
function findScalarBranches(
  prover: Prover,
  part: SchemaSet,
  branches: readonly SchemaRef[],
  right: SchemaRef,
): readonly ContainmentViolation[] | undefined {
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
}

/** Undefined if no value shows the violation. */
function createBranchViolation(
  prover: Prover,
  set: SchemaSet,
  right: SchemaRef,
  branch: SchemaRef,
): readonly ContainmentViolation[] | undefined {
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
}
