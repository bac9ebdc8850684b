/** The errors of scalars in bodies that are right otherwise, and the alternatives that no value matches at once. */
import { expect, test } from "vitest";
import { type Json, loadDocument } from "../../../src/document/index.js";
import { encodeText } from "../../../src/fast/exchanges/fast-body-reader.js";
import { createWasmValidator } from "../../../src/fast/wasm-validator/index.js";
import { areMutuallyExclusive, findUnion } from "../../../src/fast/wasm-validator/union-branches.js";
import { createMergedSchemaCache } from "../../../src/schema/analysis/merged-schema.js";
import { createSchemas, createUndeclaredCollector } from "../../../src/schema/index.js";

const load = (schemas: object) =>
  loadDocument("spec.yaml", () =>
    JSON.stringify({ openapi: "3.1.0", info: { title: "t", version: "1" }, paths: {}, components: { schemas } }),
  );

const known = (...values: readonly string[]) => ({ type: "string", "x-extensible-enum": values });
const PROPERTIES = {
  a: { type: "integer", maximum: 9 },
  b: { type: "string", minLength: 2, pattern: "^x" },
  c: known("r", "s"),
  d: known("r", "s"),
  e: { type: "array", items: { type: "boolean" } },
  f: { type: "object", properties: { g: { type: "string", enum: ["u"] } } },
  h: { type: "string" },
  i: { type: "integer" },
  j: { allOf: [{ type: "integer" }, { minimum: 5 }] },
};

/** Each body with its errors by place: keywords, and values that are not in a list; undefined for regular validation. */
const BODIES: readonly (readonly [body: unknown, errors: readonly string[] | undefined])[] = [
  [{ a: 1, b: "xy", c: "r", d: "s", e: [true], f: { g: "u" }, h: "", i: 1, j: 5 }, []],
  [{ a: 10 }, ["/a maximum"]],
  [{ a: "10" }, ["/a type"]],
  [{ a: 1.5 }, ["/a type"]],
  [{ a: null }, ["/a type"]],
  [{ b: "y" }, ["/b minLength, /b pattern"]],
  [{ b: "x" }, ["/b minLength"]],
  [{ b: 7 }, ["/b type"]],
  [{ c: "lost" }, ["/c not in its list"]],
  [{ c: 1 }, ["/c type, /c not in its list"]],
  // The value may be in one of two lists.
  [{ d: "r" }, []],
  [{ d: "lost" }, undefined],
  [{ d: 1 }, undefined],
  [{ d: "s" }, []],
  [{ e: [true, 1, false, "x", 1] }, ["/e/0 type", "/e/0 type", "/e/0 type"]],
  [{ f: { g: "v" } }, ["/f/g enum"]],
  [{ f: { g: 1 } }, ["/f/g type"]],
  [{ h: 1, i: "x" }, ["/h type", "/i type"]],
  [{ i: true }, ["/i type"]],
  [{ j: 4 }, ["/j minimum"]],
  [{ j: "4" }, ["/j type"]],
  [{ h: "a text of two hundred characters ".repeat(7), i: [] }, undefined],
  [{ i: {} }, undefined],
  [{ k: 1 }, undefined],
  [[], undefined],
];

test("the errors of scalars, twice", () => {
  const document = load({
    Body: { type: "object", properties: PROPERTIES, allOf: [{ properties: { d: known("s", "t") } }] },
  });
  const schemas = createSchemas(document);
  const validator = createWasmValidator(schemas, createUndeclaredCollector(schemas));
  const read = (body: unknown) =>
    validator
      .listScalarErrors("/components/schemas/Body", "response", encodeText(JSON.stringify(body)))
      ?.map(({ violations, undeclared }) =>
        [
          ...violations.map(({ instance, keyword }) => `${instance} ${keyword}`),
          ...undeclared.map((it) => `${it.instance} not in its list`),
        ].join(", "),
      );
  const expected = BODIES.map(([body, errors]) => [body, errors]);
  expect(BODIES.map(([body]) => [body, read(body)])).toEqual(expected);
  // Now the errors are known, also for another value of the same kind.
  expect(BODIES.map(([body]) => [body, read(body)])).toEqual(expected);
  expect([read({ a: 11 }), read({ b: "z" }), read({ c: "gone" }), read({ h: 2, i: "y" })]).toEqual([
    ["/a maximum"],
    ["/b minLength, /b pattern"],
    ["/c not in its list"],
    ["/h type", "/i type"],
  ]);
});

