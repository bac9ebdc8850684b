/** Sample values as source text that has the generated type, and the value of a body. */

import { expect, test } from "vitest";
import { listOperations, loadDocument } from "../../../src/document/index.js";
import { formatLiteral } from "../../../src/generate/code.js";
import { formatSampleValue, makeBodyValue } from "../../../src/generate/package/sample-value.js";
import { getSchemas } from "../../../src/schema/index.js";

const load = (schemas: object, paths: object = {}) => {
  const spec = { openapi: "3.1.0", info: { title: "T", version: "1" }, paths, components: { schemas } };
  return loadDocument("spec.json", () => JSON.stringify(spec));
};

const to = (name: string) => ({ $ref: `#/components/schemas/${name}` });
const SCHEMAS = {
  Id: { type: "string", "x-brand": "NoteId" },
  File: { type: "string", format: "binary" },
  Open: { type: "object", properties: { id: to("Id") }, additionalProperties: to("Id") },
  Closed: { type: "object", properties: { id: to("Id"), sent: { readOnly: true } } },
  List: { type: "array", items: to("Id"), prefixItems: [{ type: "string" }] },
  Choice: { oneOf: [to("Id"), { type: "integer" }] },
  All: {
    allOf: [
      { properties: { a: { readOnly: true, type: "string" } }, required: ["a", "b"] },
      { properties: { a: { type: "string", const: "x" }, b: {} } },
    ],
  },
  Dog: { type: "object", properties: { bark: { type: "boolean" } } },
  Cat: { type: "object", properties: { meow: { type: "boolean" } }, required: ["meow"] },
  Pet: {
    oneOf: [to("Cat"), to("Dog")],
    discriminator: { propertyName: "kind", mapping: { woof: "#/components/schemas/Dog" } },
  },
  Base: {
    type: "object",
    properties: { kind: { type: "string" } },
    required: ["kind"],
    discriminator: { propertyName: "kind" },
  },
  Child: { allOf: [to("Base"), { required: ["a"], properties: { a: { type: "integer", minimum: 3 } } }] },
  Part: { type: "object", properties: { file: { type: "string", contentMediaType: "image/png" } } },
  Named: { oneOf: [to("Cat")], discriminator: { propertyName: "kind", mapping: { miau: "Cat", other: "Dog" } } },
};

test.each<[schema: keyof typeof SCHEMAS | undefined, value: unknown, text: string]>([
  [undefined, { a: [1] }, "{ a: [1] }"],
  [undefined, undefined, "null"],
  ["Id", "a", '"a" as NoteId'],
  ["Id", null, "null"],
  ["Id", 5, "5"],
  ["File", "bytes", '"bytes"'],
  ["Open", { id: "a", other: "b" }, '{ id: "a" as NoteId, other: "b" as NoteId }'],
  ["Closed", { id: "a", sent: 1, other: 2 }, '{ id: "a" as NoteId }'],
  ["List", ["a", "b"], '["a", "b" as NoteId]'],
  ["Choice", "a", '"a" as NoteId'],
  ["Choice", 5, "5"],
  ["All", { b: 1 }, '{ a: "x", b: 1 }'],
  ["All", { a: "x", b: 1 }, '{ a: "x", b: 1 }'],
  ["Pet", { meow: true }, '{ kind: "Cat", meow: true }'],
  ["Named", { meow: true }, '{ kind: "miau", meow: true }'],
  ["Base", { kind: "any" }, '{ a: 3, kind: "Child" }'],
  ["Child", { kind: "any", a: 4 }, '{ kind: "Child", a: 4 }'],
  ["Part", { file: "bytes" }, '{ file: "bytes" }'],
])("%s %j is %s", (schema, value, text) => {
  const context = { schemas: getSchemas(load(SCHEMAS)) };
  const pointer = schema === undefined ? undefined : `/components/schemas/${schema}`;
  expect(formatLiteral(formatSampleValue(context, pointer, value))).toBe(text);
});

test("a part of a multipart request that is a file is a blob", () => {
  const context = { schemas: getSchemas(load(SCHEMAS)) };
  const code = formatSampleValue(context, "/components/schemas/Part", { file: "bytes" }, "/none");
  expect(formatLiteral(code)).toBe('{ file: new File(["content"], "photo.png") }');
});

/** No value matches only one of its branches. */
const OVERLAP = { oneOf: [{ required: ["a"], properties: { a: { const: 1 } } }, {}, {}] };

test.each<[media: object, value: unknown]>([
  [{}, undefined],
  [{ example: 5 }, 5],
  [{ schema: { type: "integer" }, examples: { a: { value: "x" }, b: { value: 7 } } }, 7],
  [{ schema: { const: 3 }, example: "x" }, 3],
  [{ schema: false, example: "x" }, "x"],
  [{ schema: OVERLAP }, { a: 1 }],
  [{ schema: OVERLAP, example: { b: 2 } }, { b: 2 }],
  [{ schema: { type: "object", required: ["a"], properties: { a: { const: 1 }, b: { const: 2 } } } }, { a: 1 }],
])("the body of %j is %j", (media, value) => {
  const requestBody = { content: { "application/json": media } };
  const document = load({}, { "/a": { post: { requestBody, responses: {} } } });
  const [described] = listOperations(document)[0]?.requestBody?.content ?? [];
  if (described === undefined) throw new Error("no body");
  expect(makeBodyValue({ schemas: getSchemas(document) }, described)).toEqual(value);
});
