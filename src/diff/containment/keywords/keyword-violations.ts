import { getApplicator, isApplied } from "../../../document/applicators.js";
import { asArray, isObject, type JsonObject } from "../../../document/index.js";
import { makeSetValues } from "../counterexamples.js";
import {
  createRejectingViolation,
  createValueViolation,
  createViolation,
  UNSPECIFIED_VIOLATION,
} from "../create-violation.js";
import type { ContainmentViolation, KeywordRule, Prover } from "../prover.js";
import {
  containsValue,
  getConstraints,
  getPossibleTypes,
  getPrimitiveType,
  includesPrimitive,
  NULL_AND_BOOLEANS,
  type PrimitiveType,
  type SchemaSet,
} from "../schemas/schema-set.js";
import {
  acceptsValue,
  getRefTarget,
  getSubschema,
  type SchemaRef,
  validateValue,
} from "../schemas/versioned-document.js";
import { findArrayViolations } from "./array-keywords.js";
import { findCompositionViolations } from "./composition-keywords.js";
import { findObjectViolations } from "./object-keywords.js";
import { findNumberViolations, findStringViolations } from "./scalar-keywords.js";

/** Finds the keywords of a schema that may reject a value of a set; none if it accepts all of them. */
export function* findViolations(prover: Prover, set: SchemaSet, right: SchemaRef): Iterable<ContainmentViolation> {
  const schema = right.spec.at(right.pointer);
  if (schema === false) {
    yield createViolation(set, right, { kind: "schema", counterexamples: () => makeSetValues(prover, set) });
    return;
  }
  if (!isObject(schema)) return;
  const { enumValues } = getConstraints(set).keywords;
  const plain = NULL_AND_BOOLEANS.filter((value) => set.types.includes(getPrimitiveType(value)));
  const values = (enumValues ?? []).filter((value) => !NULL_AND_BOOLEANS.includes(value as null));
  yield* checkValues(prover, set, right, [...plain, ...values]);
  if (enumValues !== undefined) return;
  for (const primitive of getPossibleTypes(set))
    if (primitive !== "null" && primitive !== "boolean")
      yield* checkType(prover, { ...set, types: [primitive] }, right, schema);
}

/** Tests each value if all values of the set are known. */
const checkValues: KeywordRule<readonly unknown[]> = function* (prover, set, right, values) {
  for (const value of values)
    if (containsValue(set, prover.direction, value) && !acceptsValue(right, prover.direction, value)) {
      const isRefused = validateValue(right, prover.direction, value) === false;
      if (prover.wantsOnlyFirst()) yield UNSPECIFIED_VIOLATION;
      else if (isRefused) yield createValueViolation(prover, set, right, value);
      else yield createViolation(set, right, { kind: "schema", counterexamples: () => [] });
      if (prover.wantsOnlyFirst()) return;
    }
};

const checkType: KeywordRule = function* (prover, set, right, schema) {
  const [primitive] = set.types as readonly [PrimitiveType];
  if (schema.type !== undefined && !includesPrimitive([schema.type].flat(), primitive)) {
    yield createViolation(set, right, {
      keyword: "type",
      kind: "type",
      counterexamples: () => makeSetValues(prover, set),
    });
    return;
  }
  for (const keyword of ["enum", "const"])
    if (schema[keyword] !== undefined) yield* findEnumViolations(prover, set, right, keyword);
  if (primitive === "integer" || primitive === "fraction") yield* findNumberViolations(prover, set, right, schema);
  else if (primitive === "string") yield* findStringViolations(prover, set, right, schema);
  else if (primitive === "array") yield* findArrayViolations(prover, set, right, schema);
  else yield* findObjectViolations(prover, set, right, schema);
  for (const keyword of listUnprovenApplicators(schema, primitive))
    yield createRejectingViolation(prover, set, right, { keyword, kind: "schema" });
  yield* findReferenceViolations(prover, set, right, schema);
  for (const [index] of asArray(schema.allOf).entries())
    yield* prover.violations(set, getSubschema(right, "allOf", index));
  yield* findCompositionViolations(prover, set, right, schema);
};

/** An enum rejects every value that it does not list. */
const findEnumViolations: KeywordRule<string> = function* (prover, set, right, keyword) {
  const integers = listIntegers(set);
  if (integers !== undefined) yield* checkValues(prover, set, right, integers);
  else yield createRejectingViolation(prover, set, right, { keyword, kind: "values" });
};

const MAX_INTEGERS = 64;

/** Lists the integers of a narrow range. */
function listIntegers(set: SchemaSet): readonly number[] | undefined {
  const { minimum, maximum } = getConstraints(set).keywords;
  if (set.types[0] !== "integer" || minimum === undefined || maximum === undefined) return undefined;
  const [from, count] = [Math.ceil(minimum.value), Math.floor(maximum.value) - Math.ceil(minimum.value) + 1];
  return count > MAX_INTEGERS ? undefined : Array.from({ length: Math.max(0, count) }, (_, index) => from + index);
}

const findReferenceViolations: KeywordRule = function* (prover, set, right, schema) {
  const target = getRefTarget(right);
  if (target !== undefined) yield* prover.violations(set, target);
  const isUnresolved = (target === undefined && schema.$ref !== undefined) || schema.$dynamicRef !== undefined;
  const keyword = schema.$dynamicRef === undefined ? "$ref" : "$dynamicRef";
  if (isUnresolved) yield createRejectingViolation(prover, set, right, { keyword, kind: "schema" });
};

/** Lists the applicators of a schema that can reject values of a type, and that no rule of the prover covers. */
function listUnprovenApplicators(schema: JsonObject, primitive: string): readonly string[] {
  return Object.keys(schema).filter((keyword) => {
    const [, applies] = getApplicator(keyword) ?? [];
    if (applies === undefined || !isApplied({ applies })) return false;
    const isProven = PROVEN_KEYWORDS.has(keyword) && !(keyword === "items" && Array.isArray(schema.items));
    return !isProven && (applies.endsWith("-item") ? primitive === "array" : primitive === "object");
  });
}

const PROVEN_KEYWORDS: ReadonlySet<string> = new Set([
  ...["allOf", "anyOf", "oneOf", "not", "if", "then", "else", "dependentSchemas"],
  ...["properties", "patternProperties", "additionalProperties", "unevaluatedProperties", "propertyNames"],
  ...["items", "prefixItems", "contains", "unevaluatedItems"],
]);
