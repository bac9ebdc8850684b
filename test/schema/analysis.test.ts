/** What is known of a schema without a value: its types, its sensitive parts, the schemas that it reaches. */
import { expect, test } from "vitest";
import { loadDocument } from "../../src/document/index.js";
import { isSensitive } from "../../src/schema/analysis/sensitive.js";
import { walkReachableSchemas } from "../../src/schema/model/applicable-schema.js";
import { acceptsAnyString, coerce, getSchemaTypes, isBinarySchema } from "../../src/schema/parameters/decoding.js";
import { createSchemas } from "../../src/schema/validation/schemas.js";

function schemasOf(schema: string) {
  const text = `openapi: 3.1.0
info: { title: t, version: "1" }
paths: {}
components:
  schemas:
    S: ${schema}
    Text: { type: string }
    Loop: { properties: { again: { $ref: "#/components/schemas/Loop" } } }
`;
  return createSchemas(loadDocument("spec.yaml", () => text));
}
const AT = "/components/schemas/S";

test.each([
  ["{}", [], true, false],
  ["{ type: string }", ["string"], true, false],
  ["{ type: [string, 'null'] }", ["string", "null"], false, false],
  ["{ type: integer }", ["integer"], false, false],
  ["{ properties: {} }", ["object"], false, false],
  ["{ items: {} }", ["array"], false, false],
  ["{ prefixItems: [{}] }", ["array"], false, false],
  ["{ minimum: 1 }", ["number"], false, false],
  ["{ maximum: 1 }", ["number"], false, false],
  ["{ exclusiveMinimum: 1 }", ["number"], false, false],
  ["{ exclusiveMaximum: 1 }", ["number"], false, false],
  ["{ multipleOf: 1 }", ["number"], false, false],
  ["{ type: string, minimum: 1, items: {}, properties: {} }", ["string"], true, false],
  ["{ const: a }", ["string"], false, false],
  ["{ enum: [a, 1, null, true] }", ["string", "number", "boolean"], false, false],
  ["{ type: string, pattern: a }", ["string"], false, false],
  ["{ type: string, minLength: 0 }", ["string"], false, false],
  ["{ type: string, maxLength: 9 }", ["string"], false, false],
  ["{ type: string, enum: [a] }", ["string"], false, false],
  ["{ type: string, const: a }", ["string"], false, false],
  ["{ type: string, maxLength: 9, contentEncoding: base64 }", ["string"], true, false],
  ["{ type: string, maxLength: 9, format: byte }", ["string"], true, false],
  ["{ type: string, maxLength: 9, format: date }", ["string"], false, false],
  ["{ type: string, format: binary }", ["string"], true, true],
  ["{ format: binary }", [], true, true],
  ["{ type: object, format: binary }", ["object"], false, false],
  ["{ allOf: [{ $ref: '#/components/schemas/Text' }, { maxLength: 1 }] }", ["string"], false, false],
  ["{ anyOf: [{ type: string }, { type: integer }] }", ["string", "integer"], false, false],
])("%s has the types %j; it accepts any string: %j; it is a file: %j", (schema, types, takesAny, isFile) => {
  const schemas = schemasOf(schema);
  expect([...getSchemaTypes(schemas, AT)]).toEqual(types);
  expect([acceptsAnyString(schemas, AT), isBinarySchema(schemas, AT)]).toEqual([takesAny, isFile]);
  expect([[...getSchemaTypes(schemas, undefined)], isBinarySchema(schemas, undefined)]).toEqual([[], false]);
});

