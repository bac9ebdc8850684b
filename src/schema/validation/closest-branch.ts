import { asArray, asObject, isObject, type Json, joinPointer, type Pointer, valueAt } from "../../document/index.js";
import type { MessageDirection } from "../message-direction.js";
import { resolveDiscriminator } from "../registry/discriminator.js";
import { getReferenceTarget } from "../registry/walk-schemas.js";
import { classifyFailure, describeViolation } from "./describe-violation.js";
import type { Schemas, Violation } from "./schemas.js";

/** How many levels of nested compositions are followed; hand-written schemas have fewer. */
const MAX_NESTING = 8;

/**
 * Replaces a failed `oneOf` or `anyOf` by the violations of the branch that was most likely meant. A branch whose tags
 * (`const` and `enum`) match comes first, then the branch with the fewest violations.
 *
 * Keeps the violation if several branches of a `oneOf` match, or if no branch has the type of the value.
 */
export function reduceToClosestBranch(
  schemas: Schemas,
  direction: MessageDirection,
  all: readonly Violation[],
  nesting = 0,
): readonly Violation[] {
  const violations = dedupeViolations(all);
  if (!violations.some(isUnionViolation)) return violations;
  return violations.flatMap((violation) => {
    if (!isUnionViolation(violation)) return [violation];
    if (Array.isArray(violation.params.passingSchemas) || nesting >= MAX_NESTING) return [violation];
    const missing = findMissingDiscriminator(schemas, violation);
    if (missing !== undefined) return [missing];
    const branches = validateBranches(schemas, direction, violation);
    const tag = findUnknownTag(violation, branches);
    if (tag !== undefined) return [tag];
    const closest = findClosestBranches(branches, violation.instance);
    const [only] = closest;
    if (only !== undefined && closest.length === 1) return reduceToClosestBranch(schemas, direction, only, nesting + 1);
    return [addAlternatives(violation, closest)];
  });
}

function isUnionViolation({ keyword }: Violation): boolean {
  return keyword === "oneOf" || keyword === "anyOf";
}

/** If the value lacks the property of the discriminator, that is what is wrong with it. */
function findMissingDiscriminator({ root }: Schemas, violation: Violation): Violation | undefined {
  const { schemaPointer, value } = violation;
  const discriminator = asObject(valueAt(root, joinPointer(schemaPointer, "discriminator")));
  const missingProperty = discriminator?.propertyName;
  if (typeof missingProperty !== "string" || !isObject(value) || Object.hasOwn(value, missingProperty))
    return undefined;
  if (discriminator?.defaultMapping !== undefined) return undefined;
  const pointer = joinPointer(schemaPointer, "discriminator", "propertyName");
  return { ...violation, keyword: "required", pointer, schema: [missingProperty], params: { missingProperty } };
}

/** The violations of each branch, or only of the branch that a discriminator names. */
function validateBranches(schemas: Schemas, direction: MessageDirection, violation: Violation): readonly Violation[][] {
  const target = findDiscriminatedBranch(schemas, violation);
  const count = Array.isArray(violation.schema) ? violation.schema.length : 0;
  const branches =
    target === undefined
      ? Array.from({ length: count }, (_, index) => joinPointer(violation.pointer, index))
      : [target];
  return branches.map((pointer) =>
    dedupeViolations(schemas.validate(pointer, direction, violation.value)).map((it) => ({
      ...it,
      instance: violation.instance + it.instance,
    })),
  );
}

/** If every branch expects its own value of the same tag, reports that tag as an enum of all their values. */
function findUnknownTag(
  { instance, pointer, schemaPointer }: Violation,
  branches: readonly (readonly Violation[])[],
): Violation | undefined {
  const typed = branches.filter((violations) => computeDistance(violations, instance) !== undefined);
  const [first = [], ...others] = typed;
  if (others.length === 0) return undefined;
  for (const tag of first.filter((it) => isTag(it, instance))) {
    const tags = typed.map((violations) =>
      violations.find((it) => isTag(it, instance) && it.instance === tag.instance),
    );
    const known = tags.filter((it) => it !== undefined);
    if (known.length < typed.length) continue;
    return {
      ...tag,
      keyword: "enum",
      pointer,
      schemaPointer,
      schema: [...new Set(known.flatMap(({ schema }) => schema))],
    };
  }
  return undefined;
}

function isTag({ keyword, instance: at }: Violation, instance: Pointer): boolean {
  return (keyword === "const" || keyword === "enum") && at.lastIndexOf("/") === instance.length;
}

/** The violations of each branch that is closest to the value; several if they are equally close. */
function findClosestBranches(branches: readonly Violation[][], instance: Pointer): Violation[][] {
  let closest: Violation[][] = [];
  let minDistance = Number.POSITIVE_INFINITY;
  for (const violations of branches) {
    const distance = branches.length > 1 ? computeDistance(violations, instance) : 0;
    if (distance === undefined || distance > minDistance) continue;
    closest = distance === minDistance ? [...closest, violations] : [violations];
    minDistance = distance;
  }
  return selectDeepest(closest);
}

/** The branch that a discriminator names. It selects the violations to report, and never affects validity. */
function findDiscriminatedBranch(
  { root, document }: Schemas,
  { pointer, schemaPointer, value }: Violation,
): Pointer | undefined {
  const discriminator = asObject(valueAt(root, joinPointer(schemaPointer, "discriminator")));
  const target = resolveDiscriminator(root, discriminator, value as Json);
  if (target === undefined) return undefined;
  const branches = asArray(valueAt(document.root, pointer));
  const index = branches.findIndex((branch) => getReferenceTarget(asObject(branch) ?? {}) === target);
  return index === -1 ? undefined : joinPointer(pointer, index);
}

/** Selects, among equally close branches, those whose violations are deepest in the value. */
function selectDeepest(closest: readonly Violation[][]): Violation[][] {
  const depth = (violations: readonly Violation[]): number =>
    Math.max(...violations.map(({ instance }) => instance.split("/").length));
  const maxDepth = Math.max(...closest.map(depth));
  return closest.filter((violations) => depth(violations) === maxDepth);
}

/** If several branches are equally close with one violation each, lists what each expects as an alternative. */
function addAlternatives(violation: Violation, closest: readonly Violation[][]): Violation {
  const alternatives = closest.map(([first, ...others]) =>
    first === undefined || others.length > 0 || first.instance !== violation.instance
      ? undefined
      : describeViolation(first).expected,
  );
  if (alternatives.length < 2 || alternatives.includes(undefined)) return violation;
  const failures = listFailures(closest.flat());
  return { ...violation, params: { ...violation.params, alternatives: [...new Set(alternatives)], failures } };
}

/** Undefined if the value does not have the type of the branch. */
function computeDistance(violations: readonly Violation[], instance: Pointer): number | undefined {
  let distance = violations.length;
  for (const violation of violations) {
    if (violation.keyword === "type" && violation.instance === instance) return undefined;
    if (isTag(violation, instance)) distance += 1000;
  }
  return distance;
}

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
    return { ...violation, params: { ...violation.params, expectedNames, failures: listFailures(nameViolations) } };
  });
}

/** The keywords that fail, each with how. */
function listFailures(violations: readonly Violation[]): string[] {
  return [...new Set(violations.map((it) => `${it.keyword} ${classifyFailure(it)}`))].sort();
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
