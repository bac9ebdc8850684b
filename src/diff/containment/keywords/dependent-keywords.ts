import { asArray, isObject, type JsonObject, joinPointer } from "../../../document/index.js";
import { selectValues } from "../ascending-values.js";
import type { ContainmentViolation } from "../containment-violation.js";
import {
  findRejectedValues,
  isCounterexample,
  makeSetValues,
  selectShortest,
  setProperty,
} from "../counterexamples.js";
import { createViolation, once } from "../create-violation.js";
import type { Prover } from "../prover.js";
import { getConstraints, getPropertySet, type SchemaSet } from "../schemas/schema-set.js";
import type { SchemaRef } from "../schemas/versioned-document.js";
import { getRequiredNames, isUnsatisfiable } from "../unsatisfiable.js";

/** Finds violations of `dependentRequired` and `dependentSchemas`. */
export function* findDependentViolations(
  prover: Prover,
  set: SchemaSet,
  right: SchemaRef,
  schema: JsonObject,
): Iterable<ContainmentViolation> {
  const required = isObject(schema.dependentRequired) ? schema.dependentRequired : {};
  const schemas = isObject(schema.dependentSchemas) ? schema.dependentSchemas : {};
  const always = getRequiredNames(prover, set);
  const violation = (keyword: string, name: string): ContainmentViolation =>
    createViolation(set, right, {
      keyword,
      kind: keyword === "dependentRequired" ? "required" : "schema",
      counterexamples: () =>
        selectShortest([
          ...findRejectedValues(prover, set, right, [{ required: [name] }]),
          ...selectValues(
            setProperty(prover, set, name, makeSetValues(prover, getPropertySet(set, name), {}, 3)),
            (it) => isCounterexample(prover, set, right, it),
          ),
        ]),
    });
  for (const [name, names] of Object.entries(required)) {
    const brought = new Set([...always, ...listDependentNames(set, name)]);
    if (isUnsatisfiable(prover, getPropertySet(set, name))) continue;
    if (!asArray(names).every((it) => brought.has(String(it)))) yield violation("dependentRequired", name);
  }
  for (const name of Object.keys(schemas)) {
    const ref = { ...right, pointer: joinPointer(right.pointer, "dependentSchemas", name) };
    if (isUnsatisfiable(prover, getPropertySet(set, name)) || prover.proves(set, ref)) continue;
    const similar = getConstraints(set).schemas.some(
      ({ ref: it, schema: existing, pointer }) =>
        isObject(existing.dependentSchemas) &&
        Object.hasOwn(existing.dependentSchemas, name) &&
        prover.proves(
          { ...set, refs: [...set.refs, { ...it, pointer: joinPointer(pointer, "dependentSchemas", name) }] },
          ref,
        ),
    );
    if (similar) continue;
    const found = violation("dependentSchemas", name);
    yield {
      ...found,
      counterexamples: once(() => [
        ...found.counterexamples(),
        ...makeRejectedValues(prover, set, { right, ref, name }),
      ]),
    };
  }
}

type DependentSchema = { readonly right: SchemaRef; readonly ref: SchemaRef; readonly name: string };

/** Makes values with the property that the dependent schema rejects. */
function makeRejectedValues(prover: Prover, set: SchemaSet, { right, ref, name }: DependentSchema): unknown[] {
  const withoutProperty = prover
    .violations(set, ref)
    .flatMap(({ counterexamples }) => [...counterexamples()].filter(isObject));
  const values = makeSetValues(prover, getPropertySet(set, name), {}, 2);
  const candidates = withoutProperty.flatMap((object) => values.map((value) => ({ ...object, [name]: value })));
  return selectShortest(candidates, 4, (it) => isCounterexample(prover, set, right, it));
}

function listDependentNames(set: SchemaSet, name: string): string[] {
  return getConstraints(set).schemas.flatMap(({ schema }) =>
    isObject(schema.dependentRequired) ? asArray(schema.dependentRequired[name]).map(String) : [],
  );
}
