import { asArray, asObject, isObject, type JsonObject, joinPointer } from "../../document/index.js";
import { findPropertyPointers } from "../../schema/analysis/merged-schema.js";
import type { ContainmentViolation } from "./containment-violation.js";
import {
  type ExtraKeywords,
  findRejectedValues,
  isCounterexample,
  makeSetValues,
  selectShortest,
  setProperty,
} from "./counterexamples.js";
import { createViolation, liftPropertyViolation } from "./create-violation.js";
import { findDependentViolations } from "./dependent-keywords.js";
import {
  findOtherPropertyViolations,
  findPatternViolations,
  hasNoEvaluatingSibling,
  markRejectedProperty,
} from "./other-property-keywords.js";
import { listPossibleSchemas } from "./possible-schemas.js";
import type { Prover } from "./prover.js";
import {
  createSchemaSet,
  getConstraints,
  getOtherPropertiesSet,
  getPatternSets,
  getPropertySet,
  listDeclaredNames,
  type SchemaSet,
} from "./schema-set.js";
import { getRequiredNames, isUnsatisfiable } from "./unsatisfiable.js";
import { acceptsValue, type SchemaRef } from "./versioned-document.js";

/** Where a schema asks more of an object than is known of those of a case. */
export function* findObjectViolations(
  prover: Prover,
  given: SchemaSet,
  right: SchemaRef,
  schema: JsonObject,
): Iterable<ContainmentViolation> {
  yield* findRequiredViolations(prover, given, right, schema);
  yield* findCountViolations(prover, given, right, schema);
  yield* findNamedViolations(prover, given, right, schema);
  yield* findPatternViolations(prover, given, right, schema);
  yield* findOtherPropertyViolations(prover, given, right, schema);
  yield* findNameViolations(prover, given, right, schema);
  yield* findDependentViolations(prover, given, right, schema);
}

function* findRequiredViolations(
  prover: Prover,
  given: SchemaSet,
  right: SchemaRef,
  schema: JsonObject,
): Iterable<ContainmentViolation> {
  const required = asArray(schema.required).filter((name) => typeof name === "string");
  if (required.length === 0) return;
  const known = getRequiredNames(prover, given);
  const hidden = right.spec.sideExclusions(prover.direction).withEnclosing(right.pointer);
  for (const name of required) {
    if (known.has(name) || hidden.has(name)) continue;
    const counterexamples = (): unknown[] => makeValuesWithoutProperty(prover, given, right, name);
    const violation = createViolation(given, right, { keyword: "required", kind: "required", counterexamples });
    yield { ...violation, path: [name] };
  }
}

function makeValuesWithoutProperty(prover: Prover, given: SchemaSet, right: SchemaRef, name: string): unknown[] {
  const lacking = makeSetValues(prover, given, {}, 6).flatMap((value) => {
    if (!isObject(value)) return [];
    const { [name]: _, ...rest } = value;
    return [rest];
  });
  return selectShortest(lacking.filter((value) => isCounterexample(prover, given, right, value)));
}

function* findCountViolations(
  prover: Prover,
  given: SchemaSet,
  right: SchemaRef,
  schema: JsonObject,
): Iterable<ContainmentViolation> {
  const { minProperties: least, maxProperties: most } = schema;
  const { keywords } = getConstraints(given);
  const violation = (keyword: string, hints: readonly ExtraKeywords[]): ContainmentViolation =>
    createViolation(given, right, {
      keyword,
      kind: "bounds",
      counterexamples: () => findRejectedValues(prover, given, right, hints),
    });
  const fewest = Math.max(keywords.minProperties?.value ?? 0, getRequiredNames(prover, given).size);
  if (typeof least === "number" && fewest < least) yield violation("minProperties", [{ maxProperties: least - 1 }, {}]);
  if (typeof most !== "number" || (keywords.maxProperties?.value ?? Number.POSITIVE_INFINITY) <= most) return;
  const names = listDeclaredNames(given).filter((name) => !isUnsatisfiable(prover, getPropertySet(given, name)));
  const isFew = isClosedSet(prover, given) && names.length <= most;
  if (!isFew) yield violation("maxProperties", [{ minProperties: most + 1 }, { required: names }, {}]);
}

/** Whether there can be no properties but those that are named. */
function isClosedSet(prover: Prover, given: SchemaSet): boolean {
  return getPatternSets(given).size === 0 && isUnsatisfiable(prover, getOtherPropertiesSet(given));
}

