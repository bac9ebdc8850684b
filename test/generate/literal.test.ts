import { expect, test } from "vitest";
import { formatLiteral } from "../../src/generate/code.js";

const long = "x".repeat(100);

test.each([
  [null, "null"],
  [`${long}${long}`, `"${long}${long}"`],
  ["a", '"a"'],
  [1, "1"],
  [{}, "{}"],
  [[], "[]"],
  [{ a: { "b-c": null }, d: [1, null, {}] }, '{ a: { "b-c": null }, d: [1, null, {}] }'],
  [[long, 1], `["${long}", 1]`],
  [[long, "1234567890123456"], `[\n  "${long}",\n  "1234567890123456",\n]`],
  [
    { a: long, b: [[long, long]] },
    `{\n  a: "${long}",\n  b: [\n    [\n      "${long}",\n      "${long}",\n    ],\n  ],\n}`,
  ],
])("%j is written as %s", (value, expected) => {
  expect(formatLiteral(value)).toBe(expected);
});

// The flat text has 107 characters.
test.each([
  ["", 12, true],
  ["", 13, false],
  ["  ", 10, true],
  ["  ", 11, false],
])("indented by %j and after %i characters a list fits on one line: %j", (indent, before, isFlat) => {
  const flat = `["${long}", 1]`;
  expect(flat).toHaveLength(107);
  expect(formatLiteral([long, 1], indent, before) === flat).toBe(isFlat);
  expect(formatLiteral([long, 1], indent, before).endsWith(isFlat ? "1]" : `1,\n${indent}]`)).toBe(true);
});
