/** Patterns that can backtrack catastrophically match like the engine's own expressions; other patterns use those. */
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { compileBoundedPattern } from "../../../src/schema/pattern/compile-pattern.js";
import { createNfa } from "../../../src/schema/pattern/nfa.js";
import { parseRegex } from "../../../src/schema/pattern/regex-tree.js";

describe("patterns without loops that share a text use the built-in engine", () => {
  test.each([
    "^[a-z0-9-]+$",
    "^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$",
    "^(?=.*[A-Z])(?=.*\\d).{8,}$",
    "^(?!-)[a-z-]+(?<!-)$",
    "^[A-Z]{3}$",
  ])("%s", (pattern) => expect(compileBoundedPattern(pattern, "u")).toBeInstanceOf(RegExp));
});

describe("patterns that could backtrack for long do not", () => {
  test.each([
    "^(a|a)*$",
    "(a+)+$",
    "^(([a-z])+.)+[A-Z]$",
    "^(a?){30}a{30}$",
    "^(a|ab|b)*$",
    "\\s*\\s*$",
    "^[a-z]+(-[a-z]+)*$",
    "[a-z]+$",
    "^(?=.*a)(?=.*b.*c)d$",
    "^(?!-)[a-z-]+(?<!-+)$",
  ])("%s", (pattern) => expect(compileBoundedPattern(pattern, "u")).not.toBeInstanceOf(RegExp));
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
