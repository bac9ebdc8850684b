/** Names a goal. */
export type GoalKey = number | string;

/** Decides goals that may depend on themselves. */
export type Assumptions = {
  /**
   * Whether a goal holds for values at a depth. `prove` may call `decide` for other goals, and for the same goal at a
   * greater depth.
   */
  readonly decide: (goal: GoalKey, depth: number, prove: () => boolean) => boolean;
};

/** The stack position of an assumed goal, and its depth in the value. */
type Assumed = { readonly position: number; readonly depth: number };

/**
 * Creates a solver for recursive goals. It uses induction over the depth of values: while a goal is being proven, it
 * may be assumed for deeper values, such as items of the same schema, but not for the same value. Goals that rest on an
 * assumption are decided together with it.
 *
 * @param isSpent Whether the search was given up. Goals that fail then stay undecided and may be proven later.
 */
export function createAssumptions(isSpent: () => boolean): Assumptions {
  const decided = new Map<GoalKey, boolean>();
  const inProgress = new Map<GoalKey, Assumed>();
  /** Goals that hold if a goal that is still in progress holds. */
  const provisional = new Map<GoalKey, Assumed>();
  let lowest = Number.POSITIVE_INFINITY;

  const promoteProvisional = (index: number, before: number, isProven: boolean): void => {
    if (provisional.size === before) return;
    for (const [goal, assumed] of [...provisional].slice(before)) {
      if (assumed.position < index && isProven) continue;
      provisional.delete(goal);
      if (isProven) decided.set(goal, true);
    }
  };

  const proveOpen = (goal: GoalKey, depth: number, prove: () => boolean): boolean => {
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
