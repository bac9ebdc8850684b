/** Patterns that can backtrack catastrophically match like the engine's own expressions; other patterns use those. */
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { compileBoundedPattern } from "../../../src/schema/pattern/compile-pattern.js";
import { createNfa } from "../../../src/schema/pattern/nfa.js";
import { parseRegex } from "../../../src/schema/pattern/regex-tree.js";

describe("ordinary patterns use the built-in engine", () => {
  test.each([
    "^[a-z]+(-[a-z]+)*$",
    "^(\\w+\\.)*\\w+$",
    "^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$",
    "^(?=.*[A-Z])(?=.*\\d).{8,}$",
    "^(0|[1-9]\\d*)\\.(0|[1-9]\\d*)\\.(0|[1-9]\\d*)$",
    "^[A-Z]{3}$",
    "^(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\\.)+[a-z]{2,63}$",
  ])("%s", (pattern) => expect(compileBoundedPattern(pattern, "u")).toBeInstanceOf(RegExp));
});

describe("patterns that could backtrack exponentially do not", () => {
  test.each(["^(a|a)*$", "(a+)+$", "^(([a-z])+.)+[A-Z]$", "^(a?){30}a{30}$", "^(a|ab|b)*$", "\\s*\\s*$"])(
    "%s",
    (pattern) => expect(compileBoundedPattern(pattern, "u")).not.toBeInstanceOf(RegExp),
  );
});

describe("a repeatable pattern of more than 400 characters counts as one of them without analysis", () => {
  test.each([
    [399, true],
    [400, false],
  ])("%i and one more", (count, isOwn) => {
    const expression = compileBoundedPattern(`^${"a".repeat(count)}b*$`, "u");
    expect(expression instanceof RegExp).toBe(isOwn);
    expect(expression.test(`${"a".repeat(count)}bb`)).toBe(true);
    expect(expression.test(`${"a".repeat(count - 1)}bb`)).toBe(false);
  });
});

describe("a large number of copies matches short and long texts", () => {
  test.each([
    ["^(?:.|\\s){1,5000}$", "a b", ""],
    ["^(.|\\n){0,10000}$", "a\nb", "a".repeat(10_001)],
    ["^(\\s|\\S){0,65535}$", "a b", "a".repeat(65_536)],
    ["^([0-9A-F]{2}:?){1,4096}$", "AA:BB", "AA:B"],
    ["^(?:(?<!-)-|[a-z])+$", "a-b", "a--b"],
    ["^(['\"])(?:(?!\\1).)*\\1$", "'a'", "'a\""],
  ])("%s", (pattern, text, wrong) => {
    const expression = compileBoundedPattern(pattern, "u");
    expect([expression.test(text), expression.test(wrong)]).toEqual([true, false]);
  });
});

const PATTERNS = [
  "^(a|b|ab)*c$",
  "(a+)+b",
  "^a{2,4}?b*$",
  "\\bab\\b|^c",
  "^(?:a(?!b)|b)+$",
  "(?=ab)a|c$",
  "^[^a]+$",
  "^.{0,3}$",
  "^\\u{1F600}+$",
  "[\\u0061-c]{2,}\\s",
  "^\\p{L}*$",
  "^(|a)+$",
  "^(a{0,2}){2}b?$",
  "\\Bé|\\.$",
  "^a|$",
  "^(?:b|\\.)*$|c{2,3}",
  "(?:^|é)(?:a|😀)+",
];

describe("parallel states give the same result as sequential backtracking", () => {
  test.each(PATTERNS)("%s", (pattern) => {
    const machine = createNfa(parseRegex(pattern, true), "u");
    const expression = new RegExp(pattern, "u");
    const text = fc.string({ unit: fc.constantFrom("a", "b", "c", "é", ".", " ", "😀", "\n", "\u2028"), maxLength: 8 });
    fc.assert(
      fc.property(text, (it) => machine(it) === expression.test(it)),
      { seed: 7, numRuns: 500 },
    );
  });
});

describe("a text that overflows the stack of the engine is still matched", () => {
  const LONG = 20_000_000;

  test.each([
    ["^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$", "QUJD", "Q"],
    ["^(\\w|-)+$", "a", "!"],
    ["^(?:é|😀)*$", "é😀", "a"],
    ["^([a-z]+ )*$", "ab ", "ab"],
  ])("%s", (pattern, part, wrong) => {
    const text = part.repeat(LONG / part.length);
    const expression = compileBoundedPattern(pattern, "u");
    expect(() => new RegExp(pattern, "u").test(text)).toThrow(RangeError);
    expect([expression.test(text), expression.test(text + wrong)]).toEqual([true, false]);
  });

  test("unless it looks back", () => {
    expect(() => compileBoundedPattern("^(?:a|(?<=a)b)+$", "u").test("ab".repeat(LONG / 2))).toThrow(/lookbehind/);
  });
});

describe("a pattern that compiles only without the flag u keeps its escapes", () => {
  test.each([
    // An unopened bracket is a literal only without the flag `u`.
    ["^[\\x61-\\x63]]$", "b]"],
    ["^\\x{62}\\p{L}$", "bc"],
    ["^\\x41\\z", "A"],
  ])("%s", (pattern, text) => {
    expect(compileBoundedPattern(pattern, "u").test(text)).toBe(true);
    expect(compileBoundedPattern(pattern, "u").test("1")).toBe(false);
  });
});
