import { expect, test } from "vitest";
import { createWorkerHealth, type WorkerHealth } from "../../../src/cli/actions/worker.js";

/** What happens after some seconds. */
type Step = readonly [seconds: number, act: (health: WorkerHealth) => unknown];

const fail: Step[1] = (health) => health.fail("no server");
const succeed: Step[1] = (health) => health.succeed();
const proceed: Step[1] = (health) => health.proceed();

test.each<[string, readonly Step[], string | undefined]>([
  ["nothing happened yet", [[59, () => undefined]], undefined],
  ["nothing happens", [[60, () => undefined]], "the worker does not get on"],
  [
    "a long check",
    [
      [50, proceed],
      [59, () => undefined],
    ],
    undefined,
  ],
  [
    "a server that is away for some seconds",
    [
      [0, fail],
      [9, fail],
    ],
    undefined,
  ],
  [
    "a server that is away",
    [
      [0, fail],
      [10, fail],
    ],
    "no server",
  ],
  [
    "results that the stream does not take",
    [
      [0, fail],
      [5, proceed],
      [5, fail],
    ],
    "no server",
  ],
  [
    "a server that is back",
    [
      [0, fail],
      [5, succeed],
      [5, fail],
    ],
    undefined,
  ],
])("%s", (_, steps, problem) => {
  let time = 0;
  const health = createWorkerHealth(() => time);
  for (const [seconds, act] of steps) {
    time += seconds * 1000;
    act(health);
  }
  expect(health.findProblem()).toBe(problem);
});

test("an error that repeats is reported once", () => {
  const { fail: report, succeed: end } = createWorkerHealth(() => 0);
  expect([report("a"), report("a"), report("b")]).toEqual([true, false, true]);
  expect([end(), end()]).toEqual([true, false]);
  expect(report("b")).toBe(true);
});