const tagged = (...values: readonly Json[]) => ({
  type: "object",
  required: ["kind"],
  properties: { kind: { enum: values } },
});
const constant = (value: Json) => ({ type: "object", required: ["kind"], properties: { kind: { const: value } } });
const pattern = (text: string) => ({
  type: "object",
  required: ["kind"],
  properties: { kind: { type: "string", pattern: text } },
});

test.each<[isExclusive: boolean, ...branches: object[]]>([
  [true, { type: "object" }, { type: "array" }],
  [true, { type: "object" }, { type: "array" }, { type: "string" }],
  [false, { type: "object" }, { type: "array" }, { type: "object" }],
  [false, { type: "object" }, { type: ["array", "object"] }],
  [true, { type: ["array", "string"] }, { type: ["object", "null"] }],
  [false, { type: "integer" }, { type: "number" }],
  [true, { type: "integer" }, { type: "string" }],
  [false, { type: "object" }, {}],
  [false, {}, {}],
  [true, { allOf: [{ title: "a" }, { type: "object" }] }, { type: "array" }],
  [true, constant("a"), constant("b")],
  [false, constant("a"), constant("a")],
  [true, tagged("a", "b"), tagged("c")],
  [false, tagged("a", "b"), tagged("b")],
  [true, tagged("a"), constant("b")],
  [true, constant(1), constant(2)],
  [false, constant(1.5), constant(2.5)],
  [false, constant(true), constant(false)],
  [true, constant("a"), pattern("^b")],
  [true, pattern("^b"), constant("a")],
  [false, constant("b"), pattern("^b")],
  [false, pattern("^a"), pattern("^b")],
  [false, constant(1), pattern("^b")],
  [false, constant("a"), { ...constant("b"), required: [] }],
  [false, { ...constant("a"), required: ["other"] }, constant("b")],
  [false, constant("a"), { required: ["kind"], properties: { kind: { const: "b" } } }],
  [
    true,
    constant("a"),
    { type: "object", required: ["kind"], properties: { kind: { oneOf: [{ const: "b" }, { const: "c" }] } } },
  ],
  [
    false,
    constant("b"),
    { type: "object", required: ["kind"], properties: { kind: { oneOf: [{ const: "b" }, { const: "c" }] } } },
  ],
  [false, constant("a"), { type: "object", required: ["kind"] }],
])("exclusive %j: %j, %j", (isExclusive, ...branches) => {
  const cache = createMergedSchemaCache(load({ Union: { oneOf: branches } }).root);
  const pointers = branches.map((_, at) => `/components/schemas/Union/oneOf/${at}`);
  expect(areMutuallyExclusive(cache, pointers)).toBe(isExclusive);
});

test.each<[schema: object, union: object | undefined]>([
  [{ oneOf: [{ type: "string" }, { type: "null" }] }, { keyword: "oneOf", branches: ["/oneOf/0", "/oneOf/1"] }],
  [
    { anyOf: [{}], title: "t", "x-a": 1 },
    { keyword: "anyOf", branches: ["/anyOf/0"] },
  ],
  [{ oneOf: [{}], type: "object" }, undefined],
  [{ oneOf: [{}], xoneOf: 1 }, undefined],
  [{ oneOf: [{}], anyOf: [{}] }, undefined],
  [{ oneOf: [{}], "x-extensible-enum": ["a"] }, undefined],
  [{ $ref: "#/components/schemas/Other" }, undefined],
  [{ type: "object" }, undefined],
  [{}, undefined],
])("the union of %j is %j", (schema, union) => {
  const cache = createMergedSchemaCache(load({ Union: schema, Other: { type: "string" } }).root);
  const found = findUnion(cache.at(["/components/schemas/Union"]));
  const expected = union as { readonly keyword: string; readonly branches: readonly string[] } | undefined;
  expect(found).toEqual(
    expected && { ...expected, branches: expected.branches.map((it) => `/components/schemas/Union${it}`) },
  );
});
