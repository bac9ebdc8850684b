import type { CodeOptions } from "ajv/dist/core.js";
import { CannotValidateError } from "../cannot-validate-error.js";
import { computeAmbiguity } from "./ambiguity.js";
import { compilePattern } from "./compile-pattern.js";
import { createNfa, type Nfa } from "./nfa.js";
import { buildPositionAutomaton } from "./position-automaton.js";
import { parseRegex, type RegexNode } from "./regex-tree.js";

/** An expression that can be asked whether a text has a match. */
export type Pattern = Pick<RegExp, "test">;

/** Steps that an engine that backtracks may take in the worst case before another way is worth it. */
const MAX_STEPS = 10_000_000;

/**
 * A pattern of a description as an expression whose time is bounded, whatever text it is held against.
 *
 * Nearly all are the engine's own expression. One that could backtrack for ever is, for texts on which it could, run by a
 * machine that follows all ways at once ({@link createNfa}). Libraries that do so speak RE2, which means other things by
 * `\s`, `.` and `\u`; here the engine is asked what each character class means.
 *
 * `test` throws Unjudged where neither can tell in time.
 *
 * @throws SyntaxError when it is no regular expression.
 */
export const compileBoundedPattern: NonNullable<CodeOptions["regExp"]> = Object.assign(
  (pattern: string, flags: string): Pattern & { toString(): string } => {
    const key = `${flags}/${pattern}`;
    const known = patternCache.get(key);
    if (known !== undefined) return known;
    const made = createBoundedPattern(compilePattern(pattern, flags) as RegExp);
    patternCache.set(key, made);
    return made;
  },
  { code: "new RegExp" },
);

/** By flags and pattern: descriptions write the same few again and again. */
const patternCache = new Map<string, Pattern>();

function createBoundedPattern(expression: RegExp): Pattern {
  const { source, flags } = expression;
  if (!/[*+]|\{/.test(source)) return expression;
  const machine = createNfaWhenNeeded(expression);
  // Without a repetition that has no end, or a high one, there is nothing to try again; without a choice nothing else.
  const isSimple = !/[*+]|\{\d+,\}|\{\d*\d\d|\{\d*,?[5-9]/.test(source) || !/[|?*+]|\{\d*,/.test(source);
  const power = isSimple ? 1 : computePower(parseExpression(expression), flags);
  if (power <= 1) return withNfaFallback(expression, machine);
  const longest = power === Number.POSITIVE_INFINITY ? -1 : Math.floor(MAX_STEPS ** (1 / power));
  return {
    test: (text: string) => (text.length <= longest ? expression.test(text) : machine(text)),
    toString: () => String(expression),
  } as Pattern;
}

/** The stack on which the engine keeps the ways that it may come back to ends after some millions of characters. */
function withNfaFallback(expression: RegExp, machine: Nfa): RegExp {
  const { source, flags } = expression;
  const test = (text: string): boolean => {
    try {
      return expression.test(text);
    } catch (error) {
      if (!(error instanceof RangeError)) throw error;
      return machine(text);
    }
  };
  return Object.defineProperty(new RegExp(source, flags), "test", { value: test });
}

/** Made for the first text that wants it. */
function createNfaWhenNeeded(expression: RegExp): Nfa {
  let machine: Nfa | undefined;
  return (text) => {
    try {
      machine ??= createNfa(parseExpression(expression), expression.flags);
      return machine(text);
    } catch (error) {
      if (!(error instanceof CannotValidateError)) throw error;
      const reason = `the pattern /${expression.source.slice(0, 80)}/ could not be judged in time: it ${error.message}`;
      throw new CannotValidateError(`${reason}, and the text is long`, { cause: error });
    }
  };
}

function parseExpression({ source, flags }: RegExp): RegexNode {
  return parseRegex(source, flags.includes("u"));
}

/** The time of the engine grows with the length of a text to this power, at most. */
function computePower(tree: RegexNode, flags: string): number {
  const positions = buildPositionAutomaton(tree);
  const own = positions === undefined ? Number.POSITIVE_INFINITY : computeAmbiguity(positions, flags);
  // What is looked at in passing may be looked at everywhere.
  const passing = collectLookarounds(tree).map((inner) =>
    computePower({ kind: "sequence", items: [START_ASSERTION, inner] }, flags),
  );
  return (
    1 + own + Math.max(0, ...passing.map((power) => (own === 0 && hasOnlyLeadingLookarounds(tree) ? power - 1 : power)))
  );
}

const START_ASSERTION: RegexNode = { kind: "assertion", source: "^" };

/** What a pattern looks at without passing it; what those look at in turn is theirs. */
function collectLookarounds(node: RegexNode): RegexNode[] {
  if (node.kind === "look") return [node.item];
  if (node.kind === "repeat") return collectLookarounds(node.item);
  return node.kind === "sequence" || node.kind === "choice" ? node.items.flatMap(collectLookarounds) : [];
}

/** Whether all that is looked at is looked at once, at the beginning, as rules for passwords do. */
function hasOnlyLeadingLookarounds(tree: RegexNode): boolean {
  if (tree.kind !== "sequence" || tree.items[0]?.kind !== "assertion") return false;
  const rest = tree.items.slice(1);
  const after = rest.findIndex(({ kind }) => kind !== "look");
  return after === -1 || rest.slice(after).every((item) => collectLookarounds(item).length === 0);
}
