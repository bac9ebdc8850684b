import { asArray, asObject, isObject, type JsonObject, joinPointer } from "../../document/index.js";
import { matchingTexts } from "../../probe/matching-text.js";
import { propertyPointers } from "../../schema/node.js";
import { type Case, caseOf, factsOf, namesOf, otherCase, patternCases, propertyCase } from "./case.js";
import { dependentGaps } from "./dependent-keywords.js";
import { ANY, type Gap } from "./gap.js";
import { isImpossible, requiredOf } from "./impossible.js";
import { gapAt, ofProperty } from "./make-gap.js";
import { mayApply } from "./may-apply.js";
import type { Prover } from "./prover.js";
import { accepts, type Ref } from "./sided.js";
import { type Direction, isWitness, refusedValues, shortest, valuesOf, withProperty } from "./witness.js";

/** Where a schema asks more of an object than is known of those of a case. */
export function* objectGaps(prover: Prover, given: Case, right: Ref, schema: JsonObject): Iterable<Gap> {
  yield* requiredGaps(prover, given, right, schema);
  yield* countGaps(prover, given, right, schema);
  yield* namedGaps(prover, given, right, schema);
  yield* patternGaps(prover, given, right, schema);
  yield* otherGaps(prover, given, right, schema);
  yield* nameGaps(prover, given, right, schema);
  yield* dependentGaps(prover, given, right, schema);
}

function* requiredGaps(prover: Prover, given: Case, right: Ref, schema: JsonObject): Iterable<Gap> {
  const required = asArray(schema.required).filter((name) => typeof name === "string");
  if (required.length === 0) return;
  const known = requiredOf(prover, given);
  const hidden = right.sided.hidden(prover.view).inPlace(right.pointer);
  for (const name of required) {
    if (known.has(name) || hidden.has(name)) continue;
    const witnesses = (): unknown[] => withoutProperty(prover, given, right, name);
    const gap = gapAt(given, right, { keyword: "required", kind: "required", witnesses });
    yield { ...gap, path: [name] };
  }
}

function withoutProperty(prover: Prover, given: Case, right: Ref, name: string): unknown[] {
  const lacking = valuesOf(prover, given, {}, 6).flatMap((value) => {
    if (!isObject(value)) return [];
    const { [name]: _, ...rest } = value;
    return [rest];
  });
  return shortest(lacking.filter((value) => isWitness(prover, given, right, value)));
}

function* countGaps(prover: Prover, given: Case, right: Ref, schema: JsonObject): Iterable<Gap> {
  const { minProperties: least, maxProperties: most } = schema;
  const { words } = factsOf(given);
  const gap = (keyword: string, directions: readonly Direction[]): Gap =>
    gapAt(given, right, { keyword, kind: "bounds", witnesses: () => refusedValues(prover, given, right, directions) });
  const fewest = Math.max(words.minProperties?.value ?? 0, requiredOf(prover, given).size);
  if (typeof least === "number" && fewest < least) yield gap("minProperties", [{ maxProperties: least - 1 }, {}]);
  if (typeof most !== "number" || (words.maxProperties?.value ?? Number.POSITIVE_INFINITY) <= most) return;
  const names = namesOf(given).filter((name) => !isImpossible(prover, propertyCase(given, name)));
  const isFew = isClosed(prover, given) && names.length <= most;
  if (!isFew) yield gap("maxProperties", [{ minProperties: most + 1 }, { required: names }, {}]);
}

/** Whether there can be no properties but those that are named. */
function isClosed(prover: Prover, given: Case): boolean {
  return patternCases(given).size === 0 && isImpossible(prover, otherCase(given));
}

/** Each property that either side names, against all that the schema says of it. */
function* namedGaps(prover: Prover, given: Case, right: Ref, schema: JsonObject): Iterable<Gap> {
  const { properties } = schema;
  const named = isObject(properties) ? Object.keys(properties) : [];
  const names = new Set([...named, ...namesOf(given)]);
  if (schema.properties === undefined && !hasOthers(schema)) return;
  for (const name of names) {
    const below = propertyPlaces(right, schema, name);
    if (below.length === 0 || isUncarried(prover, given, name)) continue;
    if (!prover.countsUndeclared && isUndeclared(given, name)) continue;
    const property = propertyCase(given, name);
    for (const ref of below)
      for (const gap of prover.gaps(property, ref)) yield closing(ofProperty(prover, given, gap, { name }), ref);
  }
}

function hasOthers(schema: JsonObject): boolean {
  return ["patternProperties", "additionalProperties", "unevaluatedProperties"].some((it) => schema[it] !== undefined);
}

