/** Which keywords the compiled validator supports, by their values. */
import { expect, test } from "vitest";
import {
  isAnnotationKeyword,
  isSupportedKeyword,
  listConstants,
} from "../../../src/fast/wasm-validator/supported-keywords.js";

const name = { required: ["a"] };

const KEYWORDS: readonly (readonly [keyword: string, supported: readonly unknown[], not: readonly unknown[]])[] = [
  ["$ref", ["#", "#/a"], ["", "a#/b", "#a", 5, undefined]],
  ["allOf", [[], [{}]], [{}, "a", undefined]],
  ["anyOf", [[name], [name, { required: [] }]], [[], {}, [{}], [true], [{ ...name, type: "a" }], [{ required: [1] }]]],
  ["oneOf", [[{ const: 1 }]], [[], [{}], undefined]],
  [
    "type",
    ["object", "array", "string", "number", "integer", "boolean", "null", ["string", "null"]],
    ["file", ["a"], 5, undefined],
  ],
  ["enum", [["a", 1, true, null]], [[], [{}], [[]], "a", ["a", {}]]],
  ["const", ["a", 1, false, null], [{}, [], undefined]],
  ["format", ["date", ""], [5, undefined]],
  ["pattern", ["^a+$"], ["(a+)+$", "(", 5]],
  ["properties", [{}], [[], true, undefined]],
  ["required", [[], ["a"]], [[1], ["a", 1], "a"]],
  ["additionalProperties", [true, false, {}], ["a", [], 1]],
  ["items", [true, {}], [false, [], 1]],
  ["uniqueItems", [false], [true, undefined]],
  ["minLength", [0, 5], [-1, 0.5, "1"]],
  ["maxLength", [0], [-1]],
  ["minItems", [0], [-1]],
  ["maxItems", [0], [-1]],
  ["minimum", [-1.5], ["1", Number.NaN]],
  ["maximum", [0], [null]],
  ["exclusiveMinimum", [0], [true]],
  ["exclusiveMaximum", [0], [true]],
  ["multipleOf", [0.01], [0, -1, "1"]],
  ["not", [], [{}]],
  ["patternProperties", [], [{}]],
];

test.each(KEYWORDS)("%s", (keyword, supported, not) => {
  expect(supported.filter((value) => !isSupportedKeyword(keyword, value as never))).toEqual([]);
  expect(not.filter((value) => isSupportedKeyword(keyword, value as never))).toEqual([]);
});

const ANNOTATIONS = "title description default example examples deprecated readOnly writeOnly xml externalDocs";

test("annotations are supported with any value", () => {
  const annotations = [...ANNOTATIONS.split(" "), "discriminator", "$comment", "$defs", "definitions", "x-", "x-a"];
  expect(annotations.filter((it) => !isAnnotationKeyword(it) || !isSupportedKeyword(it, 5))).toEqual([]);
  const others = ["titles", "subtitle", "X-a", "ax-a", "exampless", "$id", "if", "type", ""];
  expect(others.filter((it) => isAnnotationKeyword(it) || isSupportedKeyword(it, undefined))).toEqual([]);
});

test.each<[oneOf: unknown, values: readonly unknown[] | undefined]>([
  [
    [{ const: "a", title: "A", description: "d", deprecated: true, $comment: "c" }, { const: null }, { const: 1 }],
    ["a", null, 1],
  ],
  [[{ const: "a" }, { const: "a" }], undefined],
  [[{ const: "a", type: "string" }], undefined],
  [[{ const: "a", subtitle: "b" }], undefined],
  [[{ const: "a", titles: "b" }], undefined],
  [[{ const: "a" }, { title: "b" }], undefined],
  [[{ const: "a" }, { const: {} }], undefined],
  [[{ const: "a" }, true], undefined],
  [[], undefined],
  [{ const: "a" }, undefined],
])("the constants of %j are %j", (oneOf, values) => {
  expect(listConstants(oneOf as never)).toEqual(values);
});
