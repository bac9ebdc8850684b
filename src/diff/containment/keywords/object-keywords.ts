import { asArray, asObject, isObject, type JsonObject } from "../../../document/index.js";
import { generateMatchingTexts } from "../../../samples/matching-text.js";
import { type ExtraKeywords, makeSetValues, selectShortest, setProperty } from "../counterexamples.js";
import {
  createFailingViolation,
  createRejectingViolation,
  createViolation,
  liftPropertyViolation,
  type NamedProperty,
} from "../create-violation.js";
import { ANY_TOKEN, type ContainmentViolation, type KeywordRule, type Prover } from "../prover.js";
import {
  createSchemaSet,
  extendSet,
  getConstraints,
  getOtherPropertiesSet,
  getPatternSets,
  getPropertySet,
  listDeclaredNames,
  type SchemaSet,
} from "../schemas/schema-set.js";
import { hasEvaluatingKeyword, listPropertyRefs } from "../schemas/set-constraints.js";
import { listPossibleSchemas } from "../schemas/split-by-choice.js";
import { acceptsValue, getSubschema, type SchemaRef } from "../schemas/versioned-document.js";
import { getRequiredNames, isUnsatisfiable } from "../unsatisfiable.js";

/** Finds violations of the object keywords of a schema. */
export const findObjectViolations: KeywordRule = function* (prover, set, right, schema) {
  yield* findRequiredViolations(prover, set, right, schema);
  yield* findCountViolations(prover, set, right, schema);
  yield* findNamedViolations(prover, set, right, schema);
  yield* findPatternViolations(prover, set, right, schema);
  yield* findOtherPropertyViolations(prover, set, right, schema);
  yield* findNameViolations(prover, set, right, schema);
  yield* findDependentViolations(prover, set, right, schema);
};

const findRequiredViolations: KeywordRule = function* (prover, set, right, schema) {
  const required = asArray(schema.required).filter((name) => typeof name === "string");
  if (required.length === 0) return;
  const known = getRequiredNames(prover, set);
  const excluded = right.spec.schemas.excluded(prover.direction).withEnclosing(right.pointer);
  for (const name of required) {
    if (known.has(name) || excluded.has(name)) continue;
    const others = (): unknown[] => makeSetValues(prover, set, {}, 6).flatMap((it) => omitProperty(it, name));
    const violated = { keyword: "required", kind: "required", hints: [], others } as const;
    yield { ...createRejectingViolation(prover, set, right, violated), path: [name] };
  }
};

function omitProperty(value: unknown, name: string): unknown[] {
  if (!isObject(value)) return [];
  const { [name]: _, ...rest } = value;
  return [rest];
}

const findCountViolations: KeywordRule = function* (prover, set, right, schema) {
  const { minProperties: min, maxProperties: max } = schema;
  const { keywords } = getConstraints(set);
  const violation = (keyword: string, hints: readonly ExtraKeywords[]): ContainmentViolation =>
    createFailingViolation(prover, set, right, { keyword, kind: "bounds", hints });
  const minCount = Math.max(keywords.minProperties?.value ?? 0, getRequiredNames(prover, set).size);
  if (typeof min === "number" && minCount < min) yield violation("minProperties", [{ maxProperties: min - 1 }, {}]);
  if (typeof max !== "number" || (keywords.maxProperties?.value ?? Number.POSITIVE_INFINITY) <= max) return;
  const names = listDeclaredNames(set).filter((name) => !isUnsatisfiable(prover, getPropertySet(set, name)));
  const isLimited = isClosedSet(prover, set) && names.length <= max;
  if (!isLimited) yield violation("maxProperties", [{ minProperties: max + 1 }, { required: names }, {}]);
};

/** Whether objects of the set can have declared properties only. */
function isClosedSet(prover: Prover, set: SchemaSet): boolean {
  return getPatternSets(set).size === 0 && isUnsatisfiable(prover, getOtherPropertiesSet(set));
}

/** Compares each property that either side declares. */
const findNamedViolations: KeywordRule = function* (prover, set, right, schema) {
  const { properties } = schema;
  if (schema.properties === undefined && !hasOtherPropertyKeywords(schema)) return;
  const named = isObject(properties) ? Object.keys(properties) : [];
  const names = new Set([...named, ...listDeclaredNames(set)]);
  const isUndeclared = prover.countsUndeclared ? () => false : createUndeclaredTest(set);
  for (const name of names) {
    const below = listPropertyRefs(right, schema, name, () => hasNoEvaluatingSibling(schema));
    if (below.length === 0 || isExcludedByDirection(prover, set, name)) continue;
    const isForbidden = isObject(properties) && properties[name] === false;
    if (isUndeclared(name) && !isForbidden) continue;
    const property = getPropertySet(set, name);
    for (const ref of below) yield* findInnerViolations(prover, set, ref, { name, property });
  }
};

