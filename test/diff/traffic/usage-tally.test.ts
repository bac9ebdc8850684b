/** The exchanges that a change affects, counted by operation and by consumer. */
import { expect, test } from "vitest";
import { createUsageTally } from "../../../src/diff/traffic/usage-tally.js";

test("exchanges are counted with their first and last times, the most frequent names first", () => {
  const tally = createUsageTally();
  expect(tally.get()).toEqual({ exchanges: 0, operations: [], consumers: [] });
  const uses = [
    ["b", "web", "2026-01-02T00:00:00Z"],
    ["c", "app", "2026-01-01T23:30:00-01:00"],
    ["b", "web", "2026-01-01T00:00:00Z"],
    ["a", "web", undefined],
    ["b", undefined, "2026-01-03T00:00:00+02:00"],
  ] as const;
  for (const [operation, consumer, time] of uses) tally.add({ operation, consumer, time });
  const least = "2026-01-01T00:00:00Z";
  const most = "2026-01-03T00:00:00+02:00";
  const late = "2026-01-01T23:30:00-01:00";
  expect(tally.get()).toEqual({
    ...{ exchanges: 5, firstSeen: least, lastSeen: most },
    operations: [
      { name: "b", exchanges: 3, firstSeen: least, lastSeen: most },
      { name: "a", exchanges: 1 },
      { name: "c", exchanges: 1, firstSeen: late, lastSeen: late },
    ],
    consumers: [
      { name: "web", exchanges: 3, firstSeen: least, lastSeen: "2026-01-02T00:00:00Z" },
      { name: "app", exchanges: 1, firstSeen: late, lastSeen: late },
      { name: null, exchanges: 1, firstSeen: most, lastSeen: most },
    ],
  });
});

test("a consumer after the first thousand is counted without its name", () => {
  const tally = createUsageTally();
  for (let index = 0; index < 1002; index += 1) tally.add({ operation: "a", consumer: `c${index}`, time: undefined });
  tally.add({ operation: "a", consumer: "c999", time: undefined });
  const { consumers, ...others } = tally.get();
  expect(others).toEqual({ exchanges: 1003, operations: [{ name: "a", exchanges: 1003 }], unlisted: 2 });
  expect(consumers).toHaveLength(1000);
  expect(consumers[0]).toEqual({ name: "c999", exchanges: 2 });
});
