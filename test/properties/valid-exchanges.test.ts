/** Exchanges that keep a contract by the way they are made, at random: the gate has nothing to say against them. */
import { join } from "node:path";
import { expect, test } from "vitest";
import { judgeValid } from "./valid-exchanges.js";

const ROOT = join(import.meta.dirname, "../..");

const DESCRIPTIONS = [
  ...["spec/openapi.yaml", "test/cases/library.yaml", "test/cases/ambiguous.yaml"],
  ...["adyen", "github", "openai", "petstore"].map((name) => `test/descriptions/${name}/openapi.yaml`),
];

test.each(DESCRIPTIONS)("random valid exchanges of %s pass", (path) => {
  const { exchanges, answers, alarms, partial, left } = judgeValid(join(ROOT, path), 300, 1);
  expect(alarms).toEqual([]);
  expect(partial).toEqual([]);
  // What is all that others are not, or depends on a condition, the generator does not understand.
  expect(left.length).toBeLessThan(answers / 4);
  expect(exchanges).toBeGreaterThanOrEqual(300);
});
