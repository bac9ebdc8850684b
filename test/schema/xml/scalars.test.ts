/** The values that a text of an XML document can have, and positions in it. */
import { expect, test } from "vitest";
import { getLineAndColumn } from "../../../src/schema/xml/line-and-column.js";
import { isXmlBlank, listScalarCandidates, trimXmlSpace } from "../../../src/schema/xml/xml-scalar.js";

const ALL = ["string", "number", "boolean", "null"];

test.each<[types: readonly string[], text: string, candidates: readonly unknown[]]>([
  [[], " a ", [" a "]],
  [[], "1", ["1"]],
  [["string"], "a", ["a"]],
  [["string"], " a\n", [" a\n", "a"]],
  [["string"], "\u00a0a", ["\u00a0a"]],
  [["string"], "", [""]],
  [["integer"], "5", [5]],
  [["number"], "\t-0.50\r\n", [-0.5]],
  [["number"], "+1", [1]],
  [["number"], "007", [7]],
  [["number"], "0", [0]],
  [["number"], "00", [0]],
  [["number"], ".5", [0.5]],
  [["number"], "-.5e1", [-5]],
  [["number"], "5.", [5]],
  [["number"], "1E-2", [0.01]],
  [["number"], "1e+2", [100]],
  [["number"], "1e", []],
  [["number"], ".", []],
  [["number"], "-", []],
  [["number"], "", []],
  [["number"], "1x", []],
  [["number"], "x1", []],
  [["number"], "1 2", []],
  [["number"], "..5", []],
  [["number"], "INF", []],
  [["boolean"], " true ", [true]],
  [["boolean"], "1", [true]],
  [["boolean"], "false", [false]],
  [["boolean"], "0", [false]],
  [["boolean"], "TRUE", []],
  [["null"], "", [null]],
  [["null"], " null ", [null]],
  [["null"], "nil", []],
  [["array"], "a", []],
  [ALL, "1", [1, true, "1"]],
  [ALL, " 0", [0, false, " 0", "0"]],
  [ALL, "", [null, ""]],
  [ALL, "false", [false, "false"]],
])("%j: %j can be %j", (types, text, candidates) => {
  expect(listScalarCandidates(new Set(types), text)).toEqual(candidates);
});

test.each([
  ["", "", true],
  ["\t\n\r ", "", true],
  ["  a b  ", "a b", false],
  ["a", "a", false],
  ["\u00a0", "\u00a0", false],
  ["\n\na\n\n", "a", false],
])("%j without its white space is %j", (text, trimmed, isBlank) => {
  expect(trimXmlSpace(text)).toBe(trimmed);
  expect(isXmlBlank(text)).toBe(isBlank);
});

test.each([
  ["ab", 0, 1, 1],
  ["ab", 1, 1, 2],
  ["a\nb", 1, 1, 2],
  ["a\nb", 2, 2, 1],
  ["\n\nab", 3, 3, 2],
  ["\n\nab\n", 1, 2, 1],
  ["", 0, 1, 1],
])("%j at %i is line %i, column %i", (text, offset, line, column) => {
  expect(getLineAndColumn(text, offset)).toEqual({ line, column });
});
