import { tryCall } from "../../document/json.js";
import type { RegexNode } from "./regex-tree.js";

/**
 * Glushkov's automaton: the characters of a pattern, and which of them can follow which. A position that can follow another
 * in several ways is listed once for each way.
 */
export type PositionAutomaton = {
  /** The source of the atom at each position. */
  readonly atoms: readonly string[];
  readonly followers: readonly (readonly number[])[];
};

type Fragment = { readonly first: readonly number[]; readonly last: readonly number[]; readonly nullable: boolean };

/** More repetitions count as unbounded, which can only overestimate the ambiguity. */
const MAX_UNROLLED_REPETITIONS = 4;

/** More positions than realistic patterns have. */
const MAX_POSITIONS = 400;

/** Any character: the text before an unanchored match, and what a backreference may match. */
const ANY_CHARACTER = "[\\s\\S]";

/** Builds the automaton; undefined if the pattern has too many positions. */
export function buildPositionAutomaton(tree: RegexNode): PositionAutomaton | undefined {
  const atoms: string[] = [];
  const followers: number[][] = [];
  const connect = (from: readonly number[], to: readonly number[]): void => {
    for (const position of from) followers[position]?.push(...to);
  };
  const loop = (part: Fragment, min: number): Fragment => {
    connect(part.last, part.first);
    return { ...part, nullable: part.nullable || min === 0 };
  };
  const join = (one: Fragment, other: Fragment): Fragment => {
    connect(one.last, other.first);
    return {
      first: one.nullable ? [...one.first, ...other.first] : one.first,
      last: other.nullable ? [...other.last, ...one.last] : other.last,
      nullable: one.nullable && other.nullable,
    };
  };
  const character = (source: string): Fragment => {
    if (atoms.length >= MAX_POSITIONS) throw new RangeError("too many positions");
    followers.push([]);
    const position = atoms.push(source) - 1;
    return { first: [position], last: [position], nullable: false };
  };
  const repeat = (item: RegexNode, min: number, max: number): Fragment => {
    if (max > MAX_UNROLLED_REPETITIONS) {
      const part = visit(item);
      // Each of the repetitions may be empty, which is a choice of its own.
      if (part.nullable && max !== Number.POSITIVE_INFINITY) connect(part.last, part.first);
      return loop(part, min);
    }
    let part: Fragment = EMPTY_FRAGMENT;
    for (let copy = 0; copy < max; copy += 1) {
      const next = visit(item);
      part = join(part, copy < min ? next : { ...next, nullable: true });
    }
    return part;
  };
  const visit = (node: RegexNode): Fragment => {
    if (node.kind === "char") return character(node.source);
    if (node.kind === "backreference") return loop(character(ANY_CHARACTER), 0);
    if (node.kind === "repeat") return repeat(node.item, node.min, node.max);
    if (node.kind === "sequence") return node.items.map(visit).reduce(join, EMPTY_FRAGMENT);
    if (node.kind !== "choice") return EMPTY_FRAGMENT;
    const parts = node.items.map(visit);
    return {
      first: parts.flatMap(({ first }) => first),
      last: parts.flatMap(({ last }) => last),
      nullable: parts.some(({ nullable }) => nullable),
    };
  };
  return tryCall(() => {
    const prefix = isAnchored(tree) ? EMPTY_FRAGMENT : loop(character(ANY_CHARACTER), 0);
    join(prefix, visit(tree));
    return { atoms, followers };
  }, RangeError);
}

const EMPTY_FRAGMENT: Fragment = { first: [], last: [], nullable: true };

/** Whether a pattern can match only at the start of a text. */
export function isAnchored(node: RegexNode): boolean {
  if (node.kind === "assertion") return node.source === "^";
  if (node.kind === "choice") return node.items.every(isAnchored);
  if (node.kind === "repeat") return node.min > 0 && isAnchored(node.item);
  if (node.kind !== "sequence") return false;
  const first = node.items.find(({ kind }) => kind !== "look");
  return first !== undefined && isAnchored(first);
}
