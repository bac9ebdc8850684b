/** Parameters with `content`, by media type. */
import { expect, test } from "vitest";
import { loadDocument } from "../../../src/document/index.js";
import { createSchemas } from "../../../src/schema/index.js";
import { readContentParameter } from "../../../src/schema/parameters/content-parameter.js";

const object = { type: "object", properties: { a: { type: "integer" } } };
const schemaList = [{ type: "integer" }, { type: "string" }, {}, object] as const;
const [INTEGER, TEXT, OPEN, OBJECT] = [0, 1, 2, 3];
const root = {
  openapi: "3.1.0",
  info: { title: "t", version: "1" },
  components: { schemas: Object.fromEntries(schemaList.map((schema, index) => [`S${index}`, schema])) },
};
const schemas = createSchemas(loadDocument("a.json", () => JSON.stringify(root)));

const value = (it: unknown): object => ({ kind: "value", value: it, names: ["p"] });
const unchecked = (type: string): object => ({
  kind: "not-checked",
  reason: `has content type ${type}, which cannot be checked against a schema`,
  names: ["p"],
});

test.each<readonly [type: string, schema: number | undefined, text: string, reading: object]>([
  ["application/json", INTEGER, "5", value(5)],
  ["application/a+json", OBJECT, '{"a":"x"}', value({ a: "x" })],
  ["text/JSON; v=1", undefined, "[]", value([])],
  [
    "application/json",
    INTEGER,
    "x",
    { kind: "malformed", mode: "JSON", reason: "is not valid JSON, as its content type requires" },
  ],
  ["application/xml", OBJECT, "<S3><a>5</a></S3>", value({ a: 5 })],
  [
    "application/a+xml",
    OBJECT,
    "<r",
    { kind: "malformed", mode: "XML", reason: "is not well-formed XML, as its content type requires" },
  ],
  [
    "application/xml",
    OBJECT,
    '<!DOCTYPE r [<!ENTITY e "5">]><r><a>&e;</a></r>',
    { kind: "not-checked", reason: expect.stringMatching(/^cannot be checked: \S/), names: ["p"] },
  ],
  // A string schema accepts the text of any media type.
  ["application/xml", TEXT, "<r", value("<r")],
  ["application/pdf", TEXT, "5", value("5")],
  ["application/pdf", OPEN, "5", value("5")],
  ["application/pdf", undefined, "5", value("5")],
  ["application/pdf", INTEGER, "5", unchecked("application/pdf")],
  ["application/pdf", OBJECT, "5", unchecked("application/pdf")],
  ["text/plain", INTEGER, "5", value(5)],
  ["text/plain; charset=utf-8", INTEGER, "x", value("x")],
  ["text/plain", OBJECT, "5", unchecked("text/plain")],
])("%s with the schema %s: %s", (range, schema, text, reading) => {
  const pointer = schema === undefined ? {} : { schema: `/components/schemas/S${schema}` };
  expect(readContentParameter(schemas, { name: "p", content: { range, ...pointer } } as never, text)).toEqual(reading);
});
