import { describeViolation } from "./describe-violation.js";
import type { Violation } from "./schemas.js";

/**
 * Removes repeated violations. A failed `if` repeats the violations of its `then` or `else`. A value of a wrong type is in no
 * enum. Violations of a property name become part of the violation of `propertyNames`.
 */
export function dedupeViolations(all: readonly Violation[]): readonly Violation[] {
  const ofWrongType = new Set(all.flatMap(({ keyword, instance }) => (keyword === "type" ? [instance] : [])));
  const violations = all.filter(({ keyword, instance }) => !(VALUE_KEYWORDS.has(keyword) && ofWrongType.has(instance)));
  if (!violations.some(({ keyword }) => keyword === "if" || keyword === "propertyNames")) return violations;
  const byPropertyNames = new Map(
    violations.map((violation) => [violation, findNameViolations(violation, violations)]),
  );
  const ofNames = new Set([...byPropertyNames.values()].flat());
  const remaining = violations.filter(
    (violation) => !ofNames.has(violation) && !isRepeatedByBranch(violation, violations),
  );
  return remaining.map((violation) => {
    const nameViolations = byPropertyNames.get(violation) ?? [];
    if (nameViolations.length === 0) return violation;
    const expectedNames = nameViolations.map((it) => describeViolation(it).expected);
    return { ...violation, params: { ...violation.params, expectedNames } };
  });
}

function isRepeatedByBranch(violation: Violation, all: readonly Violation[]): boolean {
  const { keyword, instance } = violation;
  return keyword === "if" && all.some((it) => it.keyword !== "if" && isWithin(it.instance, instance));
}

function isWithin(inner: string, outer: string): boolean {
  return inner === outer || inner.startsWith(`${outer}/`);
}

/** Violations of a property name have the location of the object. */
function findNameViolations({ keyword, params, instance }: Violation, all: readonly Violation[]): readonly Violation[] {
  if (keyword !== "propertyNames") return [];
  return all.filter((it) => it.instance === instance && it.value === params.propertyName);
}

const VALUE_KEYWORDS: ReadonlySet<string> = new Set(["enum", "const"]);
