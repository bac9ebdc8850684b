import {
  asArray,
  asObject,
  isObject,
  isWithin,
  type Json,
  joinPointer,
  lastToken,
  type Pointer,
  parsePointer,
  valueAt,
} from "../../document/index.js";
import { serializeExactJson } from "../../document/values/serialize-json.js";
import { getPropertyPath, listChildPointers } from "../analysis/property-path.js";
import type { MessageDirection } from "../message-direction.js";
import { resolveDiscriminator } from "../registry/discriminator.js";
import { getReferenceTarget } from "../registry/normalize-schema.js";
import { classifyFailure, describeViolation, quote } from "./describe-violation.js";
import type { Schemas, Violation } from "./schemas.js";

/** How many levels of nested compositions are followed; hand-written schemas have fewer. */
const MAX_NESTING = 8;

/** How many branches of a composition are validated; hand-written schemas have fewer. */
const MAX_BRANCHES = 200;

/**
 * Replaces a failed `oneOf` or `anyOf` by the violations of the branch that was most likely meant. A branch whose tags
 * (`const` and `enum`) match comes first, then the branch with the fewest violations, then the one that declares the most
 * properties of the value.
 *
 * Keeps the violation if several branches of a `oneOf` match, or if no branch is closer than the others; its `alternatives`
 * then say what each branch expects.
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
    if (!isFailedUnion(violation)) return [violation];
    const missing = findMissingDiscriminator(schemas, violation);
    if (missing !== undefined) return [missing];
    const search = { schemas, direction, rest: MAX_BRANCHES };
    const own = listBranches(search, violation);
    const branches = own.length === 1 ? own : own.flatMap((branch) => expandBranch(search, branch, violation.instance));
    const typed = branches.filter((branch) => hasTypeOfValue(branch, violation));
    const tags = findTags(schemas, violation, typed);
    const tag = findUnknownTag(violation, typed, tags);
    if (tag !== undefined) return [tag];
    const closest = branches.length === 1 ? branches : findClosestBranches(schemas, { violation, typed, tags });
    const [only] = closest;
    if (only !== undefined && closest.length === 1 && nesting < MAX_NESTING)
      return reduceToClosestBranch(schemas, direction, only.violations, nesting + 1);
    const shared = findSharedViolations(violation, typed);
    if (shared.length > 0) return shared;
    return [addAlternatives(schemas, violation, closest.length === 0 ? branches : closest)];
  });
}

function isUnionViolation({ keyword }: Violation): boolean {
  return keyword === "oneOf" || keyword === "anyOf";
}

/** Whether no branch matches. */
function isFailedUnion(violation: Violation): boolean {
  return isUnionViolation(violation) && !Array.isArray(violation.params.passingSchemas);
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

type Branch = { readonly pointer: Pointer; readonly violations: readonly Violation[] };
type BranchSearch = { readonly schemas: Schemas; readonly direction: MessageDirection; rest: number };

/** The branches of a composition, or only the branch that a discriminator names. */
function listBranches(search: BranchSearch, violation: Violation): readonly Branch[] {
  const { schemas, direction } = search;
  const target = findDiscriminatedBranch(schemas, violation);
  const count = Array.isArray(violation.schema) ? violation.schema.length : 0;
  const pointers =
    target === undefined
      ? Array.from({ length: count }, (_, index) => joinPointer(violation.pointer, index))
      : [target];
  search.rest -= pointers.length;
  return pointers.map((pointer) => {
    const violations = dedupeViolations(schemas.validate(pointer, direction, violation.value)).map((it) => ({
      ...it,
      instance: violation.instance + it.instance,
    }));
    return { pointer, violations };
  });
}

/** Replaces a branch whose own composition fails for the same value by the branches of that composition. */
function expandBranch(search: BranchSearch, branch: Branch, instance: Pointer): readonly Branch[] {
  const inner = branch.violations.find((it) => isFailedUnion(it) && it.instance === instance);
  if (inner === undefined || search.rest <= 0) return [branch];
  const others = branch.violations.filter((it) => it !== inner);
  const missing = findMissingDiscriminator(search.schemas, inner);
  if (missing !== undefined) return [{ ...branch, violations: [...others, missing] }];
  return listBranches(search, inner).flatMap(({ pointer, violations }) =>
    expandBranch(search, { pointer, violations: dedupeViolations([...others, ...violations]) }, instance),
  );
}

/** Whether the value has the type of a branch. */
function hasTypeOfValue({ violations }: Branch, { instance }: Violation): boolean {
  return !violations.some((it) => it.keyword === "type" && it.instance === instance);
}

/**
 * The locations of tags, which tell the branches apart: properties of the value with a wrong `const` or `enum`. Further down,
 * every branch must have one of these keywords.
 */
function findTags(schemas: Schemas, { instance }: Violation, typed: readonly Branch[]): readonly Pointer[] {
  const wrong = typed.flatMap(({ violations }) => violations.filter(isWrongValue)).map((it) => it.instance);
  const below = [...new Set(wrong)].filter((at) => at.startsWith(`${instance}/`));
  return below
    .map((at) => ({ at, tokens: parsePointer(at.slice(instance.length)) }))
    .filter(({ tokens }) => tokens.length === 1 || typed.every(({ pointer }) => hasValues(schemas, pointer, tokens)))
    .sort((a, b) => a.tokens.length - b.tokens.length)
    .map(({ at }) => at);
}

function isWrongValue({ keyword }: Violation): boolean {
  return keyword === "const" || keyword === "enum";
}

/** Whether a schema lists the values at a path. */
function hasValues(schemas: Schemas, pointer: Pointer, tokens: readonly string[]): boolean {
  let applicable = schemas.model.possible(pointer);
  for (const token of tokens)
    applicable = listChildPointers(applicable, token).flatMap((it) => schemas.model.possible(it));
  return applicable.some(({ schema }) => schema.const !== undefined || schema.enum !== undefined);
}

/** If every branch expects its own value of the same tag, reports that tag as an enum of all their values. */
function findUnknownTag(
  { pointer, schemaPointer }: Violation,
  typed: readonly Branch[],
  tags: readonly Pointer[],
): Violation | undefined {
  if (typed.length < 2) return undefined;
  for (const tag of tags) {
    const found = typed.flatMap(
      ({ violations }) => violations.find((it) => isWrongValue(it) && it.instance === tag) ?? [],
    );
    const [first] = found;
    if (first === undefined || found.length < typed.length) continue;
    const values = found.flatMap(({ keyword, schema }) => (keyword === "const" ? [schema] : schema));
    return { ...first, keyword: "enum", pointer, schemaPointer, schema: [...new Set(values)] };
  }
  return undefined;
}

type ClosestSearch = {
  readonly violation: Violation;
  readonly typed: readonly Branch[];
  readonly tags: readonly Pointer[];
};

/** The branches that are closest to the value; several if they are equally close. */
function findClosestBranches(schemas: Schemas, { violation, typed, tags }: ClosestSearch): readonly Branch[] {
  // One of the branches can have a pattern where the others list values.
  const isWrongTag = (it: Violation): boolean =>
    (isWrongValue(it) || it.keyword === "pattern") && tags.includes(it.instance);
  const getDistance = ({ violations }: Branch): number =>
    violations.length + 1000 * violations.filter(isWrongTag).length;
  const getDepth = ({ violations }: Branch): number =>
    Math.max(...violations.map(({ instance }) => instance.split("/").length));
  const names = isObject(violation.value) ? Object.keys(violation.value) : [];
  const countDeclared = ({ pointer }: Branch): number => {
    const declared = schemas.model.possible(pointer).map(({ schema }) => asObject(schema.properties) ?? {});
    return names.filter((name) => declared.some((it) => Object.hasOwn(it, name))).length;
  };
  const closest = selectGreatest(typed, (branch) => -getDistance(branch));
  return selectGreatest(selectGreatest(closest, getDepth), countDeclared);
}

function selectGreatest(branches: readonly Branch[], measure: (branch: Branch) => number): readonly Branch[] {
  if (branches.length < 2) return branches;
  const measured = branches.map((branch) => ({ branch, measure: measure(branch) }));
  const greatest = Math.max(...measured.map((it) => it.measure));
  return measured.flatMap((it) => (it.measure === greatest ? [it.branch] : []));
}

/** What every branch finds wrong with the same part of the value. */
function findSharedViolations({ instance }: Violation, [first, ...others]: readonly Branch[]): readonly Violation[] {
  if (first === undefined || others.length === 0) return [];
  const isSame = (a: Violation, b: Violation): boolean =>
    a.keyword === b.keyword &&
    a.instance === b.instance &&
    a.params.missingProperty === b.params.missingProperty &&
    serializeExactJson(a.schema) === serializeExactJson(b.schema);
  return first.violations.filter(
    (it) =>
      it.instance !== instance &&
      !isUnionViolation(it) &&
      others.every(({ violations }) => violations.some((other) => isSame(it, other))),
  );
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

/** Adds what each of the branches expects. If all are about the same part of the value, the violation is about that part. */
function addAlternatives(schemas: Schemas, violation: Violation, branches: readonly Branch[]): Violation {
  const all = branches.flatMap(({ violations }) => violations);
  const [first] = all;
  const isOfOnePart = all.length === branches.length && all.every((it) => it.instance === first?.instance);
  const place = first !== undefined && isOfOnePart ? first : violation;
  const alternatives = branches.map((branch) => describeBranch(schemas, place, branch));
  const isPresence = all.every(({ keyword }) => keyword === "required");
  const params = {
    alternatives: [...new Set(alternatives)],
    isPresence,
    unknownTag: describeUnknownTag(schemas, violation),
    failures: listFailures(all),
  };
  return { ...violation, instance: place.instance, value: place.value, params };
}

/** What a value must have to match a branch: its missing properties, or else the first of several changes. */
function describeBranch(schemas: Schemas, { instance }: Violation, { pointer, violations }: Branch): string {
  const [first] = violations;
  if (first === undefined) return "another value";
  const missing = violations.filter((it) => it.keyword === "required" && it.instance === instance);
  const names = missing.map(({ params }) => quote(String(params.missingProperty)));
  const inside = first.instance.slice(instance.length);
  const place = inside === "" ? "" : ` at ${formatPath(schemas, pointer, inside)}`;
  const expected =
    names.length > 1
      ? `the properties ${names.slice(0, -1).join(", ")} and ${names.at(-1)}`
      : describeViolation(missing[0] ?? first).expected + (missing.length === 0 ? place : "");
  const rest = violations.length - Math.max(1, names.length);
  return rest > 0 ? `${expected} (and ${rest} more)` : expected;
}

/** A location with the keys of maps folded, because they are data, and with the indexes of items. */
function formatPath(schemas: Schemas, schema: Pointer, instance: Pointer): string {
  const tokens = parsePointer(instance);
  const folded = parsePointer(getPropertyPath(schemas, schema, instance));
  return joinPointer("", ...folded.map((token, index) => (token === "*" ? (tokens[index] ?? token) : token)));
}

/** If the property of a discriminator names no branch, which names it may have. */
function describeUnknownTag({ root }: Schemas, { schemaPointer, schema, value }: Violation): string | undefined {
  const discriminator = asObject(valueAt(root, joinPointer(schemaPointer, "discriminator")));
  const { propertyName, mapping } = discriminator ?? {};
  if (typeof propertyName !== "string" || !isObject(value) || typeof value[propertyName] !== "string") return undefined;
  const targets = asArray(schema as Json).flatMap((branch) => getReferenceTarget(asObject(branch) ?? {}) ?? []);
  const names = Object.keys(asObject(mapping) ?? {});
  const known = names.length > 0 ? names : targets.map(lastToken);
  return `${quote(propertyName)} is none of ${known.map(quote).join(", ")}`;
}

/**
 * Removes repeated violations. A failed `if` repeats the violations of its `then` or `else`. A value of a wrong type is in no
 * enum, and has no format. Violations of a property name become part of the violation of `propertyNames`.
 */
export function dedupeViolations(all: readonly Violation[]): readonly Violation[] {
  const byPropertyNames = new Map(all.map((violation) => [violation, findNameViolations(violation, all)]));
  const ofNames = new Set([...byPropertyNames.values()].flat());
  const ofValues = all.filter((it) => !ofNames.has(it));
  const found = new Set(ofValues.map(({ keyword, instance }) => `${keyword} ${instance}`));
  const remaining = ofValues.filter(
    (it) =>
      !CAUSES.get(it.keyword)?.some((cause) => found.has(`${cause} ${it.instance}`)) &&
      !isRepeatedByBranch(it, ofValues),
  );
  return remaining.map((violation) => {
    if (violation.keyword === "false") return addCondition(violation, ofValues);
    const nameViolations = byPropertyNames.get(violation) ?? [];
    if (nameViolations.length === 0) return violation;
    const expectedNames = nameViolations.map((it) => describeViolation(it).expected);
    return { ...violation, params: { ...violation.params, expectedNames, failures: listFailures(nameViolations) } };
  });
}

/** Adds the schema of `if` to the violation of a `then` or `else` that is `false`. */
function addCondition(violation: Violation, all: readonly Violation[]): Violation {
  const condition = all.find(
    ({ keyword, schemaPointer, params }) =>
      keyword === "if" && joinPointer(schemaPointer, String(params.failingKeyword)) === violation.pointer,
  );
  if (condition === undefined) return violation;
  return { ...violation, params: { ...condition.params, condition: condition.schema } };
}

/** The keywords that fail, each with how. */
function listFailures(violations: readonly Violation[]): string[] {
  return [...new Set(violations.map((it) => `${it.keyword} ${classifyFailure(it)}`))].sort();
}

function isRepeatedByBranch(violation: Violation, all: readonly Violation[]): boolean {
  const { keyword, instance } = violation;
  return keyword === "if" && all.some((it) => it.keyword !== "if" && isWithin(it.instance, instance));
}

/** Violations of a property name have the location of the object. */
function findNameViolations({ keyword, params, instance }: Violation, all: readonly Violation[]): readonly Violation[] {
  if (keyword !== "propertyNames") return [];
  return all.filter((it) => it.instance === instance && it.value === params.propertyName);
}

const LISTS = ["enum", "const"];
const FORMS = [...LISTS, "format", "pattern"];

/** By keyword, those whose violation by the same value is the cause: a listed value, or one of the right type and form, is meant. */
const CAUSES: ReadonlyMap<string, readonly string[]> = new Map(
  Object.entries({
    ...{ enum: ["type"], const: ["type"], multipleOf: [...LISTS, "type"] },
    ...{ format: [...LISTS, "type"], pattern: [...LISTS, "format"], minLength: FORMS, maxLength: FORMS },
    ...{ minimum: LISTS, maximum: LISTS, exclusiveMinimum: LISTS, exclusiveMaximum: LISTS },
  }),
);
