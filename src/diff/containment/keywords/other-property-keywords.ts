import { isObject, type JsonObject, joinPointer } from "../../../document/index.js";
import { generateMatchingTexts } from "../../../samples/matching-text.js";
import { selectValues } from "../ascending-values.js";
import { ANY_TOKEN, type ContainmentViolation } from "../containment-violation.js";
import {
  findRejectedValues,
  isCounterexample,
  makeSetValues,
  selectShortest,
  setProperty,
} from "../counterexamples.js";
import { createViolation, liftPropertyViolation } from "../create-violation.js";
import type { Prover } from "../prover.js";
import { getOtherPropertiesSet, getPatternSets, type SchemaSet } from "../schemas/schema-set.js";
import type { SchemaRef } from "../schemas/versioned-document.js";
import { hasEvaluatingKeyword } from "./applicator-keywords.js";

/** Finds violations of `patternProperties` by properties that the set does not declare. */
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

/** Finds violations of `additionalProperties` or `unevaluatedProperties` by properties that neither side declares. */
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

/** Tries counterexamples only, because which properties count as evaluated depends on the value. */
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
      ...selectValues(larger, (it) => isCounterexample(prover, set, right, it)),
    ]);
  };
  yield createViolation(set, right, { keyword: "unevaluatedProperties", kind: "refused", counterexamples });
}

/** Marks a violation of `additionalProperties: false` as a rejected property, so that its name is reported. */
export function markRejectedProperty(violation: ContainmentViolation, { pointer }: SchemaRef): ContainmentViolation {
  const isClosing = violation.right === pointer && /\/(additional|unevaluated)Properties$/.test(pointer);
  return isClosing ? { ...violation, kind: "refused" } : violation;
}

/** Whether only `properties` and `patternProperties` can evaluate properties. */
export function hasNoEvaluatingSibling(schema: JsonObject): boolean {
  return !hasEvaluatingKeyword(schema) && schema.additionalProperties === undefined;
}
