import { asArray, isObject, type JsonObject, joinPointer } from "../../document/index.js";
import type { ContainmentViolation } from "./containment-violation.js";
import { findRejectedValues, isCounterexample, makeSetValues, selectShortest, setProperty } from "./counterexamples.js";
import { createViolation, once } from "./create-violation.js";
import type { Prover } from "./prover.js";
import { getConstraints, getPropertySet, type SchemaSet } from "./schema-set.js";
import { getRequiredNames, isUnsatisfiable } from "./unsatisfiable.js";
import type { SchemaRef } from "./versioned-document.js";

/** `dependentRequired` and `dependentSchemas`. */
export function* findDependentViolations(
  prover: Prover,
  given: SchemaSet,
  right: SchemaRef,
  schema: JsonObject,
): Iterable<ContainmentViolation> {
  const required = isObject(schema.dependentRequired) ? schema.dependentRequired : {};
  const schemas = isObject(schema.dependentSchemas) ? schema.dependentSchemas : {};
  const always = getRequiredNames(prover, given);
  const violation = (keyword: string, name: string): ContainmentViolation =>
    createViolation(given, right, {
      keyword,
      kind: keyword === "dependentRequired" ? "required" : "schema",
      counterexamples: () =>
        selectShortest([
          ...findRejectedValues(prover, given, right, [{ required: [name] }]),
          ...setProperty(prover, given, name, makeSetValues(prover, getPropertySet(given, name), {}, 3)).filter((it) =>
            isCounterexample(prover, given, right, it),
          ),
        ]),
    });
  for (const [name, names] of Object.entries(required)) {
    const brought = new Set([...always, ...listDependentNames(given, name)]);
    if (isUnsatisfiable(prover, getPropertySet(given, name))) continue;
    if (!asArray(names).every((it) => brought.has(String(it)))) yield violation("dependentRequired", name);
  }
  for (const name of Object.keys(schemas)) {
    const ref = { ...right, pointer: joinPointer(right.pointer, "dependentSchemas", name) };
    if (isUnsatisfiable(prover, getPropertySet(given, name)) || prover.proves(given, ref)) continue;
    const alike = getConstraints(given).shapes.some(
      ({ ref: it, schema: own, pointer }) =>
        isObject(own.dependentSchemas) &&
        Object.hasOwn(own.dependentSchemas, name) &&
        prover.proves(
          { ...given, refs: [...given.refs, { ...it, pointer: joinPointer(pointer, "dependentSchemas", name) }] },
          ref,
        ),
    );
    if (alike) continue;
    const found = violation("dependentSchemas", name);
    yield {
      ...found,
      counterexamples: once(() => [
        ...found.counterexamples(),
        ...makeRejectedValues(prover, given, { right, ref, name }),
      ]),
    };
  }
}

type DependentSchema = { readonly right: SchemaRef; readonly ref: SchemaRef; readonly name: string };

/** Values that the schema refuses that depends on a property, with that property. */
function makeRejectedValues(prover: Prover, given: SchemaSet, { right, ref, name }: DependentSchema): unknown[] {
  const lacking = prover.violations(given, ref).flatMap(({ counterexamples }) => counterexamples().filter(isObject));
  const values = makeSetValues(prover, getPropertySet(given, name), {}, 2);
  const having = lacking.flatMap((object) => values.map((value) => ({ ...object, [name]: value })));
  return selectShortest(having.filter((it) => isCounterexample(prover, given, right, it)));
}

function listDependentNames(given: SchemaSet, name: string): string[] {
  return getConstraints(given).shapes.flatMap(({ schema }) =>
    isObject(schema.dependentRequired) ? asArray(schema.dependentRequired[name]).map(String) : [],
  );
}
