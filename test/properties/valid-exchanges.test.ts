/** Random exchanges that are valid by construction produce no errors. */
import { join } from "node:path";
import { expect, test } from "vitest";
import { checkValidExchanges } from "./valid-exchanges.js";

const ROOT = join(import.meta.dirname, "../..");

const DESCRIPTIONS = [
  ...["spec/openapi.yaml", "test/cases/library.yaml", "test/cases/ambiguous.yaml"],
  ...["adyen", "github", "openai", "petstore"].map((name) => `test/descriptions/${name}/openapi.yaml`),
];

test.each(DESCRIPTIONS)("random valid exchanges of %s pass", (path) => {
  const { exchanges, responses, alarms, partial, left } = checkValidExchanges(join(ROOT, path), 300, 1);
  expect(alarms).toEqual([]);
  expect(partial).toEqual([]);
  // The generator does not support `not` and conditional schemas.
  expect(left.length).toBeLessThan(responses / 4);
  expect(exchanges).toBeGreaterThanOrEqual(300);
});
