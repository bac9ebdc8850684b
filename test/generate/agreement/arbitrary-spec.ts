import fc, { type Arbitrary } from "fast-check";
import type { Json, JsonObject } from "../../../src/document/index.js";

/** The depth of composition, properties and items. */
const MAX_DEPTH = 3;

const NAMES = ["a", "b", "c"] as const;
const COMPONENTS = ["N0", "N1", "N2"] as const;

export const SPEC_VERSIONS = ["3.0.3", "3.1.0"] as const;
type Version = (typeof SPEC_VERSIONS)[number];
type Place = { readonly version: Version; readonly depth: number };
type Schema = Arbitrary<Json>;

/** Generates specs with a few components, which together have all keywords of JSON Schema 2020-12, or of OpenAPI 3.0. */
export function arbitrarySpec(version: Version): Arbitrary<JsonObject> {
  const place = { version, depth: MAX_DEPTH };
  const components = fc.record(Object.fromEntries(COMPONENTS.map((name) => [name, schemaAt(place)])));
  return fc.tuple(components, tagged(place)).map(([schemas, tags]) => ({
    ...{ openapi: version, info: { title: "t", version: "1" }, paths: {} },
    components: { schemas: { ...schemas, ...tags } },
  }));
}

function schemaAt(place: Place): Schema {
  if (place.depth === 0) return scalar(place);
  const inner = { ...place, depth: place.depth - 1 };
  const shapes: (readonly [weight: number, Schema])[] = [
    [3, scalar(place)],
    [6, objectOf(inner)],
    [3, arrayOf(inner)],
    [4, composition(inner)],
    [2, reference(inner)],
    [1, listed(place)],
    [1, fc.constant({})],
    ...(place.version === "3.1.0" ? ([[1, conditional(inner)]] as const) : []),
  ];
  return fc.oneof(...shapes.map(([weight, arbitrary]) => ({ weight, arbitrary })));
}

/** Some of the keywords, each with the given chance of one in `n`. */
function some(n: number, keywords: Readonly<Record<string, Arbitrary<unknown>>>): Arbitrary<JsonObject> {
  const options = Object.entries(keywords).map(([name, value]) =>
    fc.oneof(
      { weight: n - 1, arbitrary: fc.constant({}) },
      { weight: 1, arbitrary: value.map((it) => ({ [name]: it })) },
    ),
  );
  return fc.tuple(...options).map((parts) => Object.assign({}, ...parts) as JsonObject);
}

function joined(...parts: readonly Arbitrary<unknown>[]): Schema {
  return fc.tuple(...parts).map((found) => Object.assign({}, ...found) as Json);
}

function nullability({ version }: Place): Arbitrary<JsonObject> {
  return some(6, version === "3.0.3" ? { nullable: fc.constant(true) } : {});
}

function scalar(place: Place): Schema {
  const is30 = place.version === "3.0.3";
  const texts = some(6, {
    minLength: fc.nat(2),
    maxLength: fc.integer({ min: 2, max: 5 }),
    pattern: fc.constantFrom("^[a-z]*$", "^x"),
    format: fc.constantFrom("date", "date-time", "uuid", "email", "uri", "unknown"),
    enum: fc.constant(["x", "y", "zz"]),
    ...(is30 ? {} : { const: fc.constant("x") }),
  });
  const numbers = some(5, {
    minimum: fc.constantFrom(-1, 0, 2),
    maximum: fc.constantFrom(3, 10),
    multipleOf: fc.constantFrom(0.5, 1, 2),
    enum: fc.constant([1, 2, 3]),
    ...(is30
      ? { exclusiveMinimum: fc.boolean(), exclusiveMaximum: fc.boolean() }
      : { exclusiveMinimum: fc.constant(-1), exclusiveMaximum: fc.constant(20), const: fc.constant(2) }),
  });
  const typed = (type: Json, keywords: Arbitrary<JsonObject>): Schema =>
    joined(fc.constant({ type }), keywords, nullability(place));
  return fc.oneof(
    typed("string", texts),
    typed("number", numbers),
    typed("integer", numbers),
    typed("boolean", fc.constant({})),
    ...(is30
      ? []
      : [typed(["string", "null"], texts), typed(["string", "integer"], texts), typed("null", some(2, {}))]),
  );
}

function listed(place: Place): Schema {
  const values = fc.subarray<Json>(["x", "y", 1, true, null, [1], { a: "x" }], { minLength: 1 });
  return joined(
    values.map((it) => ({ enum: it })),
    nullability(place),
  );
}

