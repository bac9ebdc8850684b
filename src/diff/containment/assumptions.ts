/** Decides claims that may come to themselves on the way. */
export type Assumptions = {
  /** Whether a claim about values at some depth holds; `prove` may ask about others, and about this one of deeper values. */
  readonly decide: (claim: string, depth: number, prove: () => boolean) => boolean;
};

/** Where on the stack the claim stands that is assumed, and how deep in the value it was met. */
type Assumed = { readonly place: number; readonly depth: number };

/**
 * `isSpent` says that a search was given up: what was not proven then is no fact, and may be proven another time.
 *
 * By induction over the depth of values: while a claim is being proven, it may be assumed of what stands deeper in the value,
 * as in a list of itself; of the same value that would be a circle. What rests on a claim is decided with it.
 */
export function createAssumptions(isSpent: () => boolean): Assumptions {
  const decided = new Map<string, boolean>();
  const open = new Map<string, Assumed>();
  /** What holds if a claim does that is still open. */
  const provisional = new Map<string, Assumed>();
  let lowest = Number.POSITIVE_INFINITY;

  const settle = (index: number, before: number, isProven: boolean): void => {
    if (provisional.size === before) return;
    for (const [claim, assumed] of [...provisional].slice(before)) {
      if (assumed.place < index && isProven) continue;
      provisional.delete(claim);
      if (isProven) decided.set(claim, true);
    }
  };

  const proveOpen = (claim: string, depth: number, prove: () => boolean): boolean => {
    const position = open.size;
    const outer = lowest;
    const before = provisional.size;
    open.set(claim, { place: position, depth });
    lowest = Number.POSITIVE_INFINITY;
    const isProven = prove();
    open.delete(claim);
    const rests = lowest < position;
    const inner = lowest;
    lowest = Math.min(outer, rests ? inner : Number.POSITIVE_INFINITY);
    if (isProven && rests) provisional.set(claim, { place: inner, depth });
    else {
      if (isProven || !isSpent()) decided.set(claim, isProven);
      settle(position, before, isProven);
    }
    return isProven;
  };

  return {
    decide: (claim, depth, prove) => {
      const known = decided.get(claim);
      if (known !== undefined) return known;
      const opened = open.get(claim);
      if (opened !== undefined && depth <= opened.depth) return false;
      const assumed = opened ?? provisional.get(claim);
      if (assumed === undefined || depth < assumed.depth) return proveOpen(claim, depth, prove);
      lowest = Math.min(lowest, assumed.place);
      return true;
    },
  };
}
