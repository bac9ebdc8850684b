import { expect, test } from "vitest";
import type { OperationCoverage } from "../../src/check/index.js";
import { summarizeCoverage } from "../../src/report/summary.js";

const seen = (operationId: string, exchanges: number): OperationCoverage => ({
  ...{ operationId, method: "GET", path: "/", exchanges },
  ...{ statuses: {}, missing: [] },
});

/** The exchanges per operation and webhook, and the expected titles. */
const COVERED: readonly (readonly [
  operations: readonly number[],
  webhooks: readonly number[] | undefined,
  reported: string[],
])[] = [
  [[1, 0], undefined, ["1 of 2 operations seen"]],
  [[0, 0], undefined, ["0 of 2 operations seen"]],
  [[1, 0], [1], ["1 of 2 operations seen", "1 of 1 webhook seen"]],
  [[0, 0], [3, 0], ["1 of 2 webhooks seen"]],
];

test.each(COVERED)("of operations %j and webhooks %j", (operations, webhooks, lines) => {
  const coverage = {
    operations: operations.map((count, at) => seen(`operation${at}`, count)),
    ...(webhooks === undefined ? {} : { webhooks: webhooks.map((count, at) => seen(`webhook${at}`, count)) }),
  };
  expect(summarizeCoverage({ coverage }).map(({ title }) => title)).toEqual(lines);
});
