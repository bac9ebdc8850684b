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
      const text = generateText({ flags: expression.flags, repeats, choice, variant: 0, left: 10_000 }, root);
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

type TextLimits = {
  /** The default is an exact length. */
  readonly maxLength?: number;
  /** Different numbers give different strings, as far as the pattern allows it. */
  readonly variant?: number;
};

/** Finds a string of at least a length in code points that matches a pattern, or returns undefined. */
export function generateMatchingText(pattern: string, length: number, limits: TextLimits = {}): string | undefined {
  const { maxLength = length, variant = 0 } = limits;
  const expression = tryCompilePattern(pattern);
  if (expression === undefined) return undefined;
  const fits = (text: string): boolean => hasLength(text, length, maxLength) && expression.test(text);
  const root = parseRegex(expression.source, expression.unicode);
  for (const repeats of [0, 1])
    for (const choice of [0, 1, 2])
      for (const text of growText({ flags: expression.flags, repeats, choice, variant, left: 20_000 }, root, length)) {
        // A pattern without anchors also matches longer strings.
        const padding = "a".repeat(Math.max(0, length - [...text].length));
        const found = [text, text + padding, padding + text, ...listEndings(text)].find(fits);
        if (found !== undefined) return found;
      }
  return undefined;
}

export function hasLength(text: string, min: number, max: number): boolean {
  // A code point has one or two code units.
  if (text.length < min || text.length > 2 * max) return false;
  const length = [...text].length;
  return length >= min && length <= max;
}

export function tryCompilePattern(pattern: string): RegExp | undefined {
  return tryCall(() => compilePattern(pattern, "u") as RegExp);
}

type TextGeneration = {
  readonly flags: string;
  /** How often a part is repeated, within its limits, unless `counts` says it. */
  readonly repeats: number;
  readonly counts?: ReadonlyMap<RegexNode, number>;
  readonly choice: number;
  /** Selects the characters; each character that has alternatives takes its share of the number. */
  variant: number;
  left: number;
};

type RepeatNode = Extract<RegexNode, { readonly kind: "repeat" }>;

/** Repeats one part after the other until the text has a length, or is as long as possible below it, and then beyond it. */
function* growText(generation: TextGeneration, root: RegexNode, length: number): Iterable<string> {
  const counts = new Map<RegexNode, number>();
  const generate = (): string | undefined => generateText({ ...generation, counts }, root);
  const repeated = listRepeats(root);
  let text = generate();
  for (const round of [Math.floor, Math.ceil]) {
    for (const node of repeated) {
      const missing = length - [...(text ?? "")].length;
      const count = getRepeatCount({ ...generation, counts }, node);
      if (text === undefined || missing <= 0 || count >= node.max) continue;
      counts.set(node, count + 1);
      const added = [...(generate() ?? "")].length + missing - length;
      counts.set(node, count + (added <= 0 ? 0 : Math.min(node.max - count, round(missing / added))));
      text = generate();
    }
    if (text !== undefined) yield text;
  }
}

/** The repetitions of a pattern, the inner ones first. */
function listRepeats(node: RegexNode): readonly RepeatNode[] {
  if (node.kind === "repeat") return [...listRepeats(node.item), node];
  return node.kind === "sequence" || node.kind === "choice" ? node.items.flatMap(listRepeats) : [];
}

function getRepeatCount({ counts, repeats }: TextGeneration, node: RepeatNode): number {
  return counts?.get(node) ?? Math.min(node.max, Math.max(node.min, repeats));
}

/** Returns undefined if no candidate matches a part of the pattern. */
function generateText(generation: TextGeneration, node: RegexNode): string | undefined {
  generation.left -= 1;
  if (generation.left < 0) return undefined;
  switch (node.kind) {
    case "char": {
      const characters = listCharacters(`${generation.flags}/${node.source}`);
      const index = generation.variant % Math.max(1, characters.length);
      generation.variant = Math.floor(generation.variant / Math.max(1, characters.length));
      return characters[index];
    }
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
      const count = getRepeatCount(generation, node);
      let text = "";
      for (let index = 0; index < count; index += 1) {
        const isLast = generation.variant === 0;
        const part = generateText(generation, node.item);
        if (part === undefined) return undefined;
        if (isLast) return text + part.repeat(count - index);
        text += part;
      }
      return text;
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
const listCharacters = memoize((key: string): readonly string[] => {
  const [, flags = "", source = ""] = /^(\w*)\/(.*)$/s.exec(key) ?? [];
  const fits = createCharacterTest(source, flags);
  return [...new Set([...PREFERRED_CHARACTERS, ...OTHER_CHARACTERS])].filter((char) => fits(char.codePointAt(0) ?? 0));
});
