import { createCharacterTest } from "../schema/pattern/character-test.js";
import { compilePattern } from "../schema/pattern/compile-pattern.js";
import { parseRegex, type RegexNode } from "../schema/pattern/regex-tree.js";

/** Texts that a pattern fits: the shortest first, then longer ones up to a length in code points. */
export function generateMatchingTexts(pattern: string, longest = 64): string[] {
  const expression = tryCompilePattern(pattern);
  if (expression === undefined) return [];
  const root = parseRegex(expression.source, expression.unicode);
  const made: string[] = [];
  for (const repeats of [0, 1, 2, 4, 8, 16, 32, 64]) {
    for (const choice of [0, 1, 2]) {
      const text = generateText({ flags: expression.flags, repeats, choice, left: 10_000 }, root);
      if (text === undefined || [...text].length > longest + 64) continue;
      // What the tree does not see (looking around, references) the engine does.
      for (const it of [text, `a${text}`, `${text}a`, `A1a!${text}`, `${text}A1a!`, ...listEndings(text)])
        if (expression.test(it)) {
          made.push(it);
          break;
        }
    }
  }
  return [...new Set(made)];
}

/** The text with other characters at its end: passwords want some of each kind. */
function listEndings(text: string): string[] {
  return ["1", "A1", "Aa1", "A1a!"].map((end) => text.slice(0, -end.length) + end);
}

/** A text of exactly a length in code points that a pattern fits, where one is found. */
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
      // A pattern that is not anchored fits in longer texts as well.
      const missing = length - [...text].length;
      const padded = [`${text}${"a".repeat(Math.max(0, missing))}`, `${"a".repeat(Math.max(0, missing))}${text}`];
      const found = missing > 0 ? padded.find(fits) : undefined;
      if (found !== undefined) return found;
    }
  }
  return undefined;
}

function tryCompilePattern(pattern: string): RegExp | undefined {
  try {
    return compilePattern(pattern, "u") as RegExp;
  } catch {
    return undefined;
  }
}

type TextGeneration = { readonly flags: string; readonly repeats: number; readonly choice: number; left: number };

/** Undefined where a part can be fitted by nothing that is tried. */
function generateText(choosing: TextGeneration, node: RegexNode): string | undefined {
  choosing.left -= 1;
  if (choosing.left < 0) return undefined;
  switch (node.kind) {
    case "char":
      return findCharacter(node.source, choosing.flags);
    case "sequence": {
      const parts = node.items.map((item) => generateText(choosing, item));
      return parts.includes(undefined) ? undefined : parts.join("");
    }
    case "choice": {
      const count = node.items.length;
      const order = node.items.map((_, index) => node.items[(index + choosing.choice) % count]);
      for (const item of order) {
        const text = item === undefined ? undefined : generateText(choosing, item);
        if (text !== undefined) return text;
      }
      return undefined;
    }
    case "repeat": {
      const count = Math.min(node.max, Math.max(node.min, choosing.repeats));
      if (count === 0) return "";
      const text = generateText(choosing, node.item);
      return text === undefined ? undefined : text.repeat(count);
    }
    default:
      return "";
  }
}

/** Characters that a person would expect, before any other that fits. */
const PREFERRED_CHARACTERS = [
  ...Array.from("a0A-_ "),
  ...Array.from({ length: 94 }, (_, index) => String.fromCharCode(33 + index)),
];
const OTHER_CHARACTERS = ["é", "ß", "Ж", "中", "\u0661", "\u20ac", "\u{1F600}", "\t", "\n"];

const characterCache = new Map<string, string | undefined>();

function findCharacter(source: string, flags: string): string | undefined {
  const key = `${flags}/${source}`;
  if (characterCache.has(key)) return characterCache.get(key);
  const fits = createCharacterTest(source, flags);
  const found = [...PREFERRED_CHARACTERS, ...OTHER_CHARACTERS].find((char) => fits(char.codePointAt(0) ?? 0));
  characterCache.set(key, found);
  return found;
}
