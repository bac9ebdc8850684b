/** The form of a spec that types are generated from: what has no type there is rewritten. */
import { expect, test } from "vitest";
import { type JsonObject, loadDocument } from "../../src/document/index.js";
import { convertForTypes } from "../../src/generate/types/convert-for-types.js";

const head = { info: { title: "T", version: "1" } };

function convert(spec: object, openapi = "3.1.0"): JsonObject {
  const {
    openapi: _,
    info: __,
    ...rest
  } = convertForTypes(loadDocument("spec.json", () => JSON.stringify({ openapi, ...head, ...spec })));
  return rest;
}

const KINDS = {
  A: { type: "object", properties: { kind: { const: "a" } } },
  B: { type: "object", properties: { kind: { $ref: "#/components/schemas/Kind" } } },
  C: { type: "object", properties: { kind: { type: "string" } } },
  Kind: { enum: ["b"] },
};
const to = (...names: readonly string[]) => names.map((name) => ({ $ref: `#/components/schemas/${name}` }));

/** A schema, and what it becomes. The other schemas stay. */
test.each<[what: string, schema: object, converted: object]>([
  [
    "a discriminator whose branches list their values",
    { oneOf: to("A", "B"), discriminator: { propertyName: "kind" } },
    { oneOf: to("A", "B") },
  ],
  ["the same with anyOf", { anyOf: to("B"), discriminator: { propertyName: "kind" } }, { anyOf: to("B") }],
  [
    "one whose branches do not",
    { oneOf: to("A", "C"), discriminator: { propertyName: "kind" } },
    { oneOf: to("A", "C"), discriminator: { propertyName: "kind" } },
  ],
  ["one without branches", { discriminator: { propertyName: "kind" } }, { discriminator: { propertyName: "kind" } }],
  [
    "one with no branches",
    { oneOf: [], discriminator: { propertyName: "kind" } },
    { oneOf: [], discriminator: { propertyName: "kind" } },
  ],
  ["one without a name", { oneOf: to("A"), discriminator: {} }, { oneOf: to("A"), discriminator: {} }],
  [
    "a mapping",
    {
      oneOf: to("C"),
      discriminator: { propertyName: "kind", mapping: { a: "C", b: "#/components/schemas/C", c: "a b", d: "C-x_1" } },
    },
    {
      oneOf: to("C"),
      discriminator: {
        propertyName: "kind",
        mapping: {
          a: "#/components/schemas/C",
          b: "#/components/schemas/C",
          c: "a b",
          d: "#/components/schemas/C-x_1",
        },
      },
    },
  ],
  [
    "properties with such names",
    { properties: { discriminator: { mapping: { a: "C" } }, properties: { properties: { a: {} }, required: ["b"] } } },
    {
      properties: {
        discriminator: { mapping: { a: "C" } },
        properties: { properties: { a: {}, b: {} }, required: ["b"] },
      },
    },
  ],
  [
    "required properties that are not declared",
    { properties: { a: {} }, required: ["a", "b", 5] },
    { properties: { a: {}, b: {} }, required: ["a", "b", 5] },
  ],
  [
    "one that allOf declares",
    { allOf: [...to("A"), { allOf: [{ properties: { b: {} } }] }], required: ["kind", "b", "c"] },
    {
      allOf: [...to("A"), { allOf: [{ properties: { b: {} } }] }],
      required: ["kind", "b", "c"],
      properties: { c: {} },
    },
  ],
  ["no properties", { type: "object", required: ["a"] }, { type: "object", required: ["a"] }],
])("%s", (_, schema, converted) => {
  expect(convert({ components: { schemas: { ...KINDS, S: schema } } })).toEqual({
    components: { schemas: { ...KINDS, S: converted } },
  });
});

test("schemas below others get names, which differ from those of components", () => {
  const deep = "#/components/schemas/S/properties/a";
  const schemas = {
    S: { properties: { a: { items: { $ref: `${deep}/items/items` } }, b: { $ref: deep } } },
    S_properties_a: {},
  };
  expect(convert({ components: { schemas }, paths: { "/a": { $ref: "#/paths/~1b" }, "/b": {} } })).toEqual({
    paths: { "/a": { $ref: "#/paths/~1b" }, "/b": {} },
    components: {
      schemas: {
        S: {
          properties: {
            a: { items: { $ref: `${deep}/items/items` } },
            b: { $ref: "#/components/schemas/S_properties_a_2" },
          },
        },
        S_properties_a: {},
        S_properties_a_2: { items: { $ref: `${deep}/items/items` } },
      },
    },
  });
});

const media = (more: object) => ({ content: { "application/jsonl": more } });
const response = (content: object) => ({ responses: { 200: { description: "d", content } } });

test("operations of further methods, streams and query strings have types of OpenAPI 3.1", () => {
  const parameters = [{ name: "p", in: "path", required: true, schema: {} }];
  const event = { properties: { data: { contentSchema: { type: "integer" } } } };
  const spec = {
    paths: {
      "/a/{p}": {
        parameters,
        get: {
          parameters: [
            { name: "q", in: "querystring", content: { "a/b": { schema: { type: "object" } } } },
            { name: "r", in: "querystring", content: { "a/b": {} } },
          ],
          ...response({
            "text/event-stream": { itemSchema: { oneOf: [event, { properties: { data: { type: "string" } } }] } },
            "text/event-stream; a=b": { itemSchema: { type: "object" } },
            "application/jsonl": { itemSchema: { type: "integer" } },
            "a/b": { $ref: "#/components/mediaTypes/M" },
            "c/d": { schema: { itemSchema: { type: "object" } } },
          }),
        },
        query: { requestBody: media({ schema: {} }), responses: {} },
        additionalOperations: { "C%PY": { responses: {} } },
      },
      "/b": { query: { responses: {} } },
    },
    webhooks: { w: { query: { responses: {} } } },
    components: { mediaTypes: { M: { itemSchema: { type: "string" } } } },
  };
  expect(convert(spec, "3.2.0")).toEqual({
    paths: {
      "/a/{p}": {
        parameters,
        get: {
          parameters: [
            { name: "q", in: "query", schema: { type: "object" } },
            { name: "r", in: "query", schema: {} },
          ],
          ...response({
            "text/event-stream": expect.objectContaining({
              schema: { type: "array", items: { anyOf: [{ type: "integer" }, { type: "string" }] } },
            }),
            "text/event-stream; a=b": { itemSchema: { type: "object" }, schema: { type: "array", items: {} } },
            "application/jsonl": {
              itemSchema: { type: "integer" },
              schema: { type: "array", items: { type: "integer" } },
            },
            "a/b": { itemSchema: { type: "string" }, schema: { type: "array", items: { type: "string" } } },
            "c/d": { schema: { itemSchema: { type: "object" } } },
          }),
        },
      },
      "/b": {},
      "/a/{p} (QUERY)": { parameters, post: { requestBody: media({ schema: {} }), responses: {} } },
      "/a/{p} (C\\x25PY)": { parameters, post: { responses: {} } },
      "/b (QUERY)": { post: { responses: {} } },
    },
    webhooks: { w: {}, "w (QUERY)": { post: { responses: {} } } },
    components: {
      mediaTypes: { M: { itemSchema: { type: "string" }, schema: { type: "array", items: { type: "string" } } } },
    },
  });
});
