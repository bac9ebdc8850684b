/** A failed composition is reported with the property that decides, wherever the composition is in the schema and the value. */
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { loadDocument } from "../../../src/document/index.js";
import { createSchemas, describeViolation, reduceToClosestBranch } from "../../../src/schema/index.js";

const int = { type: "integer" };
const needs = (...required: string[]) => ({ type: "object", required });
/** An object whose tag is at a path. */
const tagged = (path: readonly string[], tag: object): object =>
  path.reduceRight<object>((inner, name) => ({ type: "object", required: [name], properties: { [name]: inner } }), tag);
const tags = (path: readonly string[]) => ["a", "b", "c"].map((it) => tagged(path, { const: it }));

type Row = readonly [what: string, schema: object, value: unknown, message: string];

/** Messages begin with the location in the value that the composition applies to, which `~` stands for. */
const ROWS: readonly Row[] = [
  ["a tag", { oneOf: tags(["t"]) }, { t: "z" }, '~/t: expected one of "a", "b", "c", got string "z"'],
  [
    "a tag one level below",
    { oneOf: tags(["d", "t"]) },
    { d: { t: "z" } },
    '~/d/t: expected one of "a", "b", "c", got string "z"',
  ],
  [
    "a tag two levels below",
    { anyOf: tags(["e", "d", "t"]) },
    { e: { d: { t: "z" } } },
    '~/e/d/t: expected one of "a", "b", "c", got',
  ],
  [
    "a tag three levels below",
    { oneOf: tags(["f", "e", "d", "t"]) },
    { f: { e: { d: { t: 1 } } } },
    '~/f/e/d/t: expected one of "a", "b", "c", got integer 1',
  ],
  [
    "a tag that is missing below",
    { oneOf: tags(["d", "t"]) },
    { d: {} },
    '~/d: expected the property "t", got nothing',
  ],
  ["an object with tags of a wrong type", { oneOf: tags(["d", "t"]) }, { d: 5 }, "~/d: expected object, got integer 5"],
  ["a tag that is missing", { oneOf: tags(["t"]) }, {}, '~: expected the property "t", got nothing'],
  [
    "an enum as a tag",
    { oneOf: [tagged(["d", "t"], { enum: ["a", "b"] }), tagged(["d", "t"], { const: "c" })] },
    { d: { t: "z" } },
    '~/d/t: expected one of "a", "b", "c", got string "z"',
  ],
  [
    "the branch of a tag below",
    { oneOf: [tagged(["d", "t"], { const: "a" }), { allOf: [tagged(["d", "t"], { const: "b" }), needs("x", "y")] }] },
    { d: { t: "b" }, x: 1 },
    '~: expected the property "y", got nothing',
  ],
  [
    "branches by what they require",
    { oneOf: [needs("a", "b"), needs("c", "d", "e")] },
    { a: 1 },
    '~: expected the property "b", got nothing',
  ],
  [
    "branches that lack one each",
    { anyOf: [needs("a"), needs("b")] },
    {},
    '~: expected the property "a", or the property "b", got none of these',
  ],
  [
    "branches that lack several each",
    { oneOf: [needs("a", "b"), needs("c", "d")] },
    {},
    '~: expected the properties "a" and "b", or the properties "c" and "d", got none of these',
  ],
  [
    "the branch that declares more of the value",
    {
      anyOf: [
        { ...needs("a"), properties: { x: int, y: int } },
        { ...needs("b"), properties: { x: int } },
      ],
    },
    { x: 1, y: 2 },
    '~: expected the property "a", got nothing',
  ],
  [
    "branches that match both",
    { oneOf: [{ title: "Cat", ...needs("a") }, needs("b")] },
    { a: 1, b: 1 },
    '~: expected exactly one of the alternatives, but "Cat" and the schema of type object with "b" match, got',
  ],
  [
    "branches that a discriminator does not keep apart",
    { oneOf: [{ title: "Cat", ...needs("a") }, needs("b")], discriminator: { propertyName: "kind" } },
    { a: 1, b: 1, kind: "Cat" },
    '"Cat" and the schema of type object with "b" match (no const of "kind" keeps them apart), got an object',
  ],
  ["types", { oneOf: [int, { type: "boolean" }] }, {}, "~: expected integer, or boolean, got an object"],
  [
    "a null branch",
    { anyOf: [{ type: "null" }, { ...needs("a"), properties: { a: int } }] },
    { a: "x" },
    '~/a: expected integer, got string "x"',
  ],
  [
    "a null that no branch allows",
    { anyOf: [needs("a"), { type: "array" }] },
    null,
    "~: expected object, or array, got null",
  ],
  ["values", { oneOf: [{ const: "a" }, { const: "b" }] }, "z", '~: expected "a", or "b", got string "z"'],
  [
    "ranges",
    { anyOf: [{ minimum: 5 }, { maximum: 1 }] },
    3,
    "~: expected a number >= 5, or a number <= 1, got integer 3",
  ],
  [
    "the type of a property",
    { anyOf: [{ properties: { v: int } }, { properties: { v: { type: "null" } } }] },
    { v: "x" },
    '~/v: expected integer, or null, got string "x"',
  ],
  [
    "lists",
    {
      oneOf: [
        { type: "array", items: needs("a") },
        { type: "array", items: needs("b") },
      ],
    },
    [{ a: 1 }, { b: 1 }],
    '~: expected the property "a" at /1, or the property "b" at /0',
  ],
  [
    "a list of unions",
    { type: "array", items: { oneOf: tags(["d", "t"]) } },
    [{ d: { t: "z" } }],
    '~/0/d/t: expected one of "a", "b", "c", got',
  ],
  [
    "a union of lists with tags",
    { oneOf: tags(["t"]).map((items) => ({ type: "array", items })) },
    [{ t: "z" }],
    '~/0/t: expected one of "a", "b", "c", got',
  ],
  [
    "a union in a union",
    { oneOf: [{ anyOf: tags(["t"]) }, { oneOf: [tagged(["t"], { const: "d" }), int] }] },
    { t: "z" },
    '~/t: expected one of "a", "b", "c", "d", got',
  ],
  [
    "a union beside a fault of its branch",
    { oneOf: [{ anyOf: [needs("a"), needs("b")], ...needs("c") }, int] },
    {},
    '~: expected the properties "c" and "a", or the properties "c" and "b", got none of these',
  ],
  [
    "a union in allOf",
    { allOf: [{ oneOf: tags(["d", "t"]) }, needs("d")] },
    { d: { t: "z" } },
    '~/d/t: expected one of "a", "b", "c", got',
  ],
  [
    "a forbidden type",
    { not: { type: ["null", "array"] } },
    null,
    "~: expected a value that is not null or array, got null",
  ],
  ["a forbidden value", { not: { enum: ["a", "b"] } }, "a", '~: expected a value other than "a", "b", got string "a"'],
  [
    "a forbidden property",
    { not: needs("a") },
    { a: 1 },
    '~: expected a value that does not match the schema of type object with "a"',
  ],
  [
    "properties that exclude each other",
    { not: { required: ["a", "b"] } },
    { a: 1, b: 1 },
    '~: expected not all of the properties "a", "b"',
  ],
  [
    "forbidden alternatives",
    { not: { anyOf: [{ required: ["a"] }, { required: ["b"] }] } },
    { b: 1 },
    '~: expected no property "a" and no property "b"',
  ],
  [
    "a forbidden pattern",
    { not: { pattern: "^x" } },
    "xy",
    '~: expected a value that does not match ^x, got string "xy"',
  ],
  [
    "then",
    { if: { required: ["a"] }, then: { required: ["b"] } },
    { a: 1 },
    '~: expected the property "b", got nothing',
  ],
  [
    "else",
    { if: { required: ["a"] }, else: { properties: { b: int } } },
    { b: "x" },
    '~/b: expected integer, got string "x"',
  ],
  ["then false", { if: { required: ["a"] }, then: false }, { a: 1 }, '~: expected no property "a", got an object'],
  [
    "else false",
    { if: { required: ["a"] }, else: false },
    { b: 1 },
    '~: expected a value that matches the schema with "a", got an object',
  ],
  [
    "a union in then",
    { if: { type: "object" }, then: { oneOf: tags(["d", "t"]) } },
    { d: { t: "z" } },
    '~/d/t: expected one of "a", "b", "c", got',
  ],
  [
    "a union in a dependent schema",
    { dependentSchemas: { d: { oneOf: tags(["d", "t"]) } } },
    { d: { t: "z" } },
    '~/d/t: expected one of "a", "b", "c", got',
  ],
  [
    "a discriminator without its property",
    { oneOf: [{ $ref: "#/components/schemas/A" }], discriminator: { propertyName: "k" } },
    {},
    '~: expected the property "k", got nothing',
  ],
  [
    "a discriminator that names no branch",
    { oneOf: ["A", "B"].map((it) => ({ $ref: `#/components/schemas/${it}` })), discriminator: { propertyName: "k" } },
    { k: "C" },
    '~: expected the property "a", or the property "b" ("k" is none of "A", "B"), got none of these',
  ],
];

