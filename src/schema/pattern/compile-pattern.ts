import type { CodeOptions } from "ajv/dist/core.js";
import { CannotValidateError } from "../cannot-validate-error.js";
import { createNfa, isAnchored, type Nfa } from "./nfa.js";
import { parseRegex, type RegexNode } from "./regex-tree.js";

/**
 * Compiles a `pattern` as ECMA-262 with the `u` flag, which JSON Schema recommends, or without it: common patterns such as
 * `^[\w-\.]+$` are valid only without it. Some syntax of other dialects is translated.
 *
 * All patterns of a spec are compiled here, so that they have the same meaning everywhere.
 *
 * @throws {SyntaxError} if the pattern is not a regular expression, even after translation.
 */
export const compilePattern: NonNullable<CodeOptions["regExp"]> = Object.assign(
  (written: string, flags: string): RegExp => {
    const { pattern, added: ownFlags } = parseSlashedPattern(written) ?? { pattern: written, added: "" };
    const translated = toEcmaScript(pattern);
    for (const { source, added } of [{ source: pattern, added: ownFlags }, translated]) {
      try {
        return new RegExp(source, flags + added);
      } catch {
        // Try the next interpretation.
      }
    }
    // Without the flag, such an escape would match the letter itself, which is never intended.
    const [, foreign] = FOREIGN_ESCAPE.exec(translated.source) ?? [];
    if (foreign !== undefined)
      throw new SyntaxError(`Invalid regular expression: /${written}/: ${foreign} is not an escape of ECMA-262`);
    return new RegExp(translated.source, flags.replace("u", "") + translated.added);
  },
  { code: "new RegExp" },
);

/**
 * Removes the slashes around a pattern that is written like a literal in JavaScript. With them it matches no text, because
 * nothing precedes `^` or follows `$`. Undefined for other patterns.
 */
export function parseSlashedPattern(written: string): { readonly pattern: string; readonly added: string } | undefined {
  const [, pattern, added = ""] = /^\/(\^.*\$)\/([ims]{0,3})$/s.exec(written) ?? [];
  return pattern === undefined ? undefined : { pattern, added };
}

