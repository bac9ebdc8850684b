/** Which keywords the compiled validator supports, by their values. */
import { expect, test } from "vitest";
import { isSupportedKeyword } from "../../../src/fast/wasm-validator/schema-compiler.js";

const KEYWORDS: readonly (readonly [keyword: string, supported: readonly unknown[], not: readonly unknown[]])[] = [
  ["$ref", ["#", "#/a"], ["", "a#/b", "#a", 5, undefined]],
  ["allOf", [[{}]], []],
  ["anyOf", [], [[{ required: ["a"] }]]],
  ["oneOf", [], [[{ const: 1 }]]],
  ["pattern", ["^a+$"], ["(a+)+$", 5]],
  ["items", [true, {}], [false, [], 1]],
  ["uniqueItems", [false], [true, undefined]],
  ["not", [], [{}]],
  ["patternProperties", [], [{}]],
];

test.each(KEYWORDS)("%s", (keyword, supported, not) => {
  expect(supported.filter((value) => !isSupportedKeyword(keyword, value as never))).toEqual([]);
  expect(not.filter((value) => isSupportedKeyword(keyword, value as never))).toEqual([]);
});

const ALWAYS =
  "type enum const format properties required additionalProperties minLength maxLength minItems maxItems minimum maximum exclusiveMinimum exclusiveMaximum multipleOf";

test("other keywords are supported with any value that is valid", () => {
  expect(ALWAYS.split(" ").filter((it) => !isSupportedKeyword(it, 5))).toEqual([]);
});

const ANNOTATIONS = "title description default example examples deprecated readOnly writeOnly xml externalDocs";

test("annotations are supported with any value", () => {
  const annotations = [...ANNOTATIONS.split(" "), "discriminator", "$comment", "$defs", "definitions", "x-", "x-a"];
  expect(annotations.filter((it) => !isSupportedKeyword(it, 5))).toEqual([]);
  const others = ["titles", "subtitle", "X-a", "ax-a", "exampless", "$id", "if", ""];
  expect(others.filter((it) => isSupportedKeyword(it, undefined))).toEqual([]);
});
