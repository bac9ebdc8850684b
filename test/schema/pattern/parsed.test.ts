/** How patterns of several dialects are compiled, their syntax trees, which characters can follow which, and how ambiguous they are. */
import { join } from "node:path";
import { expect, test } from "vitest";
import { computeAmbiguity } from "../../../src/schema/pattern/ambiguity.js";
import { compilePattern, parseSlashedPattern } from "../../../src/schema/pattern/compile-pattern.js";
import { buildPositionAutomaton, isAnchored } from "../../../src/schema/pattern/position-automaton.js";
import { parseRegex, type RegexNode } from "../../../src/schema/pattern/regex-tree.js";

const PATTERNS: readonly string[] = [
  ...["", "a", "ab|c||d", "(a|b)c", "(?:a)(?<n>b)\\k<n>\\1", "a(?=b)(?!c)(?<=d)(?<!e)", "(?=a|b)", "((a)|(b(c)))"],
  ...["^a$", "^(a|^b)", "(^a|b)", "^|^a", "(?:^a)+", "(?:^a)?", "(?=x)^a", "(?=x)", "a^", "\\ba\\B", "$"],
  ...["a*b+?c??d{2}e{2,}f{2,3}?g{0}h{0,1}", "a{5}", "a{4}", "(ab?){3}", "(a?){3}", "(a*)*", "(a?){6}", "(a|b)*?c"],
  ...["[a-z]", "[^\\]\\\\]", "[\\d.[]", "[]", "[^]", "\\d\\.\\/\\cA\\x41\\u0041\\u{41}\\0", "\\p{L}\\P{Lu}", "."],
  ...["\\ud83d\\ude00", "\\ud83d", "😀é", "\\[\\]\\{\\}\\(\\)\\|"],
  ...["a*a*", "^a*a*a*$", "^(a|a)*$", "^(a|ab)*(b|c)*$", "^(a*b*)*$", "^a*b*a*$", "^a*[ab]*b*$", "^(aa|a)*$", "a+b+a+"],
  ...["^(x+x+)+y", "^\\w+\\s*\\w+$", "^(a?b?)*$", "(.)\\1*x", "^(a(b|c))*(ab)*$", "^[a-f]*[e-h]*[g-j]*$"],
];
const NOT_UNICODE = ["{", "}", "]", "a{", "a{,3}", "a{1", "{}", "\\-", "\\ud83d\\ude00", "\\u{41}", "\\p{L}"];

function showTree(node: RegexNode): unknown {
  if (node.kind === "char") return node.source;
  if (node.kind === "sequence") return node.items.map(showTree);
  if (node.kind === "repeat") return { [`${node.min}-${node.max}`]: showTree(node.item) };
  if (node.kind === "assertion") return { at: node.source };
  if (node.kind === "backreference") return { back: 1 };
  if (node.kind !== "look") return { any: node.items.map(showTree) };
  return { [`${node.negative ? "not " : ""}${node.behind ? "behind" : "ahead"}`]: showTree(node.item) };
}

function describe(source: string, unicode: boolean): string[] {
  const tree = parseRegex(source, unicode);
  const automaton = buildPositionAutomaton(tree);
  const followers = automaton?.followers.map((it, at) => `${automaton.atoms[at]}>${it.join()}`).join(" ");
  const ambiguity = automaton === undefined ? "?" : computeAmbiguity(automaton, unicode ? "u" : "");
  const anchored = isAnchored(tree) ? ", anchored" : "";
  return [source, `  ${JSON.stringify(showTree(tree))}`, `  ambiguity ${ambiguity}${anchored}: ${followers}`];
}

