import { expect, test } from "vitest";
import { runRepeatedly } from "../../../src/sandbox/store/cluster-lock.js";

test("stopping waits for the work in progress, and nothing starts after it", async () => {
  const ends: (() => void)[] = [];
  const stop = runRepeatedly(() => new Promise<void>((end) => ends.push(end)), 1);
  await expect.poll(() => ends.length).toBeGreaterThanOrEqual(2);
  let isStopped = false;
  const stopped = stop().then(() => {
    isStopped = true;
  });
  const started = ends.length;
  for (const end of ends.slice(1)) end();
  await new Promise((done) => setTimeout(done, 20));
  expect([isStopped, ends.length]).toEqual([false, started]);
  ends[0]?.();
  await stopped;
});