test.each<[schema: string, text: string, value: unknown]>([
  ["{}", "1", "1"],
  ["{ type: integer }", "1", 1],
  ["{ type: integer }", "01", "01"],
  ["{ type: integer }", "-0.5e+3", -500],
  ["{ type: integer }", "1.", "1."],
  ["{ type: integer }", "+1", "+1"],
  ["{ type: integer }", " 1", " 1"],
  ["{ type: number }", "1e5", 100_000],
  ["{ type: boolean }", "true", true],
  ["{ type: boolean }", "false", false],
  ["{ type: boolean }", "True", "True"],
  ["{ type: 'null' }", "", null],
  ["{ type: 'null' }", "null", null],
  ["{ type: 'null' }", "nil", "nil"],
  ["{ type: string }", "1", "1"],
  ["{ type: [integer, string] }", "1", 1],
  ["{ type: [integer, string], minLength: 3, maximum: 5 }", "100", "100"],
  ["{ type: [integer, string], minLength: 3, maximum: 5 }", "10", 10],
  ["{ type: [boolean, string] }", "true", true],
  ["{ type: ['null', string] }", "null", null],
  ["{ type: ['null', string], minLength: 1, enum: ['null'] }", "null", "null"],
])("with %s the text %j is %j", (schema, text, value) => {
  expect(coerce(schemasOf(schema), AT, text)).toEqual(value);
  expect(coerce(schemasOf(schema), undefined, text)).toBe(text);
});

test.each<[schema: string, instance: string, expected: boolean]>([
  ["{ type: string }", "", false],
  ["{ type: string, x-sensitive: true }", "", true],
  ["{ type: string, x-sensitive: 'yes' }", "", false],
  ["{ type: string, writeOnly: true }", "", true],
  ["{ type: string, readOnly: true }", "", false],
  ["{ type: string, format: password }", "", true],
  ["{ x-sensitive: true, properties: { a: {} } }", "/a/b", true],
  ["{ properties: { a: { writeOnly: true }, b: {} } }", "/a", true],
  ["{ properties: { a: { writeOnly: true }, b: {} } }", "/b", false],
  ["{ properties: { a: { writeOnly: true }, b: {} } }", "", false],
  ["{ items: { writeOnly: true } }", "/0", true],
  ["{ prefixItems: [{ writeOnly: true }] }", "/0", true],
  ["{ unevaluatedItems: { writeOnly: true } }", "/0", true],
  ["{ contains: { writeOnly: true } }", "/0", true],
  ["{ items: { properties: { a: { format: password } } } }", "/7/a", true],
  ["{ anyOf: [{ properties: { a: { format: password } } }, {}] }", "/a", true],
  ["{ additionalProperties: { format: password } }", "/any", true],
  ["{ properties: { b: {} }, additionalProperties: { format: password } }", "/b", false],
])("with %s the value at %j is sensitive: %j", (schema, instance, expected) => {
  const schemas = schemasOf(schema);
  expect([isSensitive(schemas, AT, instance), isSensitive(schemas, AT, instance)]).toEqual([expected, expected]);
  expect(isSensitive(schemas, undefined, instance)).toBe(false);
});

test.each<[schema: string, reached: string[]]>([
  ["true", []],
  ["{ $ref: '#/components/schemas/Text' }", ["S", "Text"]],
  ["{ $ref: 'other.yaml#/a' }", ["S"]],
  [
    "{ properties: { l: { $ref: '#/components/schemas/Loop' } } }",
    ["S", "S/properties/l", "Loop", "Loop/properties/again"],
  ],
  ["{ allOf: [{}], oneOf: [{}], anyOf: [{}] }", ["S", "S/anyOf/0", "S/oneOf/0", "S/allOf/0"]],
  ["{ if: {}, then: {}, else: {} }", ["S", "S/if", "S/else", "S/then"]],
  ["{ if: {} }", ["S", "S/if"]],
  ["{ then: {}, else: {}, not: {} }", ["S", "S/else", "S/not", "S/then"]],
  ["{ dependentSchemas: { a: {} } }", ["S", "S/dependentSchemas/a"]],
  [
    "{ patternProperties: { a: {} }, prefixItems: [{}, {}] }",
    ["S", "S/prefixItems/1", "S/prefixItems/0", "S/patternProperties/a"],
  ],
  [
    "{ items: {}, additionalProperties: {}, unevaluatedProperties: {} }",
    ["S", "S/unevaluatedProperties", "S/additionalProperties", "S/items"],
  ],
  ["{ items: true, additionalProperties: false, unevaluatedProperties: false }", ["S"]],
])("%s reaches %j", (schema, reached) => {
  const { root } = schemasOf(schema);
  const found = [...walkReachableSchemas({ root }, [AT])].map(({ pointer }) => pointer);
  expect(found.sort()).toEqual(reached.map((it) => `/components/schemas/${it}`).sort());
});
