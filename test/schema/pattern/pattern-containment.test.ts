import fc from "fast-check";
import { expect, test } from "vitest";
import { checkPatternContainment } from "../../../src/schema/pattern/pattern-containment.js";

const kindOf = (narrow: string, wide: string): string =>
  checkPatternContainment(new RegExp(narrow, "u"), new RegExp(wide, "u")).kind;

test.each([
  ["^a+$", "^a*$", "contained"],
  ["^a*$", "^a+$", "counterexample"],
  ["^[A-Z]{3}-[0-9]{4}$", "^[A-Z][A-Z][A-Z]-\\d{4}$", "contained"],
  ["^[A-Z]{3}-\\d{4}$", "^[A-Z]{3}-[0-9]{4}$", "contained"],
  ["^(red|blue)$", "^(blue|red|green)$", "contained"],
  ["^(red|blue)$", "e", "contained"],
  ["red", "^red", "counterexample"],
  ["^\\w+$", "^[a-zA-Z0-9_]+$", "contained"],
  ["^\\w+$", "^[a-zA-Z0-9]+$", "counterexample"],
  ["^.*$", "", "contained"],
  ["", "^.*$", "counterexample"],
  ["", "[\\s\\S]*", "contained"],
  ["^[^/]+$", "^[^/\\\\]+$", "counterexample"],
  ["^\\s$", "^[ \\t]$", "counterexample"],
  // A code point above U+FFFF is one character.
  ["^😀$", "^a$", "counterexample"],
  ["^\\0$", "^a$", "counterexample"],
  ["^\\u{10FFFF}$", "^a$", "counterexample"],
  ["^😀$", "^[😀]$", "contained"],
  ["^[😀]{2}$", "^\\u{1F600}+$", "contained"],
  ["^(?=a)a$", "^a$", "unknown"],
  ["^\\p{Lu}$", "^\\p{L}$", "unknown"],
  ["^(a)\\1$", "^aa$", "unknown"],
])("%s in %s: %s", (narrow, wide, kind) => expect(kindOf(narrow, wide)).toBe(kind));

test.each([
  ["^a*$", "^a+$", ""],
  ["^(ab|cde)$", "^ab$", "cde"],
  ["^[ab]{2}$", "^a", "ba"],
  ["^(x|😀)$", "^x$", "😀"],
  ["b", "^b", "0b"],
])("the counterexample for %s in %s is the shortest: %s", (narrow, wide, text) => {
  expect(checkPatternContainment(new RegExp(narrow, "u"), new RegExp(wide, "u"))).toEqual({
    kind: "counterexample",
    text,
  });
});

test.each([
  ["^a$", "u", "^a$", "u", "contained"],
  // Other flags change the meaning of a pattern.
  ["^a$", "iu", "^a$", "u", "unknown"],
  ["^a$", "u", "^a$", "", "unknown"],
])("/%s/%s in /%s/%s: %s", (narrow, flags, wide, others, kind) => {
  expect(checkPatternContainment(new RegExp(narrow, flags), new RegExp(wide, others)).kind).toBe(kind);
});

test("no text contradicts the result for two patterns", () => {
  const atom = fc.constantFrom("a", "b", "[ab]", "[^a]", ".", "\\d", "\\w", "ab", "(a|b)", "(?:ab|a)");
  const item = fc.tuple(atom, fc.constantFrom("", "?", "*", "+", "{2}", "{1,2}")).map((parts) => parts.join(""));
  const body = fc.array(item, { minLength: 1, maxLength: 4 }).map((items) => items.join(""));
  const pattern = fc
    .tuple(
      fc.constantFrom("", "^"),
      fc.oneof(
        body,
        fc.tuple(body, body).map((two) => `(?:${two.join("|")})`),
      ),
      fc.constantFrom("", "$"),
    )
    .map((parts) => parts.join(""));
  const texts = fc.array(fc.string({ unit: fc.constantFrom("a", "b", "c", "1", "\n", "é"), maxLength: 6 }), {
    minLength: 40,
    maxLength: 40,
  });
  fc.assert(
    fc.property(pattern, pattern, texts, (narrow, wide, given) => {
      const [one, other] = [new RegExp(narrow, "u"), new RegExp(wide, "u")];
      const found = checkPatternContainment(one, other);
      expect(found.kind).not.toBe("unknown");
      if (found.kind === "counterexample")
        expect([one.test(found.text), other.test(found.text)]).toEqual([true, false]);
      else for (const text of given) expect(one.test(text) && !other.test(text), JSON.stringify(text)).toBe(false);
    }),
    { numRuns: 1500, seed: 20260103 },
  );
});
