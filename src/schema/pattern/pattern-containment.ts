import { tryCall } from "../../document/json.js";
import { CannotValidateError } from "../cannot-validate-error.js";
import { listSampleCharacters } from "./character-test.js";
import {
  compileNfaProgram,
  createBoundaryTest,
  followCharacter,
  followEmptyTransitions,
  hasMatch,
  type NfaProgram,
} from "./nfa-program.js";
import { parseRegex, type RegexNode } from "./regex-tree.js";

/** Whether every text that matches one pattern matches another; `text` matches only the first. */
export type PatternContainment =
  | { readonly kind: "contained" }
  | { readonly kind: "counterexample"; readonly text: string }
  | { readonly kind: "unknown" };

const UNKNOWN: PatternContainment = { kind: "unknown" };

/** More states than two realistic patterns need. */
const MAX_STATES = 4000;

/**
 * Walks the automata of both patterns in parallel. Each class of characters that neither pattern distinguishes is
 * represented by one character.
 *
 * Patterns with lookarounds, backreferences or Unicode properties are not compared.
 */
export function checkPatternContainment(narrow: RegExp, wide: RegExp): PatternContainment {
  if (narrow.flags !== "u" || wide.flags !== "u") return UNKNOWN;
  const trees = [parseRegex(narrow.source, true), parseRegex(wide.source, true)] as const;
  const sources = trees.flatMap(collectAtoms);
  if (sources.some((source) => source === undefined || /\\[pP]/.test(source))) return UNKNOWN;
  const found = tryCall(() => {
    const [one, other] = [compileNfaProgram(trees[0], "u"), compileNfaProgram(trees[1], "u")];
    return searchCounterexample(one, other, pickRepresentatives(sources as string[], [...one, ...other]));
  }, CannotValidateError);
  return found ?? UNKNOWN;
}

/** The atoms of a pattern, with undefined for constructs that the automaton does not support. */
function collectAtoms(node: RegexNode): readonly (string | undefined)[] {
  if (node.kind === "char") return [node.source];
  if (node.kind === "sequence" || node.kind === "choice") return node.items.flatMap(collectAtoms);
  if (node.kind === "repeat") return collectAtoms(node.item);
  return node.kind === "assertion" && (node.source === "^" || node.source === "$") ? [] : [undefined];
}

/** Spaces that `\s` matches and few other classes do. */
const SPACES = [0x1680, 0x2003, 0x3000];

/** Picks one character for each set of atoms that matches it. */
function pickRepresentatives(sources: readonly string[], program: NfaProgram): readonly number[] {
  const tests = [...new Set(program.flatMap((it) => (it.kind === "char" ? [it.matches] : [])))];
  const found = new Map<string, number>();
  for (const code of [...sources.flatMap(listSampleCharacters), ...listSampleCharacters("a"), ...SPACES]) {
    if (code >= 0xd8_00 && code <= 0xdf_ff) continue;
    const signature = tests.map((matches) => (matches(code) ? 1 : 0)).join("");
    const known = found.get(signature);
    // Letters and digits make readable counterexamples.
    if (known === undefined || (!isAlphanumeric(known) && isAlphanumeric(code))) found.set(signature, code);
  }
  return [...found.values()];
}

function isAlphanumeric(code: number): boolean {
  return /[a-z0-9]/.test(String.fromCodePoint(code));
}

type StatePair = { readonly one: readonly number[]; readonly other: readonly number[]; readonly text: string };

function searchCounterexample(one: NfaProgram, other: NfaProgram, codes: readonly number[]): PatternContainment {
  const seen = new Set<string>();
  const rest: StatePair[] = [{ one: [0], other: [0], text: "" }];
  // Iteration over an array includes elements that are appended meanwhile, so the shortest texts come first.
  for (const { one: left, other: right, text } of rest) {
    const isStart = text === "";
    if (canMatch(one, left, isStart, true) && !canMatch(other, right, isStart, true))
      return { kind: "counterexample", text };
    // A match here holds for every continuation.
    if (canMatch(other, right, isStart, false)) continue;
    for (const code of codes) {
      const next = { one: advance(one, left, code, isStart), other: advance(other, right, code, isStart) };
      const key = `${next.one.join()} ${next.other.join()}`;
      if (next.one.length === 0 || seen.has(key)) continue;
      if (seen.size > MAX_STATES) return UNKNOWN;
      seen.add(key);
      rest.push({ ...next, text: text + String.fromCodePoint(code) });
    }
  }
  return { kind: "contained" };
}

function canMatch(program: NfaProgram, from: readonly number[], isStart: boolean, isEnd: boolean): boolean {
  return hasMatch(program, followEmptyTransitions(program, from, createBoundaryTest(isStart, isEnd)));
}

/** The states after a character. A match may start anywhere, and a completed match stays. */
function advance(program: NfaProgram, from: readonly number[], code: number, isStart: boolean): readonly number[] {
  const states = followEmptyTransitions(program, from, createBoundaryTest(isStart, false));
  const matched = states.filter((state) => program[state]?.kind === "match");
  const next = new Set([0, ...followCharacter(program, states, code), ...matched]);
  return [...next].sort((left, right) => left - right);
}
