import { Unjudged } from "../unjudged.js";
import { type CharacterTest, characterTest } from "./character-test.js";
import { isAnchored } from "./positions.js";
import type { RegexNode } from "./regex-tree.js";

/** Whether a text has a match, found in time that grows with the text and no faster. */
export type Machine = (text: string) => boolean;

type Assertion = Extract<RegexNode, { readonly kind: "assertion" }>["source"];

export type Instruction =
  | { readonly kind: "char"; readonly fits: CharacterTest }
  | { readonly kind: "assertion"; readonly source: Assertion }
  | { readonly kind: "look"; readonly program: Program; readonly negative: boolean }
  | { readonly kind: "split"; readonly targets: readonly number[] }
  | { readonly kind: "match" };

/** What to do, one instruction after the other. */
export type Program = Instruction[];

const MAX_INSTRUCTIONS = 20_000;

/** What a second or so allows. */
const MAX_STEPS = 20_000_000;

/**
 * Thompson's construction: all ways through a pattern are followed at once, so that none is tried twice.
 *
 * @throws Unjudged when the pattern looks back, at what stands before or at what a group has found, or is too large; and
 * from the machine, when pattern and text together are.
 * @see https://swtch.com/~rsc/regexp/regexp1.html
 */
export function createMachine(tree: RegexNode, flags: string): Machine {
  const program = compileProgram(tree, flags);
  const isUnicode = flags.includes("u");
  const anchored = isAnchored(tree);
  return (text) => matches(program, { text, isUnicode, steps: MAX_STEPS }, { start: 0, anchored });
}

/** @throws Unjudged as `createMachine` does. */
export function compileProgram(tree: RegexNode, flags: string): Program {
  const program: Program = [];
  const tests = new Map<string, CharacterTest>();
  const add = (instruction: Instruction): number => {
    if (program.length >= MAX_INSTRUCTIONS) throw new Unjudged("is too large");
    return program.push(instruction) - 1;
  };
  const testOf = (source: string): CharacterTest => {
    const fits = tests.get(source) ?? characterTest(source, flags);
    tests.set(source, fits);
    return fits;
  };
  /** Puts in an instruction that may also go on at its end, which is known only then. */
  const optional = (emit: () => void): void => {
    const targets: number[] = [];
    targets.push(add({ kind: "split", targets }) + 1);
    emit();
    targets.push(program.length);
  };
  const repeat = (item: RegexNode, min: number, max: number): void => {
    for (let copy = 0; copy < min; copy += 1) emit(item);
    if (max === Number.POSITIVE_INFINITY) {
      const start = program.length;
      optional(() => {
        emit(item);
        add({ kind: "split", targets: [start] });
      });
    } else if (max > min) optional(() => repeat(item, 1, max - min));
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
    if (node.kind === "char") add({ kind: "char", fits: testOf(node.source) });
    else if (node.kind === "sequence") node.items.forEach(emit);
    else if (node.kind === "choice") choose(node.items);
    else if (node.kind === "repeat") repeat(node.item, node.min, node.max);
    else if (node.kind === "assertion") add({ kind: "assertion", source: node.source });
    else if (node.kind === "look" && !node.behind)
      add({ kind: "look", program: compileProgram(node.item, flags), negative: node.negative });
    else throw new Unjudged("looks back");
  };
  emit(tree);
  add({ kind: "match" });
  return program;
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
