/** How values are serialized as XML. */
import { expect, test } from "vitest";
import { type Json, loadDocument } from "../../src/document/index.js";
import { serializeXml } from "../../src/samples/serialization/serialize-xml.js";
import { createSchemas } from "../../src/schema/index.js";

const XML: readonly (readonly [schema: Json, ...values: Json[]])[] = [
  [{ type: "string" }, "a<b>&\"'\r", "\u0000", 5, null],
  [{ type: "string", xml: { name: "x" } }, "a"],
  [
    { type: "object", xml: { name: "o", namespace: "urn:a" } },
    { a: "1", "b c": 2 },
    { a: 1 },
    { a: [1] },
    { a: { b: 1 } },
  ],
  [
    {
      type: "object",
      properties: { at: { type: "string", xml: { attribute: true } }, n: { type: "integer", xml: { name: "num" } } },
    },
    { at: 'a"b', n: 1 },
    { at: [1, 2] },
    { at: { a: 1 } },
    { n: null },
  ],
  [
    { type: "object", properties: { list: { type: "array", items: { type: "integer" } } } },
    { list: [1, 2] },
    { list: [] },
    { list: [[1]] },
  ],
  [
    {
      type: "object",
      properties: { list: { type: "array", xml: { wrapped: true }, items: { type: "integer", xml: { name: "it" } } } },
    },
    { list: [1, 2] },
    { list: [] },
  ],
  [
    {
      type: "object",
      properties: {
        list: { type: "array", xml: { name: "all", wrapped: true }, items: { type: "object", properties: { a: {} } } },
      },
    },
    { list: [{ a: 1 }, { a: null }] },
  ],
  [{ type: "array", items: { type: "string" } }, ["a", "b"], []],
  [{ type: "array", xml: { name: "root" }, items: { type: "string", xml: { name: "i" } } }, ["a"]],
  [{ type: "array", items: { $ref: "#/components/schemas/Book" } }, [{ title: "a" }]],
  [{ $ref: "#/components/schemas/Book" }, { title: "a" }],
  [{ allOf: [{ $ref: "#/components/schemas/Book" }] }, { title: "a" }],
  [{ type: "string" }, ["a"]],
];

test("XML", async () => {
  const lines = XML.flatMap(([schema, ...values]) => {
    const schemas = { S: schema, Book: { type: "object", properties: { title: { type: "string" } } } };
    const spec = { openapi: "3.1.0", info: { title: "t", version: "1" }, paths: {}, components: { schemas } };
    const loaded = createSchemas(loadDocument("a.json", () => JSON.stringify(spec)));
    const shown = values.map(
      (value) => `  ${JSON.stringify(value)}: ${serializeXml(loaded, "/components/schemas/S", value) ?? "none"}`,
    );
    return [JSON.stringify(schema), ...shown];
  });
  await expect(`${lines.join("\n")}\n`).toMatchFileSnapshot("xml.txt");
});