test("trees and automata", async () => {
  const lines = [
    ...PATTERNS.flatMap((it) => describe(new RegExp(it, "u").source, true)),
    "without the flag u",
    ...NOT_UNICODE.flatMap((it) => describe(new RegExp(it).source, false)),
  ];
  await expect(`${lines.join("\n")}\n`).toMatchFileSnapshot(join(import.meta.dirname, "parsed.txt"));
  expect(buildPositionAutomaton(parseRegex("a".repeat(399), true))).toBeDefined();
  expect(buildPositionAutomaton(parseRegex("a".repeat(400), true))).toBeUndefined();
});

test.each([
  ["^a$", "/^a$/u"],
  ["^[\\w-.]+$", "/^[\\w-.]+$/"],
  ["\\-a", "/\\-a/"],
  ["/^a$/", "/^a$/u"],
  ["/^a$/im", "/^a$/imu"],
  ["/^a$/g", "/\\/^a$\\/g/u"],
  ["/a/i", "/\\/a\\/i/u"],
  ["x/^a$/", "/x\\/^a$\\//u"],
  ["/^a\n$/s", "/^a\\n$/su"],
  ["(?i)a", "/a/iu"],
  ["(?ims)a(?i)", undefined],
  ["a(?i)b", undefined],
  ["\\Aa\\z", "/^a$/u"],
  ["((?:\\Aa)\\Z)", "/((?:^a)$)/u"],
  ["^(\\Aa)\\Z)", undefined],
  ["^\\Aa", "/^^a/u"],
  ["a\\Ab", undefined],
  ["a\\zb", undefined],
  ["(?P<n>a)", "/(?<n>a)/u"],
  ["[[:alpha:][:digit:]_]+", "/[a-zA-Z0-9_]+/u"],
  ["[[:alnum:]][[:upper:]][[:lower:]]", "/[a-zA-Z0-9][A-Z][a-z]/u"],
  ["[[:space:]][[:blank:]][[:xdigit:]][[:word:]]", "/[\\s][ \\t][0-9A-Fa-f][\\w]/u"],
  ["[[:punct:]]", "/[!-\\/:-@\\[-`\\{-~]/u"],
  ["[[:none:]]", "/[[:none:]]/"],
  ["\\x{1F600}", "/\\u{1F600}/u"],
  ["\\e", "/\\x1b/u"],
  ["\\\\e", "/\\\\e/u"],
  ["\\p{IsLatin}", undefined],
  ["\\p{IsL}", "/\\p{L}/u"],
  ["\\p{Isx}", undefined],
  ["\\p{L}\\_\\-", undefined],
  ["\\p{L}\\_\\@\\ \\:", "/\\p{L}_@ :/u"],
  ["\\P{L}\\'", "/\\P{L}'/u"],
  ["\\_", "/\\_/"],
  ["\\a", undefined],
  ["\\\\a", "/\\\\a/u"],
  ["\\\\\\a", undefined],
  ["\\h", undefined],
  ["\\R", undefined],
  ["\\k", "/\\k/"],
  ["\\c", "/\\c/"],
  ["\\8", "/\\8/"],
  ["(", undefined],
  ["a{", "/a{/"],
])("%j compiles to %s", (pattern, expected) => {
  const compile = (): string => String(compilePattern(pattern, "u"));
  if (expected === undefined) expect(compile).toThrow(SyntaxError);
  else expect(compile()).toBe(expected);
});

test.each([
  ["/^a$/", { pattern: "^a$", added: "" }],
  ["/^a/b$/ims", { pattern: "^a/b$", added: "ims" }],
  ["/^a$/imsi", undefined],
  ["/^a$/x", undefined],
  ["/^a/", undefined],
  ["/a$/", undefined],
  ["^a$", undefined],
  [" /^a$/", undefined],
  ["/^a$/ ", undefined],
])("%j has slashes around %j", (pattern, expected) => expect(parseSlashedPattern(pattern)).toEqual(expected));

test("an escape of another dialect is named", () => {
  expect(() => compilePattern("a\\hb", "u")).toThrow(
    "Invalid regular expression: /a\\hb/: \\h is not an escape of ECMA-262",
  );
});
