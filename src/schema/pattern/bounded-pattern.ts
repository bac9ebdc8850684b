import type { CodeOptions } from "ajv/dist/core.js";
import { CannotValidateError } from "../cannot-validate-error.js";
import { computeAmbiguity } from "./ambiguity.js";
import { compilePattern } from "./compile-pattern.js";
import { createNfa, type Nfa } from "./nfa.js";
import { buildPositionAutomaton } from "./position-automaton.js";
import { parseRegex, type RegexNode } from "./regex-tree.js";

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
