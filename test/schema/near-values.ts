import fc from "fast-check";
import {
  asArray,
  asObject,
  asString,
  isObject,
  type Json,
  type JsonObject,
  valueAt,
} from "../../src/document/index.js";

/** The depth of composition and recursion, beyond which any value is generated. */
const MAX_DEPTH = 5;

/**
 * Generates values close to a schema: most satisfy its keywords, and some do not, so that both results and every keyword
 * occur.
 */
export function nearValues(root: Json, schema: Json | undefined, depth = 0): fc.Arbitrary<Json> {
  if (!isObject(schema) || depth > MAX_DEPTH) return anything;
  const target = asString(schema.$ref);
  const parts = [
    ...(target === undefined ? [] : [valueAt(root, decodeURIComponent(target.slice(1)))]),
    ...["allOf", "anyOf", "oneOf"].flatMap((keyword) => asArray(schema[keyword])),
  ].map((part) => nearValues(root, part, depth + 1));
  const own = ownValues(root, schema, depth);
  return fc.oneof(
    { weight: 8, arbitrary: parts.length === 0 ? own : fc.oneof(own, ...parts, merged([own, ...parts])) },
    { weight: 1, arbitrary: anything },
  );
}

const anything: fc.Arbitrary<Json> = fc.oneof(
  fc.constantFrom<Json>(null, true, 0, -1, 1.5, 1e20, "", "x", "2026-01-31", "2026-01-31T09:30:00Z", [], {}, [
    "a",
    "a",
  ]),
  fc.jsonValue({ maxDepth: 2 }) as fc.Arbitrary<Json>,
);

/** Merges generated objects for `allOf`, because a valid value needs the properties of all parts. */
function merged(parts: readonly fc.Arbitrary<Json>[]): fc.Arbitrary<Json> {
  return fc.tuple(...parts).map((values) => Object.assign({}, ...values.filter(isObject)) as Json);
}

function ownValues(root: Json, schema: JsonObject, depth: number): fc.Arbitrary<Json> {
  const listed = [schema.const, ...asArray(schema.enum), ...asArray(schema.examples), schema.example, schema.default];
  const values = listed.filter((value) => value !== undefined);
  const named: readonly unknown[] = [schema.type ?? (isObject(schema.properties) ? "object" : [])].flat();
  const typed = named.map((type) => typedValues(root, schema, { type, depth }));
  if (values.length > 0) typed.push(fc.constantFrom(...values));
  return typed.length === 0 ? anything : fc.oneof(...typed);
}

function typedValues(root: Json, schema: JsonObject, { type, depth }: { type: unknown; depth: number }) {
  const bounds = [schema.minimum, schema.maximum, schema.multipleOf].filter((limit) => typeof limit === "number");
  const near = bounds.flatMap((limit) => [limit, limit - 1, limit + 1, limit / 2]);
  if (type === "null") return fc.constant<Json>(null);
  if (type === "boolean") return fc.boolean() as fc.Arbitrary<Json>;
  if (type === "integer") return fc.oneof(fc.integer(), fc.constantFrom(0, 1.5, ...near)) as fc.Arbitrary<Json>;
  if (type === "number")
    return fc.oneof(fc.double({ noNaN: true, noDefaultInfinity: true }), fc.constantFrom(0, 0.07, ...near));
  if (type === "array") return fc.array(nearValues(root, asObject(schema.items), depth + 1), { maxLength: 4 });
  if (type === "object") return objects(root, schema, depth);
  return strings(schema);
}

function objects(root: Json, schema: JsonObject, depth: number): fc.Arbitrary<Json> {
  const properties = Object.entries(asObject(schema.properties) ?? {}).slice(0, 12);
  const known = Object.fromEntries(properties.map(([name, it]) => [name, nearValues(root, it, depth + 1)]));
  const required = asArray(schema.required).filter((name): name is string => Object.hasOwn(known, String(name)));
  const some = fc.record({ ...known, unknown: anything }, { requiredKeys: [] });
  const enough = fc.record(known, { requiredKeys: required });
  return fc.oneof(enough, some) as fc.Arbitrary<Json>;
}

function strings(schema: JsonObject): fc.Arbitrary<Json> {
  const known: readonly string[] = [
    "2026-01-31",
    "2026-01-31T09:30:00Z",
    "123e4567-e89b-12d3-a456-426614174000",
    "https://example.com/a?b=c#d",
    "someone@example.com",
    "EUR",
    "😀",
  ];
  const length = typeof schema.maxLength === "number" ? schema.maxLength : 12;
  return fc.oneof(fc.constantFrom(...known), fc.string({ maxLength: Math.min(length + 1, 40) })) as fc.Arbitrary<Json>;
}
