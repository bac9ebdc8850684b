import { getOrCreate } from "../../document/memoize.js";
import { CannotValidateError } from "../cannot-validate-error.js";
import { type CharacterTest, createCharacterTest } from "./character-test.js";
import type { RegexNode } from "./regex-tree.js";

/** Instructions, executed in order unless one branches. */
export type NfaProgram = NfaInstruction[];

export type NfaInstruction =
  | { readonly kind: "char"; readonly matches: CharacterTest }
  | { readonly kind: "assertion"; readonly source: Assertion }
  | { readonly kind: "look"; readonly program: NfaProgram; readonly negative: boolean }
  | { readonly kind: "split"; readonly targets: readonly number[] }
  | { readonly kind: "match" };

type Assertion = Extract<RegexNode, { readonly kind: "assertion" }>["source"];

const MAX_INSTRUCTIONS = 50_000;

/**
 * Compiles a pattern to an NFA by Thompson's construction.
 *
 * @throws {CannotValidateError} if the pattern has a lookbehind or a backreference, or is too large.
 * @see https://swtch.com/~rsc/regexp/regexp1.html
 */
export function compileNfaProgram(tree: RegexNode, flags: string): NfaProgram {
  const program: NfaProgram = [];
  const tests = new Map<string, CharacterTest>();
  const add = (instruction: NfaInstruction): number => {
    if (program.length >= MAX_INSTRUCTIONS) throw new CannotValidateError("is too large");
    return program.push(instruction) - 1;
  };
  const getTest = (source: string) => getOrCreate(tests, source, () => createCharacterTest(source, flags));
  const repeat = (item: RegexNode, min: number, max: number): void => {
    for (let copy = 0; copy < min; copy += 1) emit(item);
    const isLoop = max === Number.POSITIVE_INFINITY;
    // Each further copy can be skipped together with those after it, whose end is known only afterwards.
    const skips: number[][] = [];
    for (let copy = min; copy < (isLoop ? min + 1 : max); copy += 1) {
      const start = program.length;
      const targets = [start + 1];
      add({ kind: "split", targets });
      skips.push(targets);
      emit(item);
      if (isLoop) add({ kind: "split", targets: [start] });
    }
    for (const targets of skips) targets.push(program.length);
  };
  const choose = (items: readonly RegexNode[]): void => {
    const targets: number[] = [];
    const ends: number[] = [];
    add({ kind: "split", targets });
    for (const item of items) {
      targets.push(program.length);
      emit(item);
      add({ kind: "split", targets: ends });
    }
    ends.push(program.length);
  };
  const emit = (node: RegexNode): void => {
    if (node.kind === "char") add({ kind: "char", matches: getTest(node.source) });
    else if (node.kind === "sequence") node.items.forEach(emit);
    else if (node.kind === "choice") choose(node.items);
    else if (node.kind === "repeat") repeat(node.item, node.min, node.max);
    else if (node.kind === "assertion") add({ kind: "assertion", source: node.source });
    else if (node.kind === "look" && !node.behind)
      add({ kind: "look", program: compileNfaProgram(node.item, flags), negative: node.negative });
    else throw new CannotValidateError("has a lookbehind or a backreference");
  };
  emit(tree);
  add({ kind: "match" });
  return program;
}

/** An instruction that consumes no character and holds only at some places of a text. */
export type NfaAssertion = Extract<NfaInstruction, { kind: "assertion" | "look" }>;

/** The instructions that are reachable without consuming a character, past the assertions that hold. */
export function followEmptyTransitions(
  program: NfaProgram,
  from: readonly number[],
  holds: (assertion: NfaAssertion) => boolean,
): readonly number[] {
  const seen = new Set(from);
  // Iteration over a set includes elements that are added meanwhile.
  for (const at of seen) {
    const instruction = program[at];
    if (instruction?.kind === "split") for (const target of instruction.targets) seen.add(target);
    else if ((instruction?.kind === "assertion" || instruction?.kind === "look") && holds(instruction))
      seen.add(at + 1);
  }
  return [...seen];
}

/** Which assertions hold between the start and the end of a text. Lookarounds do not. */
export function createBoundaryTest(isStart: boolean, isEnd: boolean): (assertion: NfaAssertion) => boolean {
  return (assertion) => assertion.kind === "assertion" && (assertion.source === "^" ? isStart : isEnd);
}

export function hasMatch(program: NfaProgram, states: readonly number[]): boolean {
  return states.some((state) => program[state]?.kind === "match");
}

/** The states after a character. */
export function followCharacter(program: NfaProgram, states: readonly number[], code: number): number[] {
  return states.flatMap((state) => {
    const instruction = program[state];
    return instruction?.kind === "char" && instruction.matches(code) ? [state + 1] : [];
  });
}