const COMPONENTS = { A: needs("a"), B: needs("b") };

/** Where a schema can be, with the value and the location that belong to it. */
const WRAPPERS: Readonly<Record<string, readonly [(schema: object) => object, (value: unknown) => unknown, string]>> = {
  "a property": [(schema) => ({ properties: { p: schema } }), (p) => ({ p }), "/p"],
  "an item": [(schema) => ({ type: "array", items: schema }), (it) => [it], "/0"],
  "a map": [(schema) => ({ additionalProperties: schema }), (key) => ({ key }), "/key"],
  allOf: [(schema) => ({ allOf: [{}, schema] }), (it) => it, ""],
  "the only branch": [(schema) => ({ anyOf: [schema] }), (it) => it, ""],
};

function listMessages(schema: object, value: unknown): string[] {
  const spec = {
    openapi: "3.1.0",
    info: { title: "t", version: "1" },
    paths: {},
    components: { schemas: { S: schema, ...COMPONENTS } },
  };
  const schemas = createSchemas(loadDocument("a.json", () => JSON.stringify(spec)));
  const reduced = reduceToClosestBranch(
    schemas,
    "request",
    schemas.validate("/components/schemas/S", "request", value),
  );
  return reduced.map((it) => {
    const { expected, actual } = describeViolation(it);
    return `${it.instance}: expected ${expected}, got ${actual}`;
  });
}

