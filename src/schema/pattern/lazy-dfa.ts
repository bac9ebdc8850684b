import { followEmptyTransitions, type NfaProgram } from "./nfa-program.js";

/** Whether a text has a match, or undefined where there would be too many sets to keep. */
export type LazyDfa = (text: string) => boolean | undefined;

/** All the ways that are open at one place of a text. */
type DfaState = {
  /** The characters that are waited for. */
  readonly waiting: readonly number[];
  /** Whether there is a match whatever follows, and whether there is one if nothing does. */
  readonly isMatch: boolean;
  readonly isMatchAtEnd: boolean;
  /** Where each character leads, as far as it has been asked. */
  readonly ascii: (DfaState | undefined)[];
  readonly nonAscii: Map<number, DfaState>;
};

const ASCII_SIZE = 128;
const MAX_STATES = 1000;
const MAX_NON_ASCII = 4096;

/**
 * The subset construction, made as far as the texts go: what is open after one character is worked out once, and looked up
 * ever after. Undefined where what holds at a place depends on more than what stands before it.
 *
 * @see https://swtch.com/~rsc/regexp/regexp1.html
 */
export function createLazyDfa(program: NfaProgram, { isUnicode, anchored }: DfaOptions): LazyDfa | undefined {
  const looksAround = program.some(
    (it) => it.kind === "look" || (it.kind === "assertion" && it.source !== "^" && it.source !== "$"),
  );
  if (looksAround) return undefined;
  const known = new Map<string, DfaState>();
  const subsetOf = (from: readonly number[], isStart: boolean): DfaState => {
    const key = `${isStart}${[...from].sort((one, other) => one - other).join()}`;
    const found = known.get(key) ?? createDfaState(program, from, isStart);
    known.set(key, found);
    return found;
  };
  const start = subsetOf([0], true);
  const after = ({ waiting }: DfaState, code: number): DfaState => {
    const passed = waiting.filter((at) => {
      const instruction = program[at];
      return instruction?.kind === "char" && instruction.fits(code);
    });
    const next = passed.map((at) => at + 1);
    // A match may begin anywhere in a pattern that is not anchored.
    return subsetOf(anchored ? next : [...next, 0], false);
  };
  const step = (open: DfaState, code: number): DfaState => {
    const next = after(open, code);
    if (code < ASCII_SIZE) open.ascii[code] = next;
    else {
      if (open.nonAscii.size >= MAX_NON_ASCII) open.nonAscii.clear();
      open.nonAscii.set(code, next);
    }
    return next;
  };
  const codeAt = (text: string, at: number): number =>
    (isUnicode ? text.codePointAt(at) : text.charCodeAt(at)) ?? Number.NaN;
  return (text) => {
    let open = start;
    for (let at = 0; at < text.length; at += 1) {
      if (open.isMatch) return true;
      // Without a way on there is none later either, but where a match may begin anywhere.
      if (anchored && open.waiting.length === 0) return false;
      const code = codeAt(text, at);
      if (code > 0xff_ff) at += 1;
      open = (code < ASCII_SIZE ? open.ascii[code] : open.nonAscii.get(code)) ?? step(open, code);
      if (known.size > MAX_STATES) return undefined;
    }
    return open.isMatchAtEnd;
  };
}

export type DfaOptions = { readonly isUnicode: boolean; readonly anchored: boolean };

function createDfaState(program: NfaProgram, from: readonly number[], isStart: boolean): DfaState {
  const here = [...followEmptyTransitions(program, from, { isStart, isEnd: false })];
  return {
    waiting: here.filter((at) => program[at]?.kind === "char"),
    isMatch: here.some((at) => program[at]?.kind === "match"),
    isMatchAtEnd: [...followEmptyTransitions(program, from, { isStart, isEnd: true })].some(
      (at) => program[at]?.kind === "match",
    ),
    ascii: Array.from({ length: ASCII_SIZE }),
    nonAscii: new Map(),
  };
}
