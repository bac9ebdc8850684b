import { followEmptyTransitions, type NfaProgram } from "./nfa-program.js";

/** Whether a text has a match; undefined if the DFA would need too many states. */
export type LazyDfa = (text: string) => boolean | undefined;

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
export function createLazyDfa(program: NfaProgram, { isUnicode, anchored }: DfaOptions): LazyDfa | undefined {
  const looksAround = program.some(
    (it) => it.kind === "look" || (it.kind === "assertion" && it.source !== "^" && it.source !== "$"),
  );
  if (looksAround) return undefined;
  const states = new Map<string, DfaState>();
  const getState = (from: readonly number[], isStart: boolean): DfaState => {
    const key = `${isStart}${[...from].sort((one, other) => one - other).join()}`;
    const found = states.get(key) ?? createDfaState(program, from, isStart);
    states.set(key, found);
    return found;
  };
  const start = getState([0], true);
  const computeNext = ({ waiting }: DfaState, code: number): DfaState => {
    const passed = waiting.filter((at) => {
      const instruction = program[at];
      return instruction?.kind === "char" && instruction.matches(code);
    });
    const next = passed.map((at) => at + 1);
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

export type DfaOptions = { readonly isUnicode: boolean; readonly anchored: boolean };

function createDfaState(program: NfaProgram, from: readonly number[], isStart: boolean): DfaState {
  const reached = [...followEmptyTransitions(program, from, { isStart, isEnd: false })];
  return {
    waiting: reached.filter((at) => program[at]?.kind === "char"),
    isMatch: reached.some((at) => program[at]?.kind === "match"),
    isMatchAtEnd: [...followEmptyTransitions(program, from, { isStart, isEnd: true })].some(
      (at) => program[at]?.kind === "match",
    ),
    ascii: Array.from({ length: ASCII_SIZE }),
    nonAscii: new Map(),
  };
}
