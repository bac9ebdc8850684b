import { asArray, isObject, type JsonObject, joinPointer } from "../../document/index.js";
import { findArrayViolations } from "./array-keywords.js";
import { findCompositionViolations } from "./composition-keywords.js";
import type { ContainmentViolation } from "./containment-violation.js";
import { findRejectedValues, makeSetValues } from "./counterexamples.js";
import { createValueViolation, createViolation, UNSPECIFIED_VIOLATION } from "./create-violation.js";
import { findObjectViolations } from "./object-keywords.js";
import type { Prover } from "./prover.js";
import { findNumberViolations, findStringViolations } from "./scalar-keywords.js";
import {
  containsValue,
  getConstraints,
  getPossibleTypes,
  getPrimitiveType,
  type PrimitiveType,
  type SchemaSet,
} from "./schema-set.js";
import { acceptsValue, getRefTarget, type SchemaRef, validateValue } from "./versioned-document.js";

/** Where the schema may refuse a value of a case, keyword by keyword; none when it accepts them all. */
export function* findViolations(prover: Prover, given: SchemaSet, right: SchemaRef): Iterable<ContainmentViolation> {
  const schema = right.spec.at(right.pointer);
  if (schema === false) {
    yield createViolation(given, right, { kind: "schema", counterexamples: () => makeSetValues(prover, given) });
    return;
  }
  if (!isObject(schema)) return;
  const { enumValues } = getConstraints(given).keywords;
  const plain = NULL_AND_BOOLEANS.filter((value) => given.types.includes(getPrimitiveType(value)));
  const values = (enumValues ?? []).filter((value) => !NULL_AND_BOOLEANS.includes(value as null));
  yield* checkValues(prover, given, right, [...plain, ...values]);
  if (enumValues !== undefined) return;
  for (const atom of getPossibleTypes(given))
    if (atom !== "null" && atom !== "boolean") yield* checkType(prover, { ...given, types: [atom] }, right, schema);
}

/** There are no others of these types: each is tried. */
const NULL_AND_BOOLEANS: readonly (null | boolean)[] = [null, false, true];

/** Where all values of a case are known, the schema itself tells which of them it refuses, and why. */
function* checkValues(
  prover: Prover,
  given: SchemaSet,
  right: SchemaRef,
  values: readonly unknown[],
): Iterable<ContainmentViolation> {
  for (const value of values)
    if (containsValue(given, prover.direction, value) && !acceptsValue(right, prover.direction, value)) {
      const isRefused = validateValue(right, prover.direction, value) === false;
      if (prover.wantsOnlyFirst()) yield UNSPECIFIED_VIOLATION;
      else if (isRefused) yield createValueViolation(prover, given, right, value);
      else yield createViolation(given, right, { kind: "schema", counterexamples: () => [] });
      if (prover.wantsOnlyFirst()) return;
    }
}

function* checkType(
  prover: Prover,
  given: SchemaSet,
  right: SchemaRef,
  schema: JsonObject,
): Iterable<ContainmentViolation> {
  const [atom] = given.types as readonly [PrimitiveType];
  if (!allowsType(schema, atom)) {
    yield createViolation(given, right, {
      keyword: "type",
      kind: "type",
      counterexamples: () => makeSetValues(prover, given),
    });
    return;
  }
  for (const keyword of ["enum", "const"])
    if (schema[keyword] !== undefined) yield* findEnumViolations(prover, given, right, keyword);
  if (atom === "integer" || atom === "fraction") yield* findNumberViolations(prover, given, right, schema);
  else if (atom === "string") yield* findStringViolations(prover, given, right, schema);
  else if (atom === "array") yield* findArrayViolations(prover, given, right, schema);
  else yield* findObjectViolations(prover, given, right, schema);
  yield* findReferenceViolations(prover, given, right, schema);
  for (const [index] of asArray(schema.allOf).entries())
    yield* prover.violations(given, { ...right, pointer: joinPointer(right.pointer, "allOf", index) });
  yield* findCompositionViolations(prover, given, right, schema);
}

function allowsType({ type }: JsonObject, atom: PrimitiveType): boolean {
  if (type === undefined) return true;
  const types = [type].flat();
  return types.includes(atom) || (types.includes("number") && (atom === "integer" || atom === "fraction"));
}

/** All that a case is not known to list may be refused by a list. */
function* findEnumViolations(
  prover: Prover,
  given: SchemaSet,
  right: SchemaRef,
  keyword: string,
): Iterable<ContainmentViolation> {
  const few = listIntegers(given);
  if (few !== undefined) yield* checkValues(prover, given, right, few);
  else
    yield createViolation(given, right, {
      keyword,
      kind: "values",
      counterexamples: () => findRejectedValues(prover, given, right, [{}]),
    });
}

const MAX_INTEGERS = 64;

/** The integers of a narrow range. */
function listIntegers(given: SchemaSet): readonly number[] | undefined {
  const { minimum, maximum } = getConstraints(given).keywords;
  if (given.types[0] !== "integer" || minimum === undefined || maximum === undefined) return undefined;
  const [from, count] = [Math.ceil(minimum.value), Math.floor(maximum.value) - Math.ceil(minimum.value) + 1];
  return count > MAX_INTEGERS ? undefined : Array.from({ length: Math.max(0, count) }, (_, index) => from + index);
}

function* findReferenceViolations(
  prover: Prover,
  given: SchemaSet,
  right: SchemaRef,
  schema: JsonObject,
): Iterable<ContainmentViolation> {
  const target = getRefTarget(right);
  if (target !== undefined) yield* prover.violations(given, target);
  const isOut = (target === undefined && schema.$ref !== undefined) || schema.$dynamicRef !== undefined;
  const keyword = schema.$dynamicRef === undefined ? "$ref" : "$dynamicRef";
  if (isOut)
    yield createViolation(given, right, {
      keyword,
      kind: "schema",
      counterexamples: () => findRejectedValues(prover, given, right, [{}]),
    });
}