/** Translates anchors, flags, named groups and character classes of Perl, Python, Ruby, Java and POSIX. */
function toEcmaScript(pattern: string): { source: string; added: string } {
  const [, added = ""] = /^\(\?([ims]+)\)/.exec(pattern) ?? [];
  const source = pattern
    .replace(/^\(\?[ims]+\)/, "")
    .replace(/^((?:[(^]|\(\?:)*)\\A/, "$1^")
    .replace(/\\[zZ](\)*)$/, "$$$1")
    .replaceAll("(?P<", "(?<")
    .replaceAll(/\[:([a-z]+):\]/g, (word, name: string) => POSIX_CLASSES[name] ?? word)
    .replaceAll(/\\(?:x\{|e|p\{Is(?=[A-Z])|[\s\S])/g, (escaped) => TRANSLATED_ESCAPES[escaped] ?? escaped);
  // Unicode categories need the flag `u`, which forbids needless escapes.
  const needsUnicodeFlag = /\\[pP]\{/.test(source);
  return { source: needsUnicodeFlag ? source.replaceAll(/\\([\s\S])/g, removeNeedlessEscape) : source, added };
}

function removeNeedlessEscape(escaped: string, character: string): string {
  return /[\s_@:;,'"#&%!=<>~`]/.test(character) ? character : escaped;
}

/** An escape that is an error with the flag `u`, and the letter itself without it. */
const FOREIGN_ESCAPE = /(?<!\\)(?:\\\\)*(\\[aeg-jlmoqyzACE-RTUVX-ZpP])/;

/** A code point, the escape character, and the scripts and categories of Java. */
const TRANSLATED_ESCAPES: Readonly<Record<string, string>> = { "\\x{": "\\u{", "\\e": "\\x1b", "\\p{Is": "\\p{" };

/** @see https://pubs.opengroup.org/onlinepubs/9799919799/basedefs/V1_chap09.html#tag_09_03_05 */
const POSIX_CLASSES: Readonly<Record<string, string>> = {
  alpha: "a-zA-Z",
  digit: "0-9",
  alnum: "a-zA-Z0-9",
  upper: "A-Z",
  lower: "a-z",
  space: "\\s",
  blank: " \\t",
  xdigit: "0-9A-Fa-f",
  word: "\\w",
  punct: "!-\\/:-@\\[-`\\{-~",
};

/** A compiled pattern. */
export type Pattern = Pick<RegExp, "test">;

/** The worst-case number of steps up to which the backtracking engine is used. */
const MAX_STEPS = 10_000_000;

/**
 * Compiles a `pattern` of the spec so that matching takes bounded time for any text.
 *
 * Most patterns use the regular expressions of the engine. If a pattern may backtrack catastrophically, an NFA
 * matches the texts that are long enough for it ({@link createNfa}). RE2 libraries do not fit, because RE2 defines `\s`,
 * `.` and `\u` differently; the NFA takes the meaning of each character class from the engine.
 *
 * `test` throws {@link CannotValidateError} if neither can decide in time.
 *
 * @throws {SyntaxError} if the pattern is not a regular expression.
 */
export const compileBoundedPattern: NonNullable<CodeOptions["regExp"]> = Object.assign(
  (pattern: string, flags: string): Pattern & { toString(): string } => {
    const key = `${flags}/${pattern}`;
    const known = patternCache.get(key);
    if (known !== undefined) return known;
    const compiled = createBoundedPattern(compilePattern(pattern, flags) as RegExp);
    patternCache.set(key, compiled);
    return compiled;
  },
  { code: "new RegExp" },
);

/** Compiled patterns by flags and source, because specs repeat the same few patterns. */
const patternCache = new Map<string, Pattern>();

function createBoundedPattern(expression: RegExp): Pattern {
  const { source } = expression;
  if (!/[*+]|\{/.test(source)) return expression;
  const nfa = createNfaWhenNeeded(expression);
  // Backtracking takes long only with both a large or unbounded repetition and a choice.
  const isSimple = !/[*+]|\{\d+,\}|\{\d*,?(?:\d\d|[5-9])/.test(source) || !/[|?*+]|\{\d*,/.test(source);
  const power = isSimple ? 1 : boundPower(parseExpression(expression));
  if (power <= 1) return withNfaFallback(expression, nfa);
  const maxLength = power === Number.POSITIVE_INFINITY ? -1 : Math.floor(MAX_STEPS ** (1 / power));
  return {
    test: (text: string) => (text.length <= maxLength ? expression.test(text) : nfa(text)),
    toString: () => String(expression),
  } as Pattern;
}

/** Uses the NFA when the backtracking stack of the engine overflows, which happens after some millions of characters. */
function withNfaFallback(expression: RegExp, nfa: Nfa): RegExp {
  const { source, flags } = expression;
  const test = (text: string): boolean => {
    try {
      return expression.test(text);
    } catch (error) {
      if (!(error instanceof RangeError)) throw error;
      return nfa(text);
    }
  };
  return Object.defineProperty(new RegExp(source, flags), "test", { value: test });
}

/** Builds the NFA for the first text that needs it. */
function createNfaWhenNeeded(expression: RegExp): Nfa {
  let nfa: Nfa | undefined;
  return (text) => {
    try {
      nfa ??= createNfa(parseExpression(expression), expression.flags);
      return nfa(text);
    } catch (error) {
      if (!(error instanceof CannotValidateError)) throw error;
      const reason = `the pattern /${expression.source.slice(0, 80)}/ cannot be matched in time: it ${error.message}`;
      throw new CannotValidateError(`${reason}, and the text is long`, { cause: error });
    }
  };
}

function parseExpression({ source, flags }: RegExp): RegexNode {
  return parseRegex(source, flags.includes("u"));
}

/**
 * An upper bound for the exponent of the text length in the worst-case time of the engine: loops that share a text are multiplied, also
 * with the search for the start of a match. Lookaheads at the start of the text run once.
 */
function boundPower(tree: RegexNode): number {
  if (!isAnchored(tree)) return 1 + countLoops(tree);
  const items = tree.kind === "sequence" ? tree.items : [tree];
  const end = items.findIndex(({ kind }) => kind !== "look" && kind !== "assertion");
  const leading = end === -1 ? items : items.slice(0, end);
  const ahead = leading.map((it) => countLoops(it.kind === "look" ? it.item : it));
  return Math.max(1, ...ahead, sumLoops(items.slice(leading.length)));
}

/** Infinite if a large repetition contains a choice, because the number of ways to match a text may be exponential. */
function countLoops(node: RegexNode): number {
  if (node.kind === "backreference") return 1;
  if (node.kind === "sequence" || node.kind === "choice") return sumLoops(node.items);
  if (node.kind === "look") return countLoops(node.item) + Math.min(countLoops(node.item), 1);
  if (node.kind !== "repeat") return 0;
  const { item, min, max } = node;
  if (max <= MAX_SMALL_REPETITIONS) return max * countLoops(item);
  if (hasChoice(item)) return Number.POSITIVE_INFINITY;
  return min === max ? 0 : 1;
}

const MAX_SMALL_REPETITIONS = 4;

function sumLoops(items: readonly RegexNode[]): number {
  return items.reduce((sum, it) => sum + countLoops(it), 0);
}

/** Whether a part can match a text in several ways, as far as its syntax tells. */
function hasChoice(node: RegexNode): boolean {
  if (node.kind === "sequence") return node.items.some(hasChoice);
  if (node.kind === "repeat") return node.min !== node.max || hasChoice(node.item);
  return node.kind === "choice" || node.kind === "backreference" || node.kind === "look";
}
