import { createCharacterTest, listSampleCharacters } from "./character-test.js";
import type { PositionAutomaton } from "./position-automaton.js";

/**
 * How many ways through a pattern a text can have at most: 0 when their number is bounded, `n` when it grows with the
 * length to the power of `n`, infinity when it grows exponentially. An engine that backtracks may try them all.
 *
 * @see https://doi.org/10.1016/0304-3975(91)90381-B Weber and Seidl, On the degree of ambiguity of finite automata
 */
export function computeAmbiguity(positions: PositionAutomaton, flags: string): number {
  const reach = computeReachability(positions);
  const looping = reach.flatMap((ahead, position) => (ahead.has(position) ? [position] : []));
  if (looping.length === 0) return 0;
  const search: AmbiguitySearch = {
    ...positions,
    overlaps: createOverlapTest(positions, flags),
    remainingSteps: MAX_STEPS,
  };
  if (looping.some((position) => isExponential(search, position))) return Number.POSITIVE_INFINITY;
  // Each loop that can take over what an earlier one could have gone on with adds one to the power.
  const loopOf = (position: number): number =>
    looping.find((other) => reach[position]?.has(other) && reach[other]?.has(position)) ?? position;
  const taking = new Set<number>();
  for (const to of looping)
    for (const from of looping) {
      if (taking.has(loopOf(to))) break;
      if (!reach[from]?.has(to) || reach[to]?.has(from)) continue;
      if (canTakeOver(search, from, to)) taking.add(loopOf(to));
    }
  return taking.size;
}

type AmbiguitySearch = PositionAutomaton & {
  /** Whether some character fits both of two positions. */
  readonly overlaps: (one: number, other: number) => boolean;
  /** Steps that are left; without any, a pattern is taken for as bad as it may be. */
  remainingSteps: number;
};

const MAX_STEPS = 400_000;

/** Whether a text leads from a position back to itself in two ways. */
function isExponential(search: AmbiguitySearch, start: number): boolean {
  return canReach(search, [start, start, 0], [start, start, 1], ([one = 0, other = 0, parted = 0]) =>
    followTogether(search, [one, other]).map(({ to, edges }) => {
      const isParted = parted === 1 || to[0] !== to[1] || (one === other && edges[0] !== edges[1]);
      return [...to, Number(isParted)];
    }),
  );
}

/** Whether one text leads from a position to itself, from it to another, and from the other to itself. */
function canTakeOver(search: AmbiguitySearch, from: number, to: number): boolean {
  return canReach(search, [from, from, to], [from, to, to], (at) => followTogether(search, at).map((way) => way.to));
}

function canReach(
  search: AmbiguitySearch,
  start: readonly number[],
  goal: readonly number[],
  nextOf: (at: readonly number[]) => readonly (readonly number[])[],
): boolean {
  const seen = new Set<string>();
  const wanted = goal.join();
  const rest = [start];
  for (let at = rest.pop(); at !== undefined; at = rest.pop()) {
    for (const next of nextOf(at)) {
      const key = next.join();
      if (key === wanted) return true;
      if (!seen.has(key)) rest.push(next);
      seen.add(key);
    }
    if (search.remainingSteps < 0) return true;
  }
  return false;
}

/** Where the same next character can lead from each of several positions, and by which of the ways out of each. */
type Transition = { readonly to: readonly number[]; readonly edges: readonly number[] };

function followTogether(search: AmbiguitySearch, from: readonly number[]): readonly Transition[] {
  let ways: Transition[] = [{ to: [], edges: [] }];
  for (const position of from) {
    const follow = search.followers[position] ?? [];
    search.remainingSteps -= ways.length * follow.length;
    ways = ways.flatMap(({ to, edges }) =>
      follow.flatMap((next, edge) =>
        to.every((other) => search.overlaps(other, next)) ? [{ to: [...to, next], edges: [...edges, edge] }] : [],
      ),
    );
  }
  return ways;
}

/** Every position that can come after a position, soon or late. */
function computeReachability({ atoms, followers }: PositionAutomaton): Set<number>[] {
  return atoms.map((_, start) => {
    const found = new Set(followers[start]);
    // A set may grow while it is walked, and what is added comes last.
    for (const position of found) for (const next of followers[position] ?? []) found.add(next);
    return found;
  });
}

function createOverlapTest({ atoms }: PositionAutomaton, flags: string): (one: number, other: number) => boolean {
  const sources = [...new Set(atoms)];
  const sample = listSampleCharacters(sources.join(""));
  const fitting = sources.map((source) => {
    const fits = createCharacterTest(source, flags);
    return new Set(sample.filter(fits));
  });
  const table = sources.map((_, one) =>
    sources.map((_, other) => [...(fitting[one] ?? [])].some((code) => fitting[other]?.has(code))),
  );
  const indexes = atoms.map((source) => sources.indexOf(source));
  return (one, other) => table[indexes[one] ?? 0]?.[indexes[other] ?? 0] ?? true;
}
