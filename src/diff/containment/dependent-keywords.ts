import { asArray, isObject, type JsonObject, joinPointer } from "../../document/index.js";
import { type Case, factsOf, propertyCase } from "./case.js";
import type { Gap } from "./gap.js";
import { isImpossible, requiredOf } from "./impossible.js";
import { gapAt, once } from "./make-gap.js";
import type { Prover } from "./prover.js";
import type { Ref } from "./sided.js";
import { isWitness, refusedValues, shortest, valuesOf, withProperty } from "./witness.js";

/** `dependentRequired` and `dependentSchemas`. */
export function* dependentGaps(prover: Prover, given: Case, right: Ref, schema: JsonObject): Iterable<Gap> {
  const required = isObject(schema.dependentRequired) ? schema.dependentRequired : {};
  const schemas = isObject(schema.dependentSchemas) ? schema.dependentSchemas : {};
  const always = requiredOf(prover, given);
  const gap = (keyword: string, name: string): Gap =>
    gapAt(given, right, {
      keyword,
      kind: keyword === "dependentRequired" ? "required" : "schema",
      witnesses: () =>
        shortest([
          ...refusedValues(prover, given, right, [{ required: [name] }]),
          ...withProperty(prover, given, name, valuesOf(prover, propertyCase(given, name), {}, 3)).filter((it) =>
            isWitness(prover, given, right, it),
          ),
        ]),
    });
  for (const [name, names] of Object.entries(required)) {
    const brought = new Set([...always, ...broughtBy(given, name)]);
    if (isImpossible(prover, propertyCase(given, name))) continue;
    if (!asArray(names).every((it) => brought.has(String(it)))) yield gap("dependentRequired", name);
  }
  for (const name of Object.keys(schemas)) {
    const ref = { ...right, pointer: joinPointer(right.pointer, "dependentSchemas", name) };
    if (isImpossible(prover, propertyCase(given, name)) || prover.proves(given, ref)) continue;
    const alike = factsOf(given).shapes.some(
      ({ ref: it, schema: own, pointer }) =>
        isObject(own.dependentSchemas) &&
        Object.hasOwn(own.dependentSchemas, name) &&
        prover.proves(
          { ...given, refs: [...given.refs, { ...it, pointer: joinPointer(pointer, "dependentSchemas", name) }] },
          ref,
        ),
    );
    if (alike) continue;
    const found = gap("dependentSchemas", name);
    yield {
      ...found,
      witnesses: once(() => [...found.witnesses(), ...refusedBy(prover, given, { right, ref, name })]),
    };
  }
}

type Dependent = { readonly right: Ref; readonly ref: Ref; readonly name: string };

/** Values that the schema refuses that depends on a property, with that property. */
function refusedBy(prover: Prover, given: Case, { right, ref, name }: Dependent): unknown[] {
  const lacking = prover.gaps(given, ref).flatMap(({ witnesses }) => witnesses().filter(isObject));
  const values = valuesOf(prover, propertyCase(given, name), {}, 2);
  const having = lacking.flatMap((object) => values.map((value) => ({ ...object, [name]: value })));
  return shortest(having.filter((it) => isWitness(prover, given, right, it)));
}

function broughtBy(given: Case, name: string): string[] {
  return factsOf(given).shapes.flatMap(({ schema }) =>
    isObject(schema.dependentRequired) ? asArray(schema.dependentRequired[name]).map(String) : [],
  );
}