function objectOf(place: Place): Schema {
  const property = joined(
    schemaAt(place),
    some(12, { description: fc.constant("d"), deprecated: fc.constant(true), default: fc.constant(null) }),
    fc.oneof(
      { weight: 8, arbitrary: fc.constant({}) },
      { weight: 1, arbitrary: fc.constantFrom({ readOnly: true }, { writeOnly: true }) },
    ),
  );
  const is30 = place.version === "3.0.3";
  const keywords = some(4, {
    required: fc.subarray([...NAMES, "d"], { minLength: 1 }),
    additionalProperties: fc.oneof(fc.boolean(), schemaAt({ ...place, depth: 0 })),
  });
  const rare = some(14, {
    minProperties: fc.nat(2),
    maxProperties: fc.integer({ min: 1, max: 4 }),
    ...(is30
      ? {}
      : {
          patternProperties: scalar(place).map((it) => ({ "^x-": it })),
          propertyNames: fc.constant({ maxLength: 1 }),
          dependentRequired: fc.constant({ a: ["b"] }),
          dependentSchemas: fc.constant({ a: { required: ["c"] } }),
          unevaluatedProperties: fc.constant(false),
          $defs: fc.constant({ d: { type: "string" } }),
        }),
  });
  const properties = fc
    .subarray([...NAMES])
    .chain((names) => fc.record(Object.fromEntries(names.map((it) => [it, property]))));
  return joined(
    properties.map((it) => ({ properties: it })),
    fc.oneof({ weight: 9, arbitrary: fc.constant({ type: "object" }) }, { weight: 1, arbitrary: fc.constant({}) }),
    keywords,
    rare,
    nullability(place),
  );
}

function arrayOf(place: Place): Schema {
  const is30 = place.version === "3.0.3";
  const bounds = some(5, { minItems: fc.nat(2), maxItems: fc.integer({ min: 2, max: 4 }), uniqueItems: fc.boolean() });
  const more = is30
    ? fc.constant({})
    : some(7, {
        prefixItems: fc.array(schemaAt(place), { minLength: 1, maxLength: 2 }),
        contains: scalar(place),
        unevaluatedItems: fc.constant(false),
      });
  const items = schemaAt(place).map((it) => ({ items: it }));
  return joined(fc.constant({ type: "array" }), items, bounds, more, nullability(place));
}

function composition(place: Place): Schema {
  const branches = fc.array(schemaAt(place), { minLength: 1, maxLength: 3 });
  const list = fc.tuple(fc.constantFrom("allOf", "anyOf", "oneOf"), branches).map(([name, it]) => ({ [name]: it }));
  const beside = fc.oneof(
    { weight: 3, arbitrary: fc.constant({}) },
    { weight: 1, arbitrary: objectOf({ ...place, depth: 0 }) },
    { weight: 1, arbitrary: scalar(place).map((it) => ({ not: it })) },
  );
  return joined(list, beside, nullability(place));
}

function reference(place: Place): Schema {
  const target = fc.constantFrom(...COMPONENTS, "Tagged").map((name) => ({ $ref: `#/components/schemas/${name}` }));
  if (place.version === "3.0.3") return target;
  return joined(target, fc.oneof(fc.constant({}), objectOf({ ...place, depth: 0 })));
}

function conditional(place: Place): Schema {
  return joined(
    objectOf(place),
    fc.constant({ if: { required: ["a"] } }),
    some(2, { then: fc.constant({ required: ["b"] }), else: fc.constant({ required: ["c"] }) }),
  );
}

/** A union with a tag, in both forms: branches listed, and branches that extend a base. */
function tagged(place: Place): Arbitrary<JsonObject> {
  const tag = (name: string): JsonObject =>
    place.version === "3.0.3" ? { type: "string", enum: [name] } : { type: "string", const: name };
  const branch = (name: string, property: Json): JsonObject => ({
    ...{ type: "object", required: ["kind"], properties: { kind: tag(name), a: property } },
  });
  return fc.tuple(scalar(place), scalar(place)).map(([one, other]) => ({
    TagOne: branch("one", one),
    TagTwo: branch("two", other),
    Tagged: {
      oneOf: [{ $ref: "#/components/schemas/TagOne" }, { $ref: "#/components/schemas/TagTwo" }],
      discriminator: {
        propertyName: "kind",
        mapping: { one: "#/components/schemas/TagOne", two: "#/components/schemas/TagTwo" },
      },
    },
  }));
}
