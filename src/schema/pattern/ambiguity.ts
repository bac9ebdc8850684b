import { createCharacterTest, listSampleCharacters } from "./character-test.js";
import type { PositionAutomaton } from "./position-automaton.js";

/**
 * The degree of ambiguity of a pattern: how the largest number of paths for a text grows with its length. 0 means bounded,
 * `n` polynomial of degree `n`, and infinity exponential. A backtracking engine may try each path.
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
  // Each loop that can continue with text of an earlier loop adds one to the degree.
  const findLoop = (position: number): number =>
    looping.find((other) => reach[position]?.has(other) && reach[other]?.has(position)) ?? position;
  const ambiguousLoops = new Set<number>();
  for (const to of looping)
    for (const from of looping) {
      if (ambiguousLoops.has(findLoop(to))) break;
      if (!reach[from]?.has(to) || reach[to]?.has(from)) continue;
      if (canTakeOver(search, from, to)) ambiguousLoops.add(findLoop(to));
    }
  return ambiguousLoops.size;
}

type AmbiguitySearch = PositionAutomaton & {
  /** Whether some character matches at both positions. */
  readonly overlaps: (one: number, other: number) => boolean;
  /** The remaining budget of steps. Without any, the worst case is assumed. */
  remainingSteps: number;
};

const MAX_STEPS = 400_000;

/** Whether a text leads from a position back to itself on two different paths. */
function isExponential(search: AmbiguitySearch, start: number): boolean {
  return canReach(search, [start, start, 0], [start, start, 1], ([one = 0, other = 0, diverged = 0]) =>
    followTogether(search, [one, other]).map(({ to, edges }) => {
      const isDiverged = diverged === 1 || to[0] !== to[1] || (one === other && edges[0] !== edges[1]);
      return [...to, Number(isDiverged)];
    }),
  );
}

/** Whether one text leads from a position to itself, from it to another, and from the other to itself. */
function canTakeOver(search: AmbiguitySearch, from: number, to: number): boolean {
  return canReach(search, [from, from, to], [from, to, to], (at) => followTogether(search, at).map((it) => it.to));
}

function canReach(
  search: AmbiguitySearch,
  start: readonly number[],
  goal: readonly number[],
  listNext: (at: readonly number[]) => readonly (readonly number[])[],
): boolean {
  const seen = new Set<string>();
  const goalKey = goal.join();
  const rest = [start];
  for (let at = rest.pop(); at !== undefined; at = rest.pop()) {
    for (const next of listNext(at)) {
      const key = next.join();
      if (key === goalKey) return true;
      if (!seen.has(key)) rest.push(next);
      seen.add(key);
    }
    if (search.remainingSteps < 0) return true;
  }
  return false;
}

/** Where the same next character can lead from several positions, and which of their outgoing edges it takes. */
type Transition = { readonly to: readonly number[]; readonly edges: readonly number[] };

function followTogether(search: AmbiguitySearch, from: readonly number[]): readonly Transition[] {
  let transitions: Transition[] = [{ to: [], edges: [] }];
  for (const position of from) {
    const follow = search.followers[position] ?? [];
    search.remainingSteps -= transitions.length * follow.length;
    transitions = transitions.flatMap(({ to, edges }) =>
      follow.flatMap((next, edge) =>
        to.every((other) => search.overlaps(other, next)) ? [{ to: [...to, next], edges: [...edges, edge] }] : [],
      ),
    );
  }
  return transitions;
}

/** For each position, every position that can follow it directly or indirectly. */
function computeReachability({ atoms, followers }: PositionAutomaton): Set<number>[] {
  return atoms.map((_, start) => {
    const found = new Set(followers[start]);
    // Iteration over a set includes elements that are added meanwhile.
    for (const position of found) for (const next of followers[position] ?? []) found.add(next);
    return found;
  });
}

function createOverlapTest({ atoms }: PositionAutomaton, flags: string): (one: number, other: number) => boolean {
  const sources = [...new Set(atoms)];
  const sample = listSampleCharacters(sources.join(""));
  const matching = sources.map((source) => {
    const matches = createCharacterTest(source, flags);
    return new Set(sample.filter(matches));
  });
  const table = sources.map((_, one) =>
    sources.map((_, other) => [...(matching[one] ?? [])].some((code) => matching[other]?.has(code))),
  );
  const indexes = atoms.map((source) => sources.indexOf(source));
  return (one, other) => table[indexes[one] ?? 0]?.[indexes[other] ?? 0] ?? true;
}
