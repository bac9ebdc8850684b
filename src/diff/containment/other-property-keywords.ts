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
  set: SchemaSet,
  right: SchemaRef,
  schema: JsonObject,
): Iterable<ContainmentViolation> {
  const constraints = getPatternSets(set);
  for (const pattern of Object.keys(isObject(schema.patternProperties) ? schema.patternProperties : {})) {
    const ref = { ...right, pointer: joinPointer(right.pointer, "patternProperties", pattern) };
    const similar = constraints.get(pattern);
    const cases = similar === undefined ? [getOtherPropertiesSet(set), ...constraints.values()] : [similar];
    const [name = "text"] = generateMatchingTexts(pattern);
    for (const one of cases)
      for (const violation of prover.violations(one, ref))
        yield liftPropertyViolation(prover, set, violation, { name, reportedName: ANY_TOKEN });
  }
}

/** The properties that neither side names, against what the schema says of all others. */
export function* findOtherPropertyViolations(
  prover: Prover,
  set: SchemaSet,
  right: SchemaRef,
  schema: JsonObject,
): Iterable<ContainmentViolation> {
  const keyword = schema.additionalProperties === undefined ? "unevaluatedProperties" : "additionalProperties";
  if (schema[keyword] === undefined) return;
  const ref = { ...right, pointer: joinPointer(right.pointer, keyword) };
  if (keyword === "unevaluatedProperties" && !hasNoEvaluatingSibling(schema)) {
    yield* findUnevaluatedViolations(prover, set, right, schema);
    return;
  }
  const known = new Set(Object.keys(isObject(schema.patternProperties) ? schema.patternProperties : {}));
  const patterns = [...getPatternSets(set)].filter(([pattern]) => !known.has(pattern));
  const cases = [
    ["extra", getOtherPropertiesSet(set)] as const,
    ...patterns.map(([pattern, it]) => [generateMatchingTexts(pattern)[0] ?? "extra", it] as const),
  ];
  for (const [name, one] of cases)
    for (const violation of prover.violations(one, ref))
      yield markRejectedProperty(liftPropertyViolation(prover, set, violation, { name, reportedName: ANY_TOKEN }), ref);
}

/** What is evaluated depends on what fits beside it: only tried. */
function* findUnevaluatedViolations(
  prover: Prover,
  set: SchemaSet,
  right: SchemaRef,
  schema: JsonObject,
): Iterable<ContainmentViolation> {
  if (schema.unevaluatedProperties === true) return;
  const counterexamples = (): unknown[] => {
    const values = makeSetValues(prover, getOtherPropertiesSet(set), {}, 2);
    const larger = setProperty(prover, set, "extra", values);
    return selectShortest([
      ...findRejectedValues(prover, set, right, [{}]),
      ...larger.filter((it) => isCounterexample(prover, set, right, it)),
    ]);
  };
  yield createViolation(set, right, { keyword: "unevaluatedProperties", kind: "refused", counterexamples });
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
