import { getOrCreate } from "../../document/index.js";
import { CannotValidateError } from "../cannot-validate-error.js";
import {
  compileNfaProgram,
  createBoundaryTest,
  followCharacter,
  followEmptyTransitions,
  hasMatch,
  type NfaAssertion,
  type NfaProgram,
} from "./nfa-program.js";
import { isAnchored } from "./position-automaton.js";
import type { RegexNode } from "./regex-tree.js";

/** Whether a text has a match, decided in time linear in its length. */
export type Nfa = (text: string) => boolean;

/** About one second. */
const MAX_STEPS = 20_000_000;

/**
 * Builds an NFA, which follows all paths through a pattern at once and none twice.
 *
 * @throws {CannotValidateError} if the pattern has a lookbehind or a backreference, or is too large. The NFA itself throws it
 * if pattern and text together take too many steps.
 */
export function createNfa(tree: RegexNode, flags: string): Nfa {
  const program = compileNfaProgram(tree, flags);
  const isUnicode = flags.includes("u");
  const anchored = isAnchored(tree);
  const dfa = createLazyDfa(program, { isUnicode, anchored });
  return (text) => dfa?.(text) ?? simulate(program, { text, isUnicode, steps: MAX_STEPS }, { start: 0, anchored });
}

type NfaInput = { readonly text: string; readonly isUnicode: boolean; steps: number };

/** Follows all paths at once, character by character. */
function simulate(
  program: NfaProgram,
  input: NfaInput,
  { start, anchored }: { start: number; anchored: boolean },
): boolean {
  const { text, isUnicode } = input;
  let current: readonly number[] = [0];
  for (let at = start; ; ) {
    const states = followEmptyTransitions(program, current, (assertion) => isSatisfied(assertion, input, at));
    input.steps -= states.length;
    if (input.steps < 0) throw new CannotValidateError("takes too many steps");
    if (hasMatch(program, states)) return true;
    if (at >= text.length || (anchored && states.length === 0)) return false;
    const code = (isUnicode ? text.codePointAt(at) : text.charCodeAt(at)) ?? 0;
    const next = followCharacter(program, states, code);
    // A pattern without anchor may start a match at any position.
    current = anchored ? next : [...next, 0];
    at += code > 0xff_ff ? 2 : 1;
  }
}

function isSatisfied(instruction: NfaAssertion, input: NfaInput, at: number): boolean {
  const { text } = input;
  if (instruction.kind === "look")
    return simulate(instruction.program, input, { start: at, anchored: true }) !== instruction.negative;
  if (instruction.source === "^") return at === 0;
  if (instruction.source === "$") return at === text.length;
  const isBoundary = isWordCharacter(text[at - 1]) !== isWordCharacter(text[at]);
  return isBoundary === (instruction.source === "\\b");
}

function isWordCharacter(char: string | undefined): boolean {
  return char !== undefined && /\w/.test(char);
}

/** Whether a text has a match; undefined if the DFA would need too many states. */
type LazyDfa = (text: string) => boolean | undefined;

/** The set of NFA states after some text. */
type DfaState = {
  /** Instructions that wait for a character. */
  readonly waiting: readonly number[];
  /** Whether the text matches whatever follows, and whether it matches if it ends here. */
  readonly isMatch: boolean;
  readonly isMatchAtEnd: boolean;
  /** The next state by character, filled on demand. */
  readonly ascii: (DfaState | undefined)[];
  readonly nonAscii: Map<number, DfaState>;
};

const ASCII_SIZE = 128;
const MAX_STATES = 1000;
const MAX_NON_ASCII = 4096;

/**
 * Builds a DFA by subset construction. Each transition is computed when a text first needs it, and then reused.
 * Undefined for patterns with lookarounds or word boundaries, where a state depends on more than the preceding text.
 *
 * @see https://swtch.com/~rsc/regexp/regexp1.html
 */
function createLazyDfa(program: NfaProgram, { isUnicode, anchored }: DfaOptions): LazyDfa | undefined {
  const looksAround = program.some(
    (it) => it.kind === "look" || (it.kind === "assertion" && it.source !== "^" && it.source !== "$"),
  );
  if (looksAround) return undefined;
  const states = new Map<string, DfaState>();
  const getState = (from: readonly number[], isStart: boolean): DfaState => {
    const key = `${isStart}${[...from].sort((one, other) => one - other).join()}`;
    return getOrCreate(states, key, () => createDfaState(program, from, isStart));
  };
  const start = getState([0], true);
  const computeNext = ({ waiting }: DfaState, code: number): DfaState => {
    const next = followCharacter(program, waiting, code);
    // A pattern without anchor may start a match at any position.
    return getState(anchored ? next : [...next, 0], false);
  };
  const step = (state: DfaState, code: number): DfaState => {
    const next = computeNext(state, code);
    if (code < ASCII_SIZE) state.ascii[code] = next;
    else {
      if (state.nonAscii.size >= MAX_NON_ASCII) state.nonAscii.clear();
      state.nonAscii.set(code, next);
    }
    return next;
  };
  const codeAt = (text: string, at: number): number =>
    (isUnicode ? text.codePointAt(at) : text.charCodeAt(at)) ?? Number.NaN;
  return (text) => {
    let state = start;
    for (let at = 0; at < text.length; at += 1) {
      if (state.isMatch) return true;
      // An anchored pattern cannot match later; any other may start a match anywhere.
      if (anchored && state.waiting.length === 0) return false;
      const code = codeAt(text, at);
      if (code > 0xff_ff) at += 1;
      state = (code < ASCII_SIZE ? state.ascii[code] : state.nonAscii.get(code)) ?? step(state, code);
      if (states.size > MAX_STATES) return undefined;
    }
    return state.isMatchAtEnd;
  };
}

type DfaOptions = { readonly isUnicode: boolean; readonly anchored: boolean };

function createDfaState(program: NfaProgram, from: readonly number[], isStart: boolean): DfaState {
  const reached = followEmptyTransitions(program, from, createBoundaryTest(isStart, false));
  return {
    waiting: reached.filter((at) => program[at]?.kind === "char"),
    isMatch: hasMatch(program, reached),
    isMatchAtEnd: hasMatch(program, followEmptyTransitions(program, from, createBoundaryTest(isStart, true))),
    ascii: Array.from({ length: ASCII_SIZE }),
    nonAscii: new Map(),
  };
}
