import { type Program, reached } from "./program.js";

/** Whether a text has a match, or undefined where there would be too many sets to keep. */
export type Subsets = (text: string) => boolean | undefined;

/** All the ways that are open at one place of a text. */
type Subset = {
  /** The characters that are waited for. */
  readonly waiting: readonly number[];
  /** Whether there is a match whatever follows, and whether there is one if nothing does. */
  readonly isMatch: boolean;
  readonly isMatchAtEnd: boolean;
  /** Where each character leads, as far as it has been asked. */
  readonly ascii: (Subset | undefined)[];
  readonly beyond: Map<number, Subset>;
};

const ASCII = 128;
const MOST_SUBSETS = 1000;
const MOST_BEYOND = 4096;

/**
 * The subset construction, made as far as the texts go: what is open after one character is worked out once, and looked up
 * ever after. Undefined where what holds at a place depends on more than what stands before it.
 *
 * @see https://swtch.com/~rsc/regexp/regexp1.html
 */
export function createSubsets(program: Program, { isUnicode, anchored }: Ways): Subsets | undefined {
  const looksAround = program.some(
    (it) => it.kind === "look" || (it.kind === "assertion" && it.source !== "^" && it.source !== "$"),
  );
  if (looksAround) return undefined;
  const known = new Map<string, Subset>();
  const subsetOf = (from: readonly number[], isStart: boolean): Subset => {
    const key = `${isStart}${[...from].sort((one, other) => one - other).join()}`;
    const found = known.get(key) ?? subset(program, from, isStart);
    known.set(key, found);
    return found;
  };
  const start = subsetOf([0], true);
  const after = ({ waiting }: Subset, code: number): Subset => {
    const passed = waiting.filter((at) => {
      const instruction = program[at];
      return instruction?.kind === "char" && instruction.fits(code);
    });
    const next = passed.map((at) => at + 1);
    // A match may begin anywhere in a pattern that is not anchored.
    return subsetOf(anchored ? next : [...next, 0], false);
  };
  const step = (open: Subset, code: number): Subset => {
    const next = after(open, code);
    if (code < ASCII) open.ascii[code] = next;
    else {
      if (open.beyond.size >= MOST_BEYOND) open.beyond.clear();
      open.beyond.set(code, next);
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
      open = (code < ASCII ? open.ascii[code] : open.beyond.get(code)) ?? step(open, code);
      if (known.size > MOST_SUBSETS) return undefined;
    }
    return open.isMatchAtEnd;
  };
}

export type Ways = { readonly isUnicode: boolean; readonly anchored: boolean };

function subset(program: Program, from: readonly number[], isStart: boolean): Subset {
  const here = [...reached(program, from, { isStart, isEnd: false })];
  return {
    waiting: here.filter((at) => program[at]?.kind === "char"),
    isMatch: here.some((at) => program[at]?.kind === "match"),
    isMatchAtEnd: [...reached(program, from, { isStart, isEnd: true })].some((at) => program[at]?.kind === "match"),
    ascii: Array.from({ length: ASCII }),
    beyond: new Map(),
  };
}
