/** Which patterns the engine of the language matches, and which are matched by states because they can backtrack too long. */
import { join } from "node:path";
import { expect, test } from "vitest";
import { CannotValidateError } from "../../../src/schema/cannot-validate-error.js";
import { compileBoundedPattern } from "../../../src/schema/pattern/compile-pattern.js";

const PATTERNS: readonly string[] = [
  ...[
    "abc",
    "^a$",
    "a|b",
    "a?",
    "a{2}",
    "a{2,3}",
    "a{4}",
    "a{5}",
    "a{9}",
    "a{12}",
    "a{2,}",
    "a*",
    "a+",
    "[*+]",
    "\\{",
    "\\*",
  ],
  ...[
    "^a*$",
    "a*b",
    "^a*b*$",
    "^a*a*$",
    "^a*a*a*$",
    "a*a*",
    "^(ab)*$",
    "^(a*)*$",
    "^(a+)+$",
    "^(a*b)*$",
    "^(a|b)*$",
    "^(a|a)*$",
  ],
  ...[
    "^(a|ab)*$",
    "^(a|ab)*c$",
    "^(aa|a)*$",
    "^a?a?$",
    "^(a?){3}$",
    "^(a?){30}$",
    "^(a?b){30}$",
    "^(a|b){10}$",
    "^(a{1,9}){1,9}$",
  ],
  ...[
    "^(?:x+x+)+y",
    "(x+x+)+y",
    "^\\d+\\d+$",
    "^\\d+-\\d+$",
    "^\\w+\\d*$",
    "^.*.*$",
    "^.*a.*$",
    "^.*a.*b.*$",
    "^[^a]*a[^b]*b$",
    "\\s*$",
    "^\\s*\\S+\\s*$",
  ],
  ...[
    "^(?=a*)b*$",
    "^(?=.*a)(?=.*b)c+$",
    "^(?!.*a.*b)c+$",
    "(?=a*)b",
    "a(?=b*)",
    "^a(?=.*b)c*$",
    "^(?=(a+)+$)b",
    "(?<=a*)b",
    "(?<!a+)b+",
  ],
  ...[
    "^(a)\\1*$",
    "\\b\\w+\\b",
    "^(?:a|b|c)+d?$",
    "^(?:[a-c]|b)+$",
    "^[a-z]+(?:-[a-z]+)*$",
    "^(?:[a-z]+-?)*$",
    "^([a-z]+)*$",
    "^a{0,100}$",
    "^(a{0,100}){0,100}$",
  ],
  ...[
    "^é*é*$",
    "^\\u{1F600}*$",
    "^\\p{L}+\\p{N}*$",
    "^\\p{L}*\\w*$",
    "^$",
    "",
    ".",
    "[^]*",
    "^(|a)*$",
    "^(a||b)*$",
    "^((a|b)|(a|c))*$",
    "^(.|\\n)*$",
  ],
];

const TEXTS = [
  "",
  "a",
  "ab",
  "aaaaaaaa",
  `${"a".repeat(40)}!`,
  "é",
  "😀",
  "a-b",
  "xxxxxxxxy",
  "12-34",
  "bbbbc",
  "a\nb",
];

/** What a pattern says of a text; undefined if it cannot be matched in time. */
function tryTest(pattern: { readonly test: (text: string) => boolean }, text: string): boolean | undefined {
  try {
    return pattern.test(text);
  } catch (error) {
    if (error instanceof CannotValidateError) return undefined;
    throw error;
  }
}

test("patterns", async () => {
  const lines = PATTERNS.map((pattern) => {
    const compiled = compileBoundedPattern(pattern, "u");
    const own = new RegExp(pattern, "u");
    const isOwn = compiled instanceof RegExp;
    // The engine takes too long for the long text with such a pattern.
    const texts = isOwn ? TEXTS : TEXTS.filter((text) => text.length < 20);
    const results = texts.map((text) => tryTest(compiled, text));
    const isUndecided = results.includes(undefined);
    if (!isUndecided) expect([pattern, results]).toEqual([pattern, texts.map((text) => own.test(text))]);
    expect(String(compiled)).toBe(String(own));
    return `${isOwn ? "engine" : isUndecided ? "undecided" : "states"} ${pattern}`;
  });
  await expect(`${lines.sort().join("\n")}\n`).toMatchFileSnapshot(join(import.meta.dirname, "backtracking.txt"));
});
