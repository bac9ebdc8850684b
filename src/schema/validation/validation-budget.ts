import { CannotValidateError } from "../cannot-validate-error.js";

/** How many steps judging one value may take. Schemas that refer to each other can ask for two to the power of their number. */
export type ValidationBudget = {
  /** From here on a value is judged; `most` bounds what it may take however large it is. */
  readonly start: (value: unknown, most?: number) => void;
  /** One schema is asked about some part of the value. */
  readonly spendStep: () => void;
};

/** So many steps are free: far more than a small value takes, and done in a moment. */
const FREE_STEPS = 300_000;

/** What each thing in a larger value may take; real schemas ask a few dozen times. */
const STEPS_PER_VALUE = 500;

/** What is in a value is counted only when the free steps are used up, which nearly never happens. */
export function createValidationBudget(): ValidationBudget {
  let left = FREE_STEPS;
  let judged: unknown;
  let limit = FREE_STEPS;
  let isExtended = false;
  const extend = (): void => {
    const granted = isExtended ? 0 : Math.min(limit, countValues(judged) * STEPS_PER_VALUE) - FREE_STEPS;
    isExtended = true;
    if (granted > 0) left = granted;
    else
      throw new CannotValidateError("the schemas here ask about the same value too often for it to be judged in time");
  };
  return {
    start: (value, most = Number.POSITIVE_INFINITY) => {
      left = FREE_STEPS;
      judged = value;
      limit = most;
      isExtended = false;
    },
    spendStep: () => {
      left -= 1;
      if (left < 0) extend();
    },
  };
}

function countValues(value: unknown): number {
  const rest = [value];
  let count = 0;
  for (; rest.length > 0; count += 1) {
    const next = rest.pop();
    if (typeof next === "object" && next !== null) for (const child of Object.values(next)) rest.push(child);
  }
  return count;
}