function hasOtherPropertyKeywords(schema: JsonObject): boolean {
  return ["patternProperties", "additionalProperties", "unevaluatedProperties"].some((it) => schema[it] !== undefined);
}

/**
 * Tests whether an open object declares other properties but not this one. Such a property is not expected to occur.
 */
function createUndeclaredTest(set: SchemaSet): (name: string) => boolean {
  const possible = listPossibleSchemas(set);
  const isOpen = possible.every(
    ({ schema: { patternProperties, additionalProperties, unevaluatedProperties } }) =>
      patternProperties === undefined &&
      [additionalProperties, unevaluatedProperties].every((it) => it === undefined || it === true),
  );
  const declared = new Set(possible.flatMap(({ schema }) => Object.keys(asObject(schema.properties) ?? {})));
  return (name) => isOpen && declared.size > 0 && !declared.has(name);
}

/** Whether a property of the set is read-only or write-only and therefore not sent in this direction. */
function isExcludedByDirection(prover: Prover, set: SchemaSet, name: string): boolean {
  return getConstraints(set).schemas.some(({ ref, pointer }) =>
    ref.spec.schemas.excluded(prover.direction).ofSchema(pointer).has(name),
  );
}

const findNameViolations: KeywordRule = function* (prover, set, right, schema) {
  if (schema.propertyNames === undefined || schema.propertyNames === true) return;
  const ref = getSubschema(right, "propertyNames");
  const { schemas } = getConstraints(set);
  const existing = schemas.flatMap(({ ref: it, schema: { propertyNames } }) =>
    propertyNames === undefined ? [] : [getSubschema(it, "propertyNames")],
  );
  const listNames = (...refs: readonly SchemaRef[]): SchemaSet => ({
    ...createSchemaSet(...refs),
    types: ["string"],
    depth: set.depth + 1,
  });
  // Names are texts, so that a schema of any text allows all of them.
  const isImplied = [listNames(), ...existing.map((it) => listNames(it))].some((it) => prover.proves(it, ref));
  const isListed =
    isClosedSet(prover, set) && listDeclaredNames(set).every((name) => acceptsValue(ref, prover.direction, name));
  if (isImplied || isListed) return;
  const findWith = (names: readonly unknown[]): unknown[] => {
    const wrong = names.filter((it) => typeof it === "string").filter((it) => !acceptsValue(ref, prover.direction, it));
    return selectShortest(
      wrong.flatMap((name) => [
        ...setProperty(prover, set, name, makeSetValues(prover, getPropertySet(set, name), {}, 1)),
      ]),
    );
  };
  const counterexamples = (): unknown[] => {
    const found = findWith([...listDeclaredNames(set), "", "A", "a", "extra", "0", "long name with spaces", "ä"]);
    if (found.length > 0) return found;
    return findWith(prover.violations(listNames(...existing), ref).flatMap((it) => [...it.counterexamples()]));
  };
  yield createViolation(set, right, { keyword: "propertyNames", kind: "refused", counterexamples });
};

/** Finds violations of `dependentRequired` and `dependentSchemas`. */
const findDependentViolations: KeywordRule = function* (prover, set, right, schema) {
  const required = isObject(schema.dependentRequired) ? schema.dependentRequired : {};
  const schemas = isObject(schema.dependentSchemas) ? schema.dependentSchemas : {};
  const always = getRequiredNames(prover, set);
  const violation = (keyword: string, name: string, more = (): unknown[] => []): ContainmentViolation =>
    createRejectingViolation(prover, set, right, {
      keyword,
      kind: keyword === "dependentRequired" ? "required" : "schema",
      hints: [{ required: [name] }],
      others: () => [
        ...setProperty(prover, set, name, makeSetValues(prover, getPropertySet(set, name), {}, 3)),
        ...more(),
      ],
    });
  for (const [name, names] of Object.entries(required)) {
    const brought = new Set([...always, ...listDependentNames(set, name)]);
    if (isUnsatisfiable(prover, getPropertySet(set, name))) continue;
    if (!asArray(names).every((it) => brought.has(String(it)))) yield violation("dependentRequired", name);
  }
  for (const name of Object.keys(schemas)) {
    const ref = getSubschema(right, "dependentSchemas", name);
    if (isUnsatisfiable(prover, getPropertySet(set, name)) || prover.proves(set, ref)) continue;
    const similar = getConstraints(set).schemas.some(
      ({ ref: it, schema: existing }) =>
        isObject(existing.dependentSchemas) &&
        Object.hasOwn(existing.dependentSchemas, name) &&
        prover.proves(extendSet(set, [getSubschema(it, "dependentSchemas", name)]), ref),
    );
    if (similar) continue;
    yield violation("dependentSchemas", name, () => makeRejectedValues(prover, set, ref, name));
  }
};