/** Each property that either side names, against all that the schema says of it. */
function* findNamedViolations(
  prover: Prover,
  given: SchemaSet,
  right: SchemaRef,
  schema: JsonObject,
): Iterable<ContainmentViolation> {
  const { properties } = schema;
  const named = isObject(properties) ? Object.keys(properties) : [];
  const names = new Set([...named, ...listDeclaredNames(given)]);
  if (schema.properties === undefined && !hasOtherPropertyKeywords(schema)) return;
  for (const name of names) {
    const below = listPropertyRefs(right, schema, name);
    if (below.length === 0 || isExcludedByDirection(prover, given, name)) continue;
    if (!prover.countsUndeclared && isUndeclared(given, name)) continue;
    const property = getPropertySet(given, name);
    for (const ref of below)
      for (const violation of prover.violations(property, ref))
        yield markRejectedProperty(liftPropertyViolation(prover, given, violation, { name }), ref);
  }
}

function hasOtherPropertyKeywords(schema: JsonObject): boolean {
  return ["patternProperties", "additionalProperties", "unevaluatedProperties"].some((it) => schema[it] !== undefined);
}

/** Whether an open object that names some of its properties says nothing of this one: then it is not expected to be there. */
function isUndeclared(given: SchemaSet, name: string): boolean {
  const possible = listPossibleSchemas(given);
  const isNaming = possible.some(({ schema }) => Object.keys(asObject(schema.properties) ?? {}).length > 0);
  return (
    isNaming &&
    possible.every(
      ({ schema: { properties, patternProperties, additionalProperties, unevaluatedProperties } }) =>
        Object.hasOwn(asObject(properties) ?? {}, name) === false &&
        patternProperties === undefined &&
        [additionalProperties, unevaluatedProperties].every((it) => it === undefined || it === true),
    )
  );
}

/** What its side may not carry is not sent, whatever the other says of it. */
function isExcludedByDirection(prover: Prover, given: SchemaSet, name: string): boolean {
  return getConstraints(given).shapes.some(({ ref, pointer }) =>
    ref.spec.sideExclusions(prover.direction).ofSchema(pointer).has(name),
  );
}

function listPropertyRefs(right: SchemaRef, schema: JsonObject, name: string): SchemaRef[] {
  const shape = {
    pointer: right.pointer,
    schema: { ...schema, unevaluatedProperties: undefined as never },
    always: [],
    choices: [],
  };
  const { unevaluatedProperties: _, ...rest } = shape.schema;
  const found = findPropertyPointers([{ ...shape, schema: rest }], name);
  const spoken = findPropertyPointers(
    [{ ...shape, schema: { properties: schema.properties ?? {}, patternProperties: schema.patternProperties ?? {} } }],
    name,
  );
  if (spoken === undefined && schema.additionalProperties === false)
    return [{ ...right, pointer: joinPointer(right.pointer, "additionalProperties") }];
  if (
    spoken === undefined &&
    schema.additionalProperties === undefined &&
    hasNoEvaluatingSibling(schema) &&
    schema.unevaluatedProperties !== undefined
  )
    return [{ ...right, pointer: joinPointer(right.pointer, "unevaluatedProperties") }];
  return (found ?? []).map((pointer) => ({ ...right, pointer }));
}

function* findNameViolations(
  prover: Prover,
  given: SchemaSet,
  right: SchemaRef,
  schema: JsonObject,
): Iterable<ContainmentViolation> {
  if (schema.propertyNames === undefined || schema.propertyNames === true) return;
  const ref = { ...right, pointer: joinPointer(right.pointer, "propertyNames") };
  const { shapes } = getConstraints(given);
  const isSaid = shapes.some(
    ({ ref: it, schema: own, pointer }) =>
      own.propertyNames !== undefined &&
      prover.proves(
        {
          ...createSchemaSet({ ...it, pointer: joinPointer(pointer, "propertyNames") }),
          types: ["string"],
          depth: given.depth + 1,
        },
        ref,
      ),
  );
  const isListed =
    isClosedSet(prover, given) && listDeclaredNames(given).every((name) => acceptsValue(ref, prover.direction, name));
  if (isSaid || isListed) return;
  const counterexamples = (): unknown[] => {
    const names = [...listDeclaredNames(given), "", "A", "a", "extra", "0", "long name with spaces", "ä"];
    const wrong = names.filter((name) => !acceptsValue(ref, prover.direction, name));
    return selectShortest(
      wrong.flatMap((name) =>
        setProperty(prover, given, name, makeSetValues(prover, getPropertySet(given, name), {}, 1)),
      ),
    );
  };
  yield createViolation(given, right, { keyword: "propertyNames", kind: "refused", counterexamples });
}
