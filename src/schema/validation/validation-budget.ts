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
  return new StepCounter();
}

class StepCounter implements ValidationBudget {
  #left = FREE_STEPS;
  #current: unknown;
  #limit = FREE_STEPS;
  #isExtended = false;

  start(value: unknown, max = Number.POSITIVE_INFINITY): void {
    this.#left = FREE_STEPS;
    this.#current = value;
    this.#limit = max;
    this.#isExtended = false;
  }

  spendStep(): void {
    this.#left -= 1;
    if (this.#left < 0) this.#extend();
  }

  #extend(): void {
    const most = this.#isExtended ? 0 : Math.min(this.#limit, countValues(this.#current) * STEPS_PER_VALUE);
    this.#isExtended = true;
    if (most <= FREE_STEPS) throw new CannotValidateError(EXHAUSTED);
    this.#left = most - FREE_STEPS;
  }
}

const EXHAUSTED = "validation takes too long: the schemas here apply to the same value too often";

function countValues(value: unknown): number {
  const rest = [value];
  let count = 0;
  for (; rest.length > 0; count += 1) {
    const next = rest.pop();
    if (typeof next === "object" && next !== null) for (const child of Object.values(next)) rest.push(child);
  }
  return count;
}