/** Makes values with the property that the dependent schema rejects. */
function makeRejectedValues(prover: Prover, set: SchemaSet, ref: SchemaRef, name: string): unknown[] {
  const withoutProperty = prover
    .violations(set, ref)
    .flatMap(({ counterexamples }) => [...counterexamples()].filter(isObject));
  const values = makeSetValues(prover, getPropertySet(set, name), {}, 2);
  return withoutProperty.flatMap((object) => values.map((value) => ({ ...object, [name]: value })));
}

function listDependentNames(set: SchemaSet, name: string): string[] {
  return getConstraints(set).schemas.flatMap(({ schema }) =>
    isObject(schema.dependentRequired) ? asArray(schema.dependentRequired[name]).map(String) : [],
  );
}

/** Finds violations of `patternProperties` by properties that the set does not declare. */
const findPatternViolations: KeywordRule = function* (prover, set, right, schema) {
  const constraints = getPatternSets(set);
  for (const pattern of Object.keys(isObject(schema.patternProperties) ? schema.patternProperties : {})) {
    const ref = getSubschema(right, "patternProperties", pattern);
    const similar = constraints.get(pattern);
    const cases = similar === undefined ? [getOtherPropertiesSet(set), ...constraints.values()] : [similar];
    const [name = "text"] = generateMatchingTexts(pattern);
    for (const property of cases)
      yield* findInnerViolations(prover, set, ref, { name, reportedName: `{${pattern}}`, property });
  }
};

/** Finds violations of `additionalProperties` or `unevaluatedProperties` by properties that neither side declares. */
const findOtherPropertyViolations: KeywordRule = function* (prover, set, right, schema) {
  const keyword = schema.additionalProperties === undefined ? "unevaluatedProperties" : "additionalProperties";
  if (schema[keyword] === undefined) return;
  const ref = getSubschema(right, keyword);
  if (keyword === "unevaluatedProperties" && !hasNoEvaluatingSibling(schema)) {
    yield* findUnevaluatedViolations(prover, set, right, schema);
    return;
  }
  const known = new Set(Object.keys(isObject(schema.patternProperties) ? schema.patternProperties : {}));
  const patterns = [...getPatternSets(set)].filter(([pattern]) => !known.has(pattern));
  const cases = [
    { name: "extra", reportedName: ANY_TOKEN, property: getOtherPropertiesSet(set) },
    ...patterns.map(([pattern, property]) => {
      return { name: generateMatchingTexts(pattern)[0] ?? "extra", reportedName: `{${pattern}}`, property };
    }),
  ];
  for (const it of cases) yield* findInnerViolations(prover, set, ref, it);
};

/** Tries counterexamples only, because which properties count as evaluated depends on the value. */
const findUnevaluatedViolations: KeywordRule = function* (prover, set, right, schema) {
  if (schema.unevaluatedProperties === true) return;
  const others = (): Iterable<unknown> =>
    setProperty(prover, set, "extra", makeSetValues(prover, getOtherPropertiesSet(set), {}, 2));
  yield createRejectingViolation(prover, set, right, { keyword: "unevaluatedProperties", kind: "refused", others });
};

/** Finds violations of a schema by a property. If the schema is `false`, the property is rejected, so that its name is reported. */
const findInnerViolations: KeywordRule<NamedProperty & { readonly property: SchemaSet }> = function* (
  prover,
  set,
  ref,
  { property, ...named },
) {
  const isClosing = /\/(additional|unevaluated)Properties$/.test(ref.pointer) || ref.spec.at(ref.pointer) === false;
  for (const violation of prover.violations(property, ref)) {
    const lifted = liftPropertyViolation(prover, set, violation, named);
    yield violation.right === ref.pointer && isClosing ? { ...lifted, kind: "refused" } : lifted;
  }
};

/** Whether only `properties` and `patternProperties` can evaluate properties. */
function hasNoEvaluatingSibling(schema: JsonObject): boolean {
  return !hasEvaluatingKeyword(schema) && schema.additionalProperties === undefined;
}
