/** The schedule of retries that docs/sandbox.md states. */
import { expect, test } from "vitest";
import { DEFAULT_POLICIES, FAST_RETRIES } from "../../../src/sandbox/context/app-context.js";

test("webhooks are retried for more than a day, and quickly with --fast-retries", () => {
  const { retrySchedule, ...policies } = DEFAULT_POLICIES;
  expect(retrySchedule.map((wait) => wait / 1000)).toEqual([5, 30, 120, 600, 1800, 7200, 18_000, 36_000, 36_000]);
  expect(FAST_RETRIES).toEqual([200, 500, 1000, 2000]);
  expect(policies).toEqual({
    ...{ updatedAt: "passed", includedByDefault: false, reusedRequestId: 400, lenientAssertions: false },
    ...{ tokenLifetime: 3600, refreshTokenLifetime: 2_592_000, refreshGrantType: "REFRESH_TOKEN" },
  });
});
