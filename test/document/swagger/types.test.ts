import { expect, test } from "vitest";
import { loadDocument, valueAt } from "../../../src/document/index.js";
import { lintDocument } from "../../../src/lint/index.js";

test.each([
  ["int", "integer"],
  ["double", "number"],
  ["bool", "boolean"],
  ["str", "string"],
])("the type %s of other languages is read as %s, and an error of the spec", (type, expected) => {
  const text = `swagger: "2.0"
info: { title: t, version: "1" }
produces: [application/json]
paths:
  /a/{n}:
    get:
      parameters: [{ name: n, in: path, required: true, type: ${type} }]
      responses: { "200": { description: d, schema: { type: object, properties: { n: { type: ${type} } } } } }
`;
  const document = loadDocument("a.yaml", () => text);
  const operation = "/paths/~1a~1{n}/get";
  expect([
    valueAt(document.root, `${operation}/parameters/0/schema/type`),
    valueAt(document.root, `${operation}/responses/200/content/application~1json/schema/properties/n/type`),
  ]).toEqual([expected, expected]);
  const found = lintDocument(document).filter(({ code }) => code === "spec.schema.type-unknown");
  const message = `unknown type "${type}", which is read as "${expected}"`;
  expect(found.map((it) => [it.line, it.message])).toEqual([
    [7, message],
    [8, message],
  ]);
});
