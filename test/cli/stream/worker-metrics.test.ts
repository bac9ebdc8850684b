/** The metrics of a worker, as Prometheus reads them. */

import { expect, test } from "vitest";
import { createWorkerMetrics } from "../../../src/cli/actions/worker.js";

const report = (passed: number, findings: object[] = []) => ({
  summary: { passed, failed: 1, partial: 0, skipped: 2 },
  findings,
});
const found = { code: "response.body.invalid", level: "error", exchanges: 3 };

test("counts chunks, exchanges, findings and delays", () => {
  const metrics = createWorkerMetrics();
  expect(metrics.format()).toMatchSnapshot("nothing");
  const result = {
    settled: report(1, [found]),
    open: {
      a: { none: report(10), valid: report(100, [found, { ...found, level: "warn" }]) },
      b: { none: report(1000) },
    },
    credentials: { a: "valid" },
  };
  metrics.add({ kind: "checked", publishedAt: 0, result } as never, 500);
  metrics.add({ kind: "checked", publishedAt: 0, result: { open: {}, credentials: {} } } as never, 100_000);
  metrics.add({ kind: "failed" } as never, 0);
  metrics.add({ kind: "returned" } as never, 0);
  metrics.add({ kind: "returned" } as never, 0);
  expect(metrics.format()).toMatchSnapshot("several chunks");
});
