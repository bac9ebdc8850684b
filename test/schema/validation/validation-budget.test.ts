/** The limit of schema evaluations for a value: 300 000 for any value, 500 for each part of a larger one. */
import { expect, test } from "vitest";
import { ValidationBudget } from "../../../src/schema/validation/interpreter/evaluation.js";

const list = (length: number): unknown[] => Array.from({ length }, (_, index) => index);

test.each<readonly [what: string, value: unknown, most: number | undefined, steps: number]>([
  ["a scalar", 1, undefined, 300_000],
  ["as many parts as are free", list(599), undefined, 300_000],
  // The array itself is a part as well; the step that counts the parts is free.
  ["one part more", list(600), undefined, 300_501],
  ["a list of 999 items", list(999), undefined, 500_001],
  ["parts at every depth", { a: [list(500), { b: list(500) }], c: null }, undefined, 1006 * 500 + 1],
  ["a limit", list(999), 400_000, 400_001],
  ["a limit beyond what the value may take", list(999), 600_000, 500_001],
  ["a limit below what is free", list(999), 100_000, 300_000],
])("%s", (_, value, most, steps) => {
  const budget = new ValidationBudget();
  const spent = (): number => {
    budget.start(value, most);
    let count = 0;
    try {
      for (; count < 600_000; count += 1) budget.spendStep();
    } catch (error) {
      expect(String(error)).toBe(
        "CannotValidateError: validation takes too long: the schemas here apply to the same value too often",
      );
    }
    return count;
  };
  // Each value starts with a full budget.
  expect([spent(), spent()]).toEqual([steps, steps]);
});
