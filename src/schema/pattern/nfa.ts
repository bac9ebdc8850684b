import { CannotValidateError } from "../cannot-validate-error.js";
import { createLazyDfa } from "./lazy-dfa.js";
import { compileNfaProgram, type NfaInstruction, type NfaProgram } from "./nfa-program.js";
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
    const states = computeClosure(program, input, { from: current, at });
    if (states === "match") return true;
    if (at >= text.length || (anchored && states.length === 0)) return false;
    const code = (isUnicode ? text.codePointAt(at) : text.charCodeAt(at)) ?? 0;
    const next = advance(program, states, code);
    // A pattern without anchor may start a match at any position.
    current = anchored ? next : [...next, 0];
    at += code > 0xff_ff ? 2 : 1;
  }
}

function advance(program: NfaProgram, states: readonly number[], code: number): number[] {
  return states.flatMap((state) => {
    const instruction = program[state];
    return instruction?.kind === "char" && instruction.matches(code) ? [state + 1] : [];
  });
}

/** Follows all instructions that consume no character, and returns those that wait for one. */
function computeClosure(
  program: NfaProgram,
  input: NfaInput,
  { from, at }: { from: readonly number[]; at: number },
): number[] | "match" {
  const waiting: number[] = [];
  const seen = new Set<number>();
  const rest = [...from];
  for (let state = rest.pop(); state !== undefined; state = rest.pop()) {
    input.steps -= 1;
    if (input.steps < 0) throw new CannotValidateError("takes too many steps");
    const instruction = program[state];
    if (instruction === undefined || seen.has(state)) continue;
    seen.add(state);
    if (instruction.kind === "match") return "match";
    if (instruction.kind === "char") waiting.push(state);
    else if (instruction.kind === "split") rest.push(...instruction.targets);
    else if (isSatisfied(instruction, input, at)) rest.push(state + 1);
  }
  return waiting;
}

function isSatisfied(
  instruction: Extract<NfaInstruction, { kind: "assertion" | "look" }>,
  input: NfaInput,
  at: number,
): boolean {
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
