import { isObject, type Json } from "../../document/index.js";
import type { View } from "../../schema/index.js";
import { createAssumptions } from "./assumptions.js";
import { type Atom, type Case, caseKey, factsOf, withRefs } from "./case.js";
import type { Gap } from "./gap.js";
import { isImpossible } from "./impossible.js";
import { gapsOfRef } from "./keywords.js";
import { TRIVIAL } from "./make-gap.js";
import { isExclusive } from "./may-apply.js";
import { createSameness, type Sameness } from "./same.js";
import { type Ref, refKey, resolved, type Sided } from "./sided.js";

/**
 * Proves that one schema contains another, as far as the words of the schemas tell.
 *
 * `proves` never says yes wrongly. Where it says no, `gaps` are the places where a proof was not found, each with values to try;
 * a gap without such a value is a place about which nothing is known.
 */
export type Prover = {
  readonly left: Sided;
  readonly view: View;
  readonly same: Sameness;
  /** Whether properties that an open object does not name count as what it may hold. */
  readonly countsUndeclared: boolean;
  readonly proves: (given: Case, right: Ref) => boolean;
  readonly gaps: (given: Case, right: Ref) => readonly Gap[];
  /** Whether only the fact of a gap is wanted: then none has to be looked for closely. */
  readonly isHasty: () => boolean;
  /** The cases, by their keys, of which it was seen whether they are impossible. */
  readonly impossible: Map<string, boolean>;
  /** Counts a step; false when there have been too many. */
  readonly spend: () => boolean;
  readonly isSpent: () => boolean;
};

/** What one comparison of two bodies may cost; beyond it, what is left is not told to be contained. */
const MOST_STEPS = 20_000;

export type Options = {
  readonly left: Sided;
  readonly view: View;
  readonly same?: Sameness;
  readonly countsUndeclared?: boolean;
  readonly mostSteps?: number;
};

export function createProver(options: Options): Prover & { readonly begin: () => void } {
  const { left, view, same = createSameness(), countsUndeclared = true, mostSteps = MOST_STEPS } = options;
  const found = new Map<string, readonly Gap[]>();
  const open = new Set<string>();
  let haste = 0;
  let steps = 0;
  const isSpent = (): boolean => steps > mostSteps;
  const assumptions = createAssumptions(isSpent);

  const proveOnce = (given: Case, right: Ref): boolean => {
    if (!prover.spend()) return false;
    if (isTrivial(prover, given, right)) return true;
    haste += 1;
    try {
      for (const _ of gapsOfRef(prover, given, right))
        return split(given)?.every((it) => prover.proves(it, right)) ?? false;
      return true;
    } finally {
      haste -= 1;
    }
  };

  const gaps = (given: Case, place: Ref): readonly Gap[] => {
    const right = resolved(place);
    if (prover.proves(given, right)) return [];
    if (haste > 0) return [TRIVIAL];
    const key = claimOf(given, right);
    const known = found.get(key);
    if (known !== undefined) return known;
    if (open.has(key)) return [];
    open.add(key);
    const parts = split(given);
    const list =
      parts === undefined ? [...gapsOfRef(prover, given, right)] : merged(parts.flatMap((part) => gaps(part, right)));
    open.delete(key);
    // What was left out because it was being looked at is not the whole; nor is what a search that was given up has found.
    if (open.size === 0 && !isSpent()) found.set(key, list);
    return list;
  };

  const prover: Prover = {
    ...{ left, view, same, countsUndeclared, gaps, impossible: new Map() },
    proves: (given, right) =>
      assumptions.decide(claimOf(given, right), given.depth, () => proveOnce(given, resolved(right))),
    isHasty: () => haste > 0,
    spend: () => {
      steps += 1;
      return !isSpent();
    },
    isSpent,
  };
  return {
    ...prover,
    begin: () => {
      steps = 0;
    },
  };
}

function claimOf(given: Case, right: Ref): string {
  return `${caseKey(given)} < ${refKey(right)}`;
}

/** What needs no look at keywords. */
function isTrivial(prover: Prover, given: Case, right: Ref): boolean {
  const schema = right.sided.at(right.pointer);
  if (schema === true || schema === undefined || isEmpty(schema)) return true;
  return given.refs.some((ref) => prover.same(ref, right)) || isImpossible(prover, given);
}

function isEmpty(schema: Json): boolean {
  return isObject(schema) && Object.keys(schema).length === 0;
}

/** The parts of a case by the first choice that is open in it: what fits one branch, what fits the next; undefined without any. */
export function split(given: Case): readonly Case[] | undefined {
  const [plain, rest] = [given.types.filter(isPlain), given.types.filter((atom) => !isPlain(atom))];
  if (rest.length === 0) return undefined;
  const parts = branchesOf({ ...given, types: rest });
  // Null and booleans are tried, all of them, and a schema may let null pass whatever its branches say.
  return parts === undefined || plain.length === 0 ? parts : [{ ...given, types: plain }, ...parts];
}

function isPlain(atom: Atom): boolean {
  return atom === "null" || atom === "boolean";
}

function branchesOf(given: Case): readonly Case[] | undefined {
  const open = factsOf(given).choices.find(({ choice }) => choice.kind !== "dependent");
  if (open === undefined) return undefined;
  const { choice, ref } = open;
  const at = (pointer: string | undefined): Ref[] => (pointer === undefined ? [] : [{ ...ref, pointer }]);
  if (choice.kind === "condition")
    return [
      withRefs(given, [...at(choice.when), ...at(choice.then)]),
      withRefs(given, at(choice.else), at(choice.when)),
    ];
  if (choice.kind !== "branches") return undefined;
  const rest = isOnlyChoice(ref) ? { ...given, refs: given.refs.filter((it) => refKey(it) !== refKey(ref)) } : given;
  return choice.branches.map((branch) =>
    withRefs(rest, at(branch), isExclusive(choice) ? choice.branches.filter((it) => it !== branch).flatMap(at) : []),
  );
}

/** Whether a schema says nothing but that one of its branches fits: what fits a branch need not be held against it again. */
function isOnlyChoice({ sided, pointer }: Ref): boolean {
  const schema = sided.at(pointer);
  const speaking = isObject(schema) ? Object.keys(schema).filter((it) => !BESIDE.has(it)) : [];
  return speaking.length === 1 && (speaking[0] === "oneOf" || speaking[0] === "anyOf");
}

const BESIDE = new Set(["title", "description", "discriminator", "example", "examples", "default", "deprecated"]);

/** The same gap in several parts is one, with the values of all. */
function merged(gaps: readonly Gap[]): readonly Gap[] {
  const byPlace = new Map<string, Gap>();
  for (const gap of gaps) {
    const key = `${gap.kind} ${gap.right} ${gap.path.join("/")}`;
    const first = byPlace.get(key);
    byPlace.set(
      key,
      first === undefined ? gap : { ...first, witnesses: () => [...first.witnesses(), ...gap.witnesses()] },
    );
  }
  return [...byPlace.values()];
}
