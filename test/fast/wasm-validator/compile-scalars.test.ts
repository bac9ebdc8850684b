/** What the schemas of a string or number become in the fast validator. */
import { expect, test } from "vitest";
import { CompiledSchema } from "../../../src/fast/wasm-validator/compiled-schema.js";
import { compileScalars, isUnescapedAscii } from "../../../src/fast/wasm-validator/schema-compiler.js";
import * as LAYOUT from "../../../src/fast/web-assembly/layout.js";
import { collectValueConstraints } from "../../../src/schema/model/value-constraints.js";

const { ALL_KINDS: ALL, OBJECT_KIND: object, ARRAY_KIND: array, STRING_KIND: string } = LAYOUT;
const { INTEGER_KIND: integer, FRACTION_KIND: fraction, NULL_KIND: nothing, TRUE_KIND, FALSE_KIND } = LAYOUT;

function compile(...given: readonly object[]): CompiledSchema {
  const compiled = new CompiledSchema([], "response", "compiled");
  const extensible = given.flatMap((it) => ("known" in it ? [{ known: new Set(it.known as string[]) }] : []))[0];
  const schemas = given.filter((it) => !("known" in it)).map((schema) => ({ pointer: "", schema }));
  const constraints = collectValueConstraints(schemas as never);
  compileScalars(compiled, { constraints, extensible } as never);
  return compiled;
}

test.each<[schemas: object[], kinds: number]>([
  [[{}], ALL],
  [[{ type: "object" }], object],
  [[{ type: "array" }], array],
  [[{ type: "string" }], string],
  [[{ type: "integer" }], integer],
  [[{ type: "number" }], integer | fraction],
  [[{ type: "boolean" }], TRUE_KIND | FALSE_KIND],
  [[{ type: "null" }], nothing],
  [[{ type: ["string", "null"] }], string | nothing],
  [[{ type: ["string", "null"] }, { type: ["string", "integer"] }], string],
  [[{ type: "oddity" }], 0],
  [[{ enum: ["a", null] }], string | nothing],
  [[{ enum: [1] }], integer | fraction],
  [[{ enum: [true] }], TRUE_KIND],
  [[{ enum: [{}, [], 1] }], integer | fraction],
  [[{ const: false }], FALSE_KIND],
  [[{ const: null }], nothing],
  [[{ format: "int32" }], ALL & ~fraction],
  [[{ format: "double-int" }], ALL & ~fraction],
  [[{ format: "float" }], ALL],
  [[{ format: "double" }], ALL],
  [[{ format: "date" }], ALL],
  [[{ format: "toString" }], ALL],
])("%j allows the kinds %i", (schemas, kinds) => {
  expect(compile(...schemas).kinds).toBe(kinds);
});

test.each<[schemas: object[], expected: Partial<CompiledSchema>]>([
  [[{}], { textMode: 0, hasEnum: false, minLength: 0, maxLength: Number.POSITIVE_INFINITY }],
  [[{ minLength: 0 }], { textMode: 0 }],
  [[{ minLength: 1 }, { minLength: 3 }, { minLength: 2 }], { minLength: 3 }],
  [[{ maxLength: 5 }, { maxLength: 3 }, { maxLength: 4 }], { maxLength: 3 }],
  [[{ minimum: 1 }, { minimum: 3 }, { minimum: 2 }], { minimum: 3 }],
  [[{ maximum: 5 }, { maximum: 3 }, { maximum: 4 }], { maximum: 3 }],
  [[{ format: "int8" }], { minimum: -128, maximum: 127 }],
  [[{ format: "int8", minimum: -200, maximum: 200 }], { minimum: -128, maximum: 127 }],
  [[{ minimum: 5, format: "uint8", maximum: 10 }], { minimum: 5, maximum: 10 }],
  [[{ format: "double-int" }], { minimum: Number.NEGATIVE_INFINITY, maximum: Number.POSITIVE_INFINITY }],
  [[{ format: "date-time" }], { isDateTime: true }],
  [[{ format: "date" }], { isDateTime: false }],
  [[{ enum: ["a", "b", 1, 'q"', "é", "\\"] }], { enumTexts: ["a", "b"], hasEnum: true }],
  [[{ enum: ["a", "b"] }, { enum: ["b", "c"] }], { enumTexts: ["b"] }],
  [[{ enum: ["a", "b"] }, { const: "a" }], { enumTexts: ["a"] }],
  [[{ enum: ["a", "b"], pattern: "^b$" }], { enumTexts: ["b"] }],
  [[{ enum: ["", "b", "bc", "bcd"], minLength: 1, maxLength: 2 }], { enumTexts: ["b", "bc"] }],
  [[{ enum: ["b", "2026-01-31"], format: "date" }], { enumTexts: ["2026-01-31"] }],
  [[{ enum: ["b", "2026-01-31T09:30:00Z"], format: "date-time" }], { enumTexts: ["2026-01-31T09:30:00Z"] }],
  [[{ known: ["x", "y"] }], { enumTexts: ["x", "y"], hasEnum: true }],
  [[{ known: ["x", "y"] }, { enum: ["y", "z"] }], { enumTexts: ["y"] }],
])("%j is compiled", (schemas, expected) => {
  expect(compile(...schemas)).toMatchObject(expected);
});

test("texts are tested if something restricts them", () => {
  const any = compile({}).textMode;
  const tested = compile({ minLength: 1 }).textMode;
  expect(tested).not.toBe(any);
  for (const schema of [{ maxLength: 9 }, { pattern: "a" }, { pattern: "^[0-9]{2}$" }, { format: "date-time" }])
    expect(compile(schema).textMode).toBe(tested);
  expect(compile({ format: "email" }).textMode).toBe(tested);
  expect(compile({ minimum: 1, minLength: 0 }).textMode).toBe(any);
  expect(new Set([any, tested, compile({ enum: ["a"] }).textMode]).size).toBe(3);
});

test.each<[schema: object, text: string, expected: boolean[]]>([
  [{ format: "date", pattern: "^2026" }, "2026-01-31", [true, true]],
  [{ pattern: "^[a-c]{2}$" }, "xx", [false]],
])("%j tests %j", (schema, text, expected) => {
  expect(compile(schema).textTests.map((it) => it(text))).toEqual(expected);
});

test.each<[schema: object, value: number, expected: boolean]>([
  [{ exclusiveMinimum: 5 }, 5, false],
  [{ exclusiveMinimum: 5 }, 6, true],
  [{ exclusiveMaximum: 5 }, 5, false],
  [{ exclusiveMaximum: 5 }, 4, true],
  [{ multipleOf: 0.1 }, 0.3, true],
  [{ multipleOf: 0.1 }, 0.35, false],
  [{ enum: [1, 2] }, 2, true],
  [{ enum: [1, 2] }, 3, false],
  [{ const: 1 }, 2, false],
])("%j is tested with %d: %j", (schema, value, expected) => {
  const { numberTests } = compile(schema);
  expect(numberTests.map((it) => it(value))).toEqual([expected]);
});

test.each([
  ["", true],
  [" ~", true],
  ["\u001f", false],
  ["\u007f", false],
  ['a"', false],
  ["a\\", false],
  ["é", false],
])("%j needs no escapes: %j", (text, expected) => {
  expect(isUnescapedAscii(text)).toBe(expected);
});
