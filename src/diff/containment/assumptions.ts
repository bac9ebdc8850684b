/** Decides claims that may come to themselves on the way. */
export type Assumptions = {
  /** Whether a claim about values at some depth holds; `prove` may ask about others, and about this one of deeper values. */
  readonly decide: (goal: string, depth: number, prove: () => boolean) => boolean;
};

/** Where on the stack the claim stands that is assumed, and how deep in the value it was met. */
type Assumed = { readonly position: number; readonly depth: number };

/**
 * `isSpent` says that a search was given up: what was not proven then is no fact, and may be proven another time.
 *
 * By induction over the depth of values: while a claim is being proven, it may be assumed of what stands deeper in the value,
 * as in a list of itself; of the same value that would be a circle. What rests on a claim is decided with it.
 */
export function createAssumptions(isSpent: () => boolean): Assumptions {
  const decided = new Map<string, boolean>();
  const inProgress = new Map<string, Assumed>();
  /** What holds if a claim does that is still open. */
  const provisional = new Map<string, Assumed>();
  let lowest = Number.POSITIVE_INFINITY;

  const promoteProvisional = (index: number, before: number, isProven: boolean): void => {
    if (provisional.size === before) return;
    for (const [goal, assumed] of [...provisional].slice(before)) {
      if (assumed.position < index && isProven) continue;
      provisional.delete(goal);
      if (isProven) decided.set(goal, true);
    }
  };

  const proveOpen = (goal: string, depth: number, prove: () => boolean): boolean => {
    const position = inProgress.size;
    const outer = lowest;
    const before = provisional.size;
    inProgress.set(goal, { position, depth });
    lowest = Number.POSITIVE_INFINITY;
    const isProven = prove();
    inProgress.delete(goal);
    const isProvisional = lowest < position;
    const inner = lowest;
    lowest = Math.min(outer, isProvisional ? inner : Number.POSITIVE_INFINITY);
    if (isProven && isProvisional) provisional.set(goal, { position: inner, depth });
    else {
      if (isProven || !isSpent()) decided.set(goal, isProven);
      promoteProvisional(position, before, isProven);
    }
    return isProven;
  };

  return {
    decide: (goal, depth, prove) => {
      const known = decided.get(goal);
      if (known !== undefined) return known;
      const active = inProgress.get(goal);
      if (active !== undefined && depth <= active.depth) return false;
      const assumed = active ?? provisional.get(goal);
      if (assumed === undefined || depth < assumed.depth) return proveOpen(goal, depth, prove);
      lowest = Math.min(lowest, assumed.position);
      return true;
    },
  };
}
