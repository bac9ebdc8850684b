import { Unjudged } from "../unjudged.js";
import { isAnchored } from "./positions.js";
import { compile, type Instruction, type Program } from "./program.js";
import type { RegexNode } from "./regex-tree.js";
import { createSubsets } from "./subsets.js";

/** Whether a text has a match, found in time that grows with the text and no faster. */
export type Machine = (text: string) => boolean;

/** What a second or so allows. */
const MAX_STEPS = 20_000_000;

/**
 * Follows all ways through a pattern at once, so that none is tried twice.
 *
 * @throws Unjudged when the pattern looks back, at what stands before or at what a group has found, or is too large; and
 * from the machine, when pattern and text together are.
 */
export function createMachine(tree: RegexNode, flags: string): Machine {
  const program = compile(tree, flags);
  const isUnicode = flags.includes("u");
  const anchored = isAnchored(tree);
  const subsets = createSubsets(program, { isUnicode, anchored });
  return (text) => subsets?.(text) ?? matches(program, { text, isUnicode, steps: MAX_STEPS }, { start: 0, anchored });
}

type Input = { readonly text: string; readonly isUnicode: boolean; steps: number };

/** Follows every way at once, character by character. */
function matches(program: Program, input: Input, { start, anchored }: { start: number; anchored: boolean }): boolean {
  const { text, isUnicode } = input;
  let current: readonly number[] = [0];
  for (let at = start; ; ) {
    const states = closure(program, input, { from: current, at });
    if (states === "match") return true;
    if (at >= text.length || (anchored && states.length === 0)) return false;
    const code = (isUnicode ? text.codePointAt(at) : text.charCodeAt(at)) ?? 0;
    const next = passed(program, states, code);
    // A match may begin anywhere in a pattern that is not anchored.
    current = anchored ? next : [...next, 0];
    at += code > 0xff_ff ? 2 : 1;
  }
}

function passed(program: Program, states: readonly number[], code: number): number[] {
  return states.flatMap((state) => {
    const instruction = program[state];
    return instruction?.kind === "char" && instruction.fits(code) ? [state + 1] : [];
  });
}

/** The characters that are waited for, once everything that takes none is done. */
function closure(
  program: Program,
  input: Input,
  { from, at }: { from: readonly number[]; at: number },
): number[] | "match" {
  const waiting: number[] = [];
  const seen = new Set<number>();
  const rest = [...from];
  for (let state = rest.pop(); state !== undefined; state = rest.pop()) {
    input.steps -= 1;
    if (input.steps < 0) throw new Unjudged("takes too many steps");
    const instruction = program[state];
    if (instruction === undefined || seen.has(state)) continue;
    seen.add(state);
    if (instruction.kind === "match") return "match";
    if (instruction.kind === "char") waiting.push(state);
    else if (instruction.kind === "split") rest.push(...instruction.targets);
    else if (holds(instruction, input, at)) rest.push(state + 1);
  }
  return waiting;
}

function holds(instruction: Extract<Instruction, { kind: "assertion" | "look" }>, input: Input, at: number): boolean {
  const { text } = input;
  if (instruction.kind === "look")
    return matches(instruction.program, input, { start: at, anchored: true }) !== instruction.negative;
  if (instruction.source === "^") return at === 0;
  if (instruction.source === "$") return at === text.length;
  const isBoundary = isWord(text[at - 1]) !== isWord(text[at]);
  return isBoundary === (instruction.source === "\\b");
}

function isWord(char: string | undefined): boolean {
  return char !== undefined && /\w/.test(char);
}
