import { CannotValidateError } from "../cannot-validate-error.js";

/**
 * Limits the steps of validating one value. Schemas that refer to each other can need exponentially many steps in their
 * number.
 */
export type ValidationBudget = {
  /** Starts the validation of a value; `max` limits its steps, whatever its size. */
  readonly start: (value: unknown, max?: number) => void;
  /**
   * Counts the evaluation of one schema against a part of the value.
   *
   * @throws {CannotValidateError} if the budget is used up.
   */
  readonly spendStep: () => void;
};

/** The steps that every value may take: far more than a small value needs, and fast to execute. */
const FREE_STEPS = 300_000;

/** The steps for each part of a larger value; realistic schemas need a few dozen. */
const STEPS_PER_VALUE = 500;

/** Creates a budget, which counts the parts of a value only after it has used the free steps. */
export function createValidationBudget(): ValidationBudget {
  let left = FREE_STEPS;
  let current: unknown;
  let limit = FREE_STEPS;
  let isExtended = false;
  const extend = (): void => {
    const extension = isExtended ? 0 : Math.min(limit, countValues(current) * STEPS_PER_VALUE) - FREE_STEPS;
    isExtended = true;
    if (extension > 0) left = extension;
    else throw new CannotValidateError("validation takes too long: the schemas here apply to the same value too often");
  };
  return {
    start: (value, max = Number.POSITIVE_INFINITY) => {
      left = FREE_STEPS;
      current = value;
      limit = max;
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
