import type { CodeOptions } from "ajv/dist/core.js";
import { getOrCreate } from "../../document/index.js";
import { CannotValidateError } from "../cannot-validate-error.js";
import { computeAmbiguity } from "./ambiguity.js";
import { createNfa, type Nfa } from "./nfa.js";
import { buildPositionAutomaton } from "./position-automaton.js";
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
 * Nearly all patterns use the regular expressions of the engine. If a pattern can backtrack catastrophically, an NFA
 * matches the texts that are long enough for it ({@link createNfa}). RE2 libraries do not fit, because RE2 defines `\s`,
 * `.` and `\u` differently; the NFA takes the meaning of each character class from the engine.
 *
 * `test` throws {@link CannotValidateError} if neither can decide in time.
 *
 * @throws {SyntaxError} if the pattern is not a regular expression.
 */
export const compileBoundedPattern: NonNullable<CodeOptions["regExp"]> = Object.assign(
  (pattern: string, flags: string): Pattern & { toString(): string } => {
    const compile = (): Pattern => createBoundedPattern(compilePattern(pattern, flags) as RegExp);
    return getOrCreate(patternCache, `${flags}/${pattern}`, compile);
  },
  { code: "new RegExp" },
);

/** Compiled patterns by flags and source, because specs repeat the same few patterns. */
const patternCache = new Map<string, Pattern>();

function createBoundedPattern(expression: RegExp): Pattern {
  const { source, flags } = expression;
  if (!/[*+]|\{/.test(source)) return expression;
  const nfa = createNfaWhenNeeded(expression);
  // Backtracking takes long only with both a large or unbounded repetition and a choice.
  const isSimple = !/[*+]|\{\d+,\}|\{\d*,?(?:\d\d|[5-9])/.test(source) || !/[|?*+]|\{\d*,/.test(source);
  const power = isSimple ? 1 : computePower(parseExpression(expression), flags);
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

/** The exponent of the text length in the worst-case time of the engine. */
function computePower(tree: RegexNode, flags: string): number {
  const positions = buildPositionAutomaton(tree);
  const ambiguity = positions === undefined ? Number.POSITIVE_INFINITY : computeAmbiguity(positions, flags);
  // A lookaround may run at every position of the text.
  const lookarounds = collectLookarounds(tree).map((inner) =>
    computePower({ kind: "sequence", items: [START_ASSERTION, inner] }, flags),
  );
  return (
    1 +
    ambiguity +
    Math.max(0, ...lookarounds.map((power) => (ambiguity === 0 && hasOnlyLeadingLookarounds(tree) ? power - 1 : power)))
  );
}

const START_ASSERTION: RegexNode = { kind: "assertion", source: "^" };

/** The bodies of the lookarounds in a pattern, without the lookarounds nested in them. */
function collectLookarounds(node: RegexNode): RegexNode[] {
  if (node.kind === "look") return [node.item];
  if (node.kind === "repeat") return collectLookarounds(node.item);
  return node.kind === "sequence" || node.kind === "choice" ? node.items.flatMap(collectLookarounds) : [];
}

/** Whether all lookarounds run once, at the start of the text, as in password rules. */
function hasOnlyLeadingLookarounds(tree: RegexNode): boolean {
  if (tree.kind !== "sequence" || tree.items[0]?.kind !== "assertion") return false;
  const rest = tree.items.slice(1);
  const after = rest.findIndex(({ kind }) => kind !== "look");
  return after === -1 || rest.slice(after).every((item) => collectLookarounds(item).length === 0);
}
