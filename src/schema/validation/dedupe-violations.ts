import { describeViolation } from "./describe-violation.js";
import type { Violation } from "./schemas.js";

/**
 * Each thing that is wrong once: a failed `if` only echoes what its `then` or `else` has said, and what is wrong with the
 * name of a property is told by the `propertyNames` that asks for it.
 */
export function dedupeViolations(failures: readonly Violation[]): readonly Violation[] {
  if (!failures.some(({ keyword }) => keyword === "if" || keyword === "propertyNames")) return failures;
  const asked = new Map(failures.map((failure) => [failure, findNameViolations(failure, failures)]));
  const ofNames = new Set([...asked.values()].flat());
  const left = failures.filter((failure) => !ofNames.has(failure) && !isRepeatedByBranch(failure, failures));
  return left.map((failure) => {
    const words = asked.get(failure) ?? [];
    if (words.length === 0) return failure;
    return { ...failure, params: { ...failure.params, asked: words.map((it) => describeViolation(it).expected) } };
  });
}

function isRepeatedByBranch(failure: Violation, all: readonly Violation[]): boolean {
  const { keyword, instance } = failure;
  return keyword === "if" && all.some((it) => it.keyword !== "if" && isWithin(it.instance, instance));
}

function isWithin(inner: string, outer: string): boolean {
  return inner === outer || inner.startsWith(`${outer}/`);
}

/** What is said of a name stands at the object that has it. */
function findNameViolations({ keyword, params, instance }: Violation, all: readonly Violation[]): readonly Violation[] {
  if (keyword !== "propertyNames") return [];
  return all.filter((it) => it.instance === instance && it.value === params.propertyName);
}
