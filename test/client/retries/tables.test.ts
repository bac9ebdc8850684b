/** Delays and limits of retries, for many small inputs. */
import { join } from "node:path";
import { test } from "vitest";
import { findInvalidLimit, getRetryDelay } from "../../../src/client/retries/send-with-retries.js";
import { CLOCK, expectTable, map } from "../table.js";

test("delays and limits of retries", async () => {
  const response = (status: number, headers: Record<string, string> = {}) => new Response(null, { status, headers });
  const date = "Sun, 01 Mar 2026 08:00:10 GMT";
  const responses: readonly (readonly [number, number, Record<string, string>?])[] = [
    ...[200, 301, 400, 404, 408, 409, 425, 429, 500, 501, 502, 503, 504, 505].map((status) => [0, status] as const),
    ...[0, 1, 2, 5, 6, 9].map((repeats) => [repeats, 503] as const),
    ...["7", "0", "-1", "1.5", "x", "", date].map((it) => [0, 503, { "retry-after": it }] as const),
    [0, 503, { "retry-after": date, date: "Sun, 01 Mar 2026 08:00:07 GMT" }],
    [0, 503, { "retry-after": date, date: "Sun, 01 Mar 2026 09:00:00 GMT" }],
    [0, 503, { "retry-after": date, date: "never" }],
  ];
  const limits = [
    ...[
      {},
      { timeout: 1 },
      { timeout: 0 },
      { timeout: -1 },
      { timeout: Number.NaN },
      { timeout: "5" },
      { totalTimeout: 0 },
    ],
    ...[{ totalTimeout: 0.5 }, { retries: 0 }, { retries: 3 }, { retries: 1.5 }, { retries: -1 }, { retries: "2" }],
    ...[{ timeout: undefined, retries: undefined }, { retries: Number.POSITIVE_INFINITY }],
  ];
  await expectTable(join(import.meta.dirname, "tables"), "retries", [
    ...map(responses, ([repeats, status, headers]) => getRetryDelay(repeats, response(status, headers), CLOCK)),
    ["no response", [0, 1, 7].map((repeats) => getRetryDelay(repeats, undefined, CLOCK))],
    ...map(limits, (it) => findInvalidLimit(it as never)),
  ]);
});
