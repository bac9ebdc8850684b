import { Unjudged } from "./unjudged.js";

/** How many steps judging one value may take. Schemas that refer to each other can ask for two to the power of their number. */
export type Budget = {
  /** From here on a value is judged; `most` bounds what it may take however large it is. */
  readonly begin: (value: unknown, most?: number) => void;
  /** One schema is asked about some part of the value. */
  readonly spend: () => void;
};

/** So many steps are free: far more than a small value takes, and done in a moment. */
const FREE = 300_000;

/** What each thing in a larger value may take; real schemas ask a few dozen times. */
const EACH = 500;

/** What is in a value is counted only when the free steps are used up, which nearly never happens. */
export function createBudget(): Budget {
  let left = FREE;
  let judged: unknown;
  let limit = FREE;
  let isExtended = false;
  const extend = (): void => {
    const granted = isExtended ? 0 : Math.min(limit, countIn(judged) * EACH) - FREE;
    isExtended = true;
    if (granted > 0) left = granted;
    else throw new Unjudged("the schemas here ask about the same value too often for it to be judged in time");
  };
  return {
    begin: (value, most = Number.POSITIVE_INFINITY) => {
      left = FREE;
      judged = value;
      limit = most;
      isExtended = false;
    },
    spend: () => {
      left -= 1;
      if (left < 0) extend();
    },
  };
}

function countIn(value: unknown): number {
  const rest = [value];
  let count = 0;
  for (; rest.length > 0; count += 1) {
    const next = rest.pop();
    if (typeof next === "object" && next !== null) for (const child of Object.values(next)) rest.push(child);
  }
  return count;
}
