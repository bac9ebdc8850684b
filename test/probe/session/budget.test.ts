import { expect, test } from "vitest";
import { createProbeBudget, type ProbeLimits } from "../../../src/probe/session/budget.js";

/** A budget on a clock that only pauses move. */
function start(limits: Partial<ProbeLimits>) {
  const clock = { time: 5000, pauses: [] as number[] };
  const budget = createProbeBudget(
    { maxRequests: 4, maxTimeMs: 1000, ...limits },
    {
      now: () => clock.time,
      pause: async (ms) => {
        clock.pauses.push(ms);
        clock.time += ms;
      },
    },
  );
  const take = (): Promise<boolean> => budget.take(new AbortController().signal);
  return { clock, budget, take };
}

test("requests are counted up to their limit", async () => {
  const { budget, take, clock } = start({ maxRequests: 2 });
  expect([await take(), budget.countUsed(), budget.canSend(), budget.getExceededLimit()]).toEqual([
    ...[true, 1, true],
    undefined,
  ]);
  expect([await take(), budget.countUsed(), budget.canSend()]).toEqual([true, 2, false]);
  expect(budget.getExceededLimit()).toBe("the limit of 2 requests is reached (--max-requests)");
  expect([await take(), budget.countUsed(), clock.pauses]).toEqual([false, 2, []]);
});

test.each([
  [999, true, undefined],
  [1000, false, "the time limit of 1 s is reached (--max-time)"],
])("after %i of 1000 ms a request may start: %j", async (passed, isPossible, limit) => {
  const { budget, take, clock } = start({});
  clock.time += passed;
  expect([budget.getExceededLimit(), budget.canSend(), await take()]).toEqual([limit, isPossible, isPossible]);
  expect(budget.countUsed()).toBe(isPossible ? 1 : 0);
});

test("requests keep their interval", async () => {
  const { take, clock } = start({ rate: 4 });
  await take();
  clock.time += 100;
  await take();
  clock.time += 600;
  await take();
  expect(clock.pauses).toEqual([150]);
  await take();
  expect(clock.pauses).toEqual([150, 150]);
});

test("a request that would start after the end is not sent and not counted", async () => {
  const { budget, take, clock } = start({ rate: 0.5 });
  expect([await take(), await take()]).toEqual([true, false]);
  expect([clock.pauses, budget.countUsed()]).toEqual([[1000], 1]);
});

test("a stopped run takes nothing", async () => {
  const { budget } = start({});
  expect(await budget.take(AbortSignal.abort())).toBe(false);
  expect(budget.countUsed()).toBe(0);
});

test.each([
  [0.5, 2],
  [0.51, 3],
  [2, 4],
])("a share of %d of 4 requests is %i", async (share, count) => {
  const { budget, take } = start({});
  budget.limitToShare(share, "random");
  let taken = 0;
  while (await take()) taken += 1;
  expect([taken, budget.getExceededLimit() === undefined]).toEqual([count, count < 4]);
  const ended = `the phase random ended after ${share * 100} % of the limit of 4 requests (--max-requests)`;
  expect(budget.getPhaseEndReason()).toBe(count < 4 ? ended : budget.getExceededLimit());
});
