/** Creates random specs with a few schemas, and random edits of them. */
import fc from "fast-check";
import { getApplicator } from "../../../src/document/applicators.js";
import { isObject, type Json, type JsonObject } from "../../../src/document/index.js";

type Entry = readonly [keyword: string, value: Json];

const NAMES = fc.constantFrom("a", "b", "c");
const FEW = fc.integer({ min: 0, max: 4 });
const SCALARS = fc.constantFrom<Json>(0, 1, 2, 1.5, -1, "", "a", "b", "ab", true, false, null);
const SOME_NAMES = fc.uniqueArray(NAMES, { minLength: 1, maxLength: 2 });
const TYPES = fc.oneof(
  fc.constantFrom<Json>("object", "object", "array", "array", "string", "integer", "number", "boolean", "null"),
  fc.constantFrom<Json>(["string", "null"], ["object", "array"], ["integer", "string"], ["object", "null"]),
);

export const COMPONENTS = ["It", "A", "B"] as const;

/** A keyword with its value. */
function entries(inner: fc.Arbitrary<Json>): fc.Arbitrary<Entry> {
  const list = fc.array(inner, { minLength: 1, maxLength: 3 });
  const map = fc.dictionary(NAMES, inner, { minKeys: 1, maxKeys: 2 });
  const keywords: Readonly<Record<string, fc.Arbitrary<unknown>>> = {
    type: TYPES,
    enum: fc.uniqueArray(SCALARS, { minLength: 1, maxLength: 3 }),
    const: SCALARS,
    minimum: FEW,
    maximum: FEW,
    exclusiveMinimum: FEW,
    exclusiveMaximum: FEW,
    multipleOf: fc.constantFrom(1, 0.5, 2, 3),
    minLength: FEW,
    maxLength: FEW,
    pattern: fc.constantFrom("^a", "b$", "^[ab]*$"),
    required: SOME_NAMES,
    properties: map,
    patternProperties: fc.dictionary(fc.constantFrom("^a", "b$", "^[ab]$", "^x"), inner, { minKeys: 1, maxKeys: 2 }),
    additionalProperties: inner,
    unevaluatedProperties: inner,
    propertyNames: inner,
    minProperties: FEW,
    maxProperties: FEW,
    dependentRequired: fc.dictionary(NAMES, SOME_NAMES, { minKeys: 1, maxKeys: 1 }),
    dependentSchemas: fc.dictionary(NAMES, inner, { minKeys: 1, maxKeys: 1 }),
    items: inner,
    prefixItems: list,
    minItems: FEW,
    maxItems: FEW,
    uniqueItems: fc.boolean(),
    contains: inner,
    minContains: FEW,
    maxContains: FEW,
    unevaluatedItems: inner,
    allOf: list,
    anyOf: list,
    oneOf: list,
    not: inner,
    if: inner,
    then: inner,
    else: inner,
    readOnly: fc.constant(true),
    writeOnly: fc.constant(true),
    nullable: fc.constant(true),
    discriminator: fc.constant({ propertyName: "a" }),
    $ref: fc.constantFrom(...COMPONENTS.map((name) => `#/components/schemas/${name}`)),
    $dynamicRef: fc.constant("#node"),
  };
  const rare = new Set(["$dynamicRef", "discriminator"]);
  return fc.oneof(
    ...Object.entries(keywords).map(([keyword, value]) => ({
      weight: rare.has(keyword) ? 1 : 3,
      arbitrary: value.map((it): Entry => [keyword, it as Json]),
    })),
  );
}

const SCHEMAS = fc.letrec<{ schema: Json; entry: Entry }>((tie) => ({
  schema: fc.oneof(
    { maxDepth: 3, depthSize: "small" },
    { weight: 1, arbitrary: fc.boolean() as fc.Arbitrary<Json> },
    {
      weight: 9,
      arbitrary: fc
        .array(tie("entry"), { minLength: 1, maxLength: 4 })
        .map((list) => Object.fromEntries(list)) as fc.Arbitrary<Json>,
    },
  ),
  entry: entries(tie("schema")),
}));

/** An edit that replaces or removes the keyword at a random location. */
type Edit = { readonly place: number; readonly entry: Entry; readonly removes: boolean };

const EDITS = fc.record({ place: fc.nat(12), entry: SCHEMAS.entry, removes: fc.boolean() });

export type Components = Readonly<Record<string, Json>>;

/** The schemas of a spec, before and after one or two edits. */
export const EDITED: fc.Arbitrary<readonly [old: Components, next: Components]> = fc
  .tuple(
    fc.tuple(...COMPONENTS.map(() => SCHEMAS.schema)),
    fc.array(EDITS, { minLength: 1, maxLength: 2 }),
    fc.boolean(),
  )
  .map(([schemas, edits, isBack]) => {
    const old = Object.fromEntries(COMPONENTS.map((name, index) => [name, anchored(name, schemas[index] ?? true)]));
    const next = edits.reduce(edited, old);
    return isBack ? [next, old] : [old, next];
  });

/** A dynamic reference must have a target. */
function anchored(name: string, schema: Json): Json {
  if (name !== "A") return schema;
  return { ...(isObject(schema) ? schema : { not: !schema }), $dynamicAnchor: "node" };
}

function edited(components: Components, { place, entry: [keyword, value], removes }: Edit): Components {
  const copy = structuredClone(components) as Record<string, Json>;
  const objects = Object.values(copy).flatMap(schemasIn);
  const target = objects[place % Math.max(1, objects.length)] as Record<string, Json> | undefined;
  if (target === undefined) return components;
  const names = Object.keys(target);
  if (removes) delete target[names[place % Math.max(1, names.length)] ?? ""];
  else target[keyword] = value;
  return copy;
}

/** Lists a schema and all its subschemas. */
function schemasIn(schema: Json): JsonObject[] {
  if (!isObject(schema)) return [];
  const below = Object.entries(schema).flatMap(([keyword, value]) => {
    const applicator = getApplicator(keyword);
    if (applicator === undefined) return [];
    if (Array.isArray(value)) return value;
    return applicator[0] === "map" && isObject(value) ? Object.values(value) : [value];
  });
  return [schema, ...below.flatMap(schemasIn)];
}

export const VALUES = fc.letrec<{ value: Json }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 3, depthSize: "small" },
    fc.constantFrom<Json>(0, 1, 2, 3, 4, 5, 0.5, 1.5, -1, "", "a", "b", "ab", "ba", "aab", "xyzzy", true, false, null),
    fc.array(tie("value"), { maxLength: 4 }) as fc.Arbitrary<Json>,
    fc.dictionary(fc.constantFrom("a", "b", "c", "ab", "x"), tie("value"), { maxKeys: 4 }) as fc.Arbitrary<Json>,
  ),
})).value;