describe.each(ROWS)("%s", (_, schema, value, message) => {
  test("alone", () => {
    expect(listMessages(schema, value)).toEqual([expect.stringContaining(message.replace("~", ""))]);
  });

  test.each(Object.keys(WRAPPERS))("in two levels of %s", (name) => {
    const [wrap, hold, at] = WRAPPERS[name] ?? [];
    if (wrap === undefined || hold === undefined) throw new Error(name);
    const messages = listMessages(wrap(wrap(schema)), hold(hold(value)));
    expect(messages).toEqual([expect.stringContaining(message.replace("~", `${at}${at}`))]);
  });
});

const scalar = fc.constantFrom<unknown>("a", "z", 1, 2.5, true, null);
const values = fc.letrec<{ value: unknown }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 3 },
    scalar,
    fc.array(tie("value"), { maxLength: 2 }),
    fc.dictionary(fc.constantFrom("a", "b", "t"), tie("value"), { maxKeys: 3 }),
  ),
})).value;
const schemas = fc.letrec<{ schema: object }>((tie) => ({
  schema: fc.oneof(
    { maxDepth: 4 },
    fc.constantFrom<object>(int, { const: "a" }, { enum: ["b", 1] }, { type: "null" }, needs("a", "b"), needs("t")),
    fc.record({ properties: fc.dictionary(fc.constantFrom("a", "b", "t"), tie("schema"), { minKeys: 1, maxKeys: 2 }) }),
    fc.record({ type: fc.constant("array"), items: tie("schema") }),
    fc.array(tie("schema"), { minLength: 1, maxLength: 3 }).map((oneOf) => ({ oneOf })),
    fc.array(tie("schema"), { minLength: 1, maxLength: 3 }).map((anyOf) => ({ anyOf })),
    fc.array(tie("schema"), { minLength: 1, maxLength: 2 }).map((allOf) => ({ allOf })),
    tie("schema").map((not) => ({ not })),
    fc.record({ if: tie("schema"), then: tie("schema"), else: tie("schema") }),
  ),
})).schema;

test("no message of a random composition leaves open what decides", () => {
  let failing = 0;
  fc.assert(
    fc.property(schemas, values, (schema, value) => {
      const messages = listMessages({ oneOf: [schema, { anyOf: [schema, needs("t")] }] }, value);
      failing += messages.length === 0 ? 0 : 1;
      for (const message of messages)
        expect(message).not.toMatch(
          /one of the alternatives,? got|another value|a value matching|undefined|not match "not"/,
        );
    }),
    { seed: 7, numRuns: 300 },
  );
  expect(failing).toBeGreaterThan(150);
});
