import { isObject, type JsonObject, joinPointer } from "../../document/index.js";
import { generateMatchingTexts } from "../../samples/matching-text.js";
import { ANY_TOKEN, type ContainmentViolation } from "./containment-violation.js";
import { findRejectedValues, isCounterexample, makeSetValues, selectShortest, setProperty } from "./counterexamples.js";
import { createViolation, liftPropertyViolation } from "./create-violation.js";
import type { Prover } from "./prover.js";
import { getOtherPropertiesSet, getPatternSets, type SchemaSet } from "./schema-set.js";
import type { SchemaRef } from "./versioned-document.js";

/** The properties that a pattern of the schema speaks of, and the case does not name. */
export function* findPatternViolations(
  prover: Prover,
  given: SchemaSet,
  right: SchemaRef,
  schema: JsonObject,
): Iterable<ContainmentViolation> {
  const own = getPatternSets(given);
  for (const pattern of Object.keys(isObject(schema.patternProperties) ? schema.patternProperties : {})) {
    const ref = { ...right, pointer: joinPointer(right.pointer, "patternProperties", pattern) };
    const alike = own.get(pattern);
    const cases = alike === undefined ? [getOtherPropertiesSet(given), ...own.values()] : [alike];
    const [name = "text"] = generateMatchingTexts(pattern);
    for (const one of cases)
      for (const violation of prover.violations(one, ref))
        yield liftPropertyViolation(prover, given, violation, { name, reportedName: ANY_TOKEN });
  }
}

/** The properties that neither side names, against what the schema says of all others. */
export function* findOtherPropertyViolations(
  prover: Prover,
  given: SchemaSet,
  right: SchemaRef,
  schema: JsonObject,
): Iterable<ContainmentViolation> {
  const keyword = schema.additionalProperties === undefined ? "unevaluatedProperties" : "additionalProperties";
  if (schema[keyword] === undefined) return;
  const ref = { ...right, pointer: joinPointer(right.pointer, keyword) };
  if (keyword === "unevaluatedProperties" && !hasNoEvaluatingSibling(schema)) {
    yield* findUnevaluatedViolations(prover, given, right, schema);
    return;
  }
  const known = new Set(Object.keys(isObject(schema.patternProperties) ? schema.patternProperties : {}));
  const patterns = [...getPatternSets(given)].filter(([pattern]) => !known.has(pattern));
  const cases = [
    ["extra", getOtherPropertiesSet(given)] as const,
    ...patterns.map(([pattern, it]) => [generateMatchingTexts(pattern)[0] ?? "extra", it] as const),
  ];
  for (const [name, one] of cases)
    for (const violation of prover.violations(one, ref))
      yield markRejectedProperty(
        liftPropertyViolation(prover, given, violation, { name, reportedName: ANY_TOKEN }),
        ref,
      );
}

/** What is evaluated depends on what fits beside it: only tried. */
function* findUnevaluatedViolations(
  prover: Prover,
  given: SchemaSet,
  right: SchemaRef,
  schema: JsonObject,
): Iterable<ContainmentViolation> {
  if (schema.unevaluatedProperties === true) return;
  const counterexamples = (): unknown[] => {
    const values = makeSetValues(prover, getOtherPropertiesSet(given), {}, 2);
    const larger = setProperty(prover, given, "extra", values);
    return selectShortest([
      ...findRejectedValues(prover, given, right, [{}]),
      ...larger.filter((it) => isCounterexample(prover, given, right, it)),
    ]);
  };
  yield createViolation(given, right, { keyword: "unevaluatedProperties", kind: "refused", counterexamples });
}

/** A property that `additionalProperties: false` refuses is refused by name. */
export function markRejectedProperty(violation: ContainmentViolation, { pointer }: SchemaRef): ContainmentViolation {
  const isClosing = violation.right === pointer && /\/(additional|unevaluated)Properties$/.test(pointer);
  return isClosing ? { ...violation, kind: "refused" } : violation;
}

/** Whether `unevaluatedProperties` has nothing beside it that could evaluate properties but `properties` and patterns. */
export function hasNoEvaluatingSibling(schema: JsonObject): boolean {
  return !["$ref", "$dynamicRef", "allOf", "anyOf", "oneOf", "if", "dependentSchemas", "additionalProperties"].some(
    (keyword) => schema[keyword] !== undefined,
  );
}
