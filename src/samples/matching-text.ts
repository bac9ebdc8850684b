import { tryCall } from "../document/json.js";
import { memoize } from "../document/memoize.js";
import { createCharacterTest } from "../schema/pattern/character-test.js";
import { compilePattern } from "../schema/pattern/compile-pattern.js";
import { parseRegex, type RegexNode } from "../schema/pattern/regex-tree.js";

/** Generates strings that match a pattern, the shortest first, up to `maxLength` code points. */
export function generateMatchingTexts(pattern: string, maxLength = 64): string[] {
  const expression = tryCompilePattern(pattern);
  if (expression === undefined) return [];
  const root = parseRegex(expression.source, expression.unicode);
  const samples: string[] = [];
  for (const repeats of [0, 1, 2, 4, 8, 16, 32, 64]) {
    for (const choice of [0, 1, 2]) {
      const text = generateText({ flags: expression.flags, repeats, choice, left: 10_000 }, root);
      if (text === undefined || [...text].length > maxLength + 64) continue;
      // The syntax tree ignores lookarounds and backreferences, so the regular expression itself decides.
      for (const it of [text, `a${text}`, `${text}a`, `A1a!${text}`, `${text}A1a!`, ...listEndings(text)])
        if (expression.test(it)) {
          samples.push(it);
          break;
        }
    }
  }
  return [...new Set(samples)];
}

/** Replaces the end of the text. Password patterns often require a character of each class. */
function listEndings(text: string): string[] {
  return ["1", "A1", "Aa1", "A1a!"].map((end) => text.slice(0, -end.length) + end);
}

/** Finds a string of an exact length in code points that matches a pattern, or returns undefined. */
export function generateMatchingText(pattern: string, length: number): string | undefined {
  const expression = tryCompilePattern(pattern);
  if (expression === undefined) return undefined;
  const fits = (text: string): boolean => [...text].length === length && expression.test(text);
  const root = parseRegex(expression.source, expression.unicode);
  for (let repeats = 0; repeats <= length; repeats = repeats < 128 ? repeats + 1 : repeats * 2) {
    for (const choice of [0, 1]) {
      const text = generateText({ flags: expression.flags, repeats, choice, left: 20_000 }, root);
      if (text === undefined) continue;
      if (fits(text)) return text;
      // A pattern without anchors also matches longer strings.
      const missing = length - [...text].length;
      const padded = [`${text}${"a".repeat(Math.max(0, missing))}`, `${"a".repeat(Math.max(0, missing))}${text}`];
      const found = missing > 0 ? padded.find(fits) : undefined;
      if (found !== undefined) return found;
    }
  }
  return undefined;
}

export function tryCompilePattern(pattern: string): RegExp | undefined {
  return tryCall(() => compilePattern(pattern, "u") as RegExp);
}

type TextGeneration = { readonly flags: string; readonly repeats: number; readonly choice: number; left: number };

/** Returns undefined if no candidate matches a part of the pattern. */
function generateText(generation: TextGeneration, node: RegexNode): string | undefined {
  generation.left -= 1;
  if (generation.left < 0) return undefined;
  switch (node.kind) {
    case "char":
      return findCharacter(`${generation.flags}/${node.source}`);
    case "sequence": {
      const parts = node.items.map((item) => generateText(generation, item));
      return parts.includes(undefined) ? undefined : parts.join("");
    }
    case "choice": {
      const count = node.items.length;
      const order = node.items.map((_, index) => node.items[(index + generation.choice) % count]);
      for (const item of order) {
        const text = item === undefined ? undefined : generateText(generation, item);
        if (text !== undefined) return text;
      }
      return undefined;
    }
    case "repeat": {
      const count = Math.min(node.max, Math.max(node.min, generation.repeats));
      if (count === 0) return "";
      const text = generateText(generation, node.item);
      return text === undefined ? undefined : text.repeat(count);
    }
    default:
      return "";
  }
}

/** Common characters, tried before others. */
const PREFERRED_CHARACTERS = [
  ...Array.from("a0A-_ "),
  ...Array.from({ length: 94 }, (_, index) => String.fromCharCode(33 + index)),
];
const OTHER_CHARACTERS = ["é", "ß", "Ж", "中", "\u0661", "\u20ac", "\u{1F600}", "\t", "\n"];

/** By flags and the source of a class, separated by a slash. */
const findCharacter = memoize((key: string): string | undefined => {
  const [, flags = "", source = ""] = /^(\w*)\/(.*)$/s.exec(key) ?? [];
  const fits = createCharacterTest(source, flags);
  return [...PREFERRED_CHARACTERS, ...OTHER_CHARACTERS].find((char) => fits(char.codePointAt(0) ?? 0));
});