/** Whether an open object that names some of its properties says nothing of this one: then it is not expected to be there. */
function isUndeclared(given: Case, name: string): boolean {
  const possible = mayApply(given);
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
function isUncarried(prover: Prover, given: Case, name: string): boolean {
  return factsOf(given).shapes.some(({ ref, pointer }) => ref.sided.hidden(prover.view).always(pointer).has(name));
}

/** A property that `additionalProperties: false` refuses is refused by name. */
function closing(gap: Gap, { pointer }: Ref): Gap {
  const isClosing = gap.right === pointer && /\/(additional|unevaluated)Properties$/.test(pointer);
  return isClosing ? { ...gap, kind: "refused" } : gap;
}

function propertyPlaces(right: Ref, schema: JsonObject, name: string): Ref[] {
  const shape = {
    pointer: right.pointer,
    schema: { ...schema, unevaluatedProperties: undefined as never },
    always: [],
    choices: [],
  };
  const { unevaluatedProperties: _, ...rest } = shape.schema;
  const found = propertyPointers([{ ...shape, schema: rest }], name);
  const spoken = propertyPointers(
    [{ ...shape, schema: { properties: schema.properties ?? {}, patternProperties: schema.patternProperties ?? {} } }],
    name,
  );
  if (spoken === undefined && schema.additionalProperties === false)
    return [{ ...right, pointer: joinPointer(right.pointer, "additionalProperties") }];
  if (
    spoken === undefined &&
    schema.additionalProperties === undefined &&
    isPlain(schema) &&
    schema.unevaluatedProperties !== undefined
  )
    return [{ ...right, pointer: joinPointer(right.pointer, "unevaluatedProperties") }];
  return (found ?? []).map((pointer) => ({ ...right, pointer }));
}

/** Whether `unevaluatedProperties` has nothing beside it that could evaluate properties but `properties` and patterns. */
function isPlain(schema: JsonObject): boolean {
  return !["$ref", "$dynamicRef", "allOf", "anyOf", "oneOf", "if", "dependentSchemas", "additionalProperties"].some(
    (keyword) => schema[keyword] !== undefined,
  );
}

/** The properties that a pattern of the schema speaks of, and the case does not name. */
function* patternGaps(prover: Prover, given: Case, right: Ref, schema: JsonObject): Iterable<Gap> {
  const own = patternCases(given);
  for (const pattern of Object.keys(isObject(schema.patternProperties) ? schema.patternProperties : {})) {
    const ref = { ...right, pointer: joinPointer(right.pointer, "patternProperties", pattern) };
    const alike = own.get(pattern);
    const cases = alike === undefined ? [otherCase(given), ...own.values()] : [alike];
    const [name = "text"] = matchingTexts(pattern);
    for (const one of cases)
      for (const gap of prover.gaps(one, ref)) yield ofProperty(prover, given, gap, { name, told: ANY });
  }
}

/** The properties that neither side names, against what the schema says of all others. */
function* otherGaps(prover: Prover, given: Case, right: Ref, schema: JsonObject): Iterable<Gap> {
  const keyword = schema.additionalProperties === undefined ? "unevaluatedProperties" : "additionalProperties";
  if (schema[keyword] === undefined) return;
  const ref = { ...right, pointer: joinPointer(right.pointer, keyword) };
  if (keyword === "unevaluatedProperties" && !isPlain(schema)) {
    yield* unevaluatedGaps(prover, given, right, schema);
    return;
  }
  const known = new Set(Object.keys(isObject(schema.patternProperties) ? schema.patternProperties : {}));
  const patterns = [...patternCases(given)].filter(([pattern]) => !known.has(pattern));
  const cases = [
    ["extra", otherCase(given)] as const,
    ...patterns.map(([pattern, it]) => [matchingTexts(pattern)[0] ?? "extra", it] as const),
  ];
  for (const [name, one] of cases)
    for (const gap of prover.gaps(one, ref)) yield closing(ofProperty(prover, given, gap, { name, told: ANY }), ref);
}

/** What is evaluated depends on what fits beside it: only tried. */
function* unevaluatedGaps(prover: Prover, given: Case, right: Ref, schema: JsonObject): Iterable<Gap> {
  if (schema.unevaluatedProperties === true) return;
  const witnesses = (): unknown[] => {
    const values = valuesOf(prover, otherCase(given), {}, 2);
    const larger = withProperty(prover, given, "extra", values);
    return shortest([
      ...refusedValues(prover, given, right, [{}]),
      ...larger.filter((it) => isWitness(prover, given, right, it)),
    ]);
  };
  yield gapAt(given, right, { keyword: "unevaluatedProperties", kind: "refused", witnesses });
}

function* nameGaps(prover: Prover, given: Case, right: Ref, schema: JsonObject): Iterable<Gap> {
  if (schema.propertyNames === undefined || schema.propertyNames === true) return;
  const ref = { ...right, pointer: joinPointer(right.pointer, "propertyNames") };
  const { shapes } = factsOf(given);
  const isSaid = shapes.some(
    ({ ref: it, schema: own, pointer }) =>
      own.propertyNames !== undefined &&
      prover.proves(
        {
          ...caseOf({ ...it, pointer: joinPointer(pointer, "propertyNames") }),
          types: ["string"],
          depth: given.depth + 1,
        },
        ref,
      ),
  );
  const isListed = isClosed(prover, given) && namesOf(given).every((name) => accepts(ref, prover.view, name));
  if (isSaid || isListed) return;
  const witnesses = (): unknown[] => {
    const names = [...namesOf(given), "", "A", "a", "extra", "0", "long name with spaces", "ä"];
    const wrong = names.filter((name) => !accepts(ref, prover.view, name));
    return shortest(
      wrong.flatMap((name) => withProperty(prover, given, name, valuesOf(prover, propertyCase(given, name), {}, 1))),
    );
  };
  yield gapAt(given, right, { keyword: "propertyNames", kind: "refused", witnesses });
}
