import { isObject, type Json, valueAt } from "../../document/index.js";
import type { View } from "../../schema/index.js";
import { type Atom, type Case, caseKey, factsOf, withRefs } from "./case.js";
import type { Gap } from "./gap.js";
import { isImpossible } from "./impossible.js";
import { gapsOfRef } from "./keywords.js";
import { TRIVIAL } from "./make-gap.js";
import { createSameness, type Sameness } from "./same.js";
import { type Ref, refKey, type Sided } from "./sided.js";

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
};

/** Where on the stack the pair stands that is assumed, and how deep in the value. */
type Assumed = { readonly place: number; readonly depth: number };

/** What one comparison of two bodies may cost; beyond it, what is left is not told to be contained. */
const MOST_STEPS = 60_000;

export type Options = {
  readonly left: Sided;
  readonly view: View;
  readonly same?: Sameness;
  readonly countsUndeclared?: boolean;
};

export function createProver({
  left,
  view,
  same = createSameness(),
  countsUndeclared = true,
}: Options): Prover & { readonly begin: () => void } {
  const proven = new Map<string, boolean>();
  /** What holds if a pair that is still open does: the place of that pair on the stack. */
  const provisional = new Map<string, Assumed>();
  const stack = new Map<string, Assumed>();
  const found = new Map<string, readonly Gap[]>();
  const open = new Set<string>();
  let lowest = Number.POSITIVE_INFINITY;
  let haste = 0;
  let steps = 0;

  const proves = (given: Case, right: Ref): boolean => {
    const key = `${caseKey(given)} < ${refKey(right)}`;
    const known = proven.get(key);
    if (known !== undefined) return known;
    const opened = stack.get(key);
    // By induction over the depth of values: of a deeper one it may be assumed, of the same it would be a circle.
    if (opened !== undefined && given.depth <= opened.depth) return false;
    const assumed = opened ?? provisional.get(key);
    if (assumed !== undefined && given.depth >= assumed.depth) {
      lowest = Math.min(lowest, assumed.place);
      return true;
    }
    const place = stack.size;
    const outer = lowest;
    stack.set(key, { place, depth: given.depth });
    lowest = Number.POSITIVE_INFINITY;
    const before = provisional.size;
    const isProven = proveOnce(given, right);
    stack.delete(key);
    const inner = lowest;
    lowest = Math.min(outer, inner < place ? inner : Number.POSITIVE_INFINITY);
    if (isProven && inner < place) provisional.set(key, { place: inner, depth: given.depth });
    else {
      proven.set(key, isProven);
      settle(place, before, isProven);
    }
    return isProven;
  };

  /** What was assumed of a pair is decided with it. */
  const settle = (place: number, before: number, isProven: boolean): void => {
    if (provisional.size === before) return;
    for (const [key, assumed] of [...provisional].slice(before)) {
      if (assumed.place < place && isProven) continue;
      provisional.delete(key);
      if (isProven) proven.set(key, true);
    }
  };

  const proveOnce = (given: Case, right: Ref): boolean => {
    steps += 1;
    if (steps > MOST_STEPS) return false;
    if (isTrivial(given, right)) return true;
    haste += 1;
    try {
      for (const _ of gapsOfRef(prover, given, right)) return split(given)?.every((it) => proves(it, right)) ?? false;
      return true;
    } finally {
      haste -= 1;
    }
  };

  const isTrivial = (given: Case, right: Ref): boolean => {
    const schema = valueAt(right.sided.root, right.pointer);
    if (schema === true || schema === undefined || isEmpty(schema)) return true;
    return given.refs.some((ref) => same(ref, right)) || isImpossible(prover, given);
  };

  const gaps = (given: Case, right: Ref): readonly Gap[] => {
    if (proves(given, right)) return [];
    if (haste > 0) return [TRIVIAL];
    const key = `${caseKey(given)} < ${refKey(right)}`;
    const known = found.get(key);
    if (known !== undefined) return known;
    if (open.has(key)) return [];
    open.add(key);
    const parts = split(given);
    const list =
      parts === undefined ? [...gapsOfRef(prover, given, right)] : merged(parts.flatMap((part) => gaps(part, right)));
    open.delete(key);
    if (open.size === 0) found.set(key, list);
    return list;
  };

  const prover: Prover = { left, view, same, countsUndeclared, proves, gaps, isHasty: () => haste > 0 };
  return {
    ...prover,
    begin: () => {
      steps = 0;
    },
  };
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
  const isExclusive = choice.branches[0]?.endsWith("/oneOf/0") === true;
  return choice.branches.map((branch) =>
    withRefs(given, at(branch), isExclusive ? choice.branches.filter((it) => it !== branch).flatMap(at) : []),
  );
}

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
