/** Deliveries that are sent while the clock advances. */
import { setImmediate as turn } from "node:timers/promises";
import { expect, test } from "vitest";
import { sendSideBySide } from "../../../../src/sandbox/deliveries/dispatcher.js";
import type { LeasedDelivery } from "../../../../src/sandbox/deliveries/lease-deliveries.js";

/** Leases `count` deliveries, whose attempts end when the test ends them. */
function createSender(count: number) {
  const launched: { readonly id: string; readonly end: () => void }[] = [];
  let leased = 0;
  const cancel = new AbortController();
  const done = sendSideBySide({
    leaseNext: async () => {
      leased += 1;
      // The part of a delivery that is used.
      return leased > count ? undefined : ({ id: String(leased) } as LeasedDelivery);
    },
    launch: ({ id }) => new Promise((resolve) => launched.push({ id, end: () => resolve(undefined) })),
    signal: cancel.signal,
  });
  const takeTurns = async (): Promise<void> => {
    for (let turns = 0; turns < 5; turns += 1) await turn();
  };
  return { launched, cancel, done, takeTurns, leased: () => leased };
}

test("quick listeners get deliveries in order", async () => {
  const { launched, done, takeTurns, leased } = createSender(3);
  for (let number = 1; number <= 3; number += 1) {
    await takeTurns();
    expect(launched.map(({ id }) => id)).toEqual(["1", "2", "3"].slice(0, number));
    launched.at(-1)?.end();
  }
  await done;
  expect(leased()).toBe(4);
});

test("nothing waits behind a slow listener, up to 32 at once", async () => {
  const { launched, done, takeTurns } = createSender(34);
  await expect.poll(() => launched.length).toBe(32);
  await takeTurns();
  expect(launched).toHaveLength(32);
  launched[5]?.end();
  await takeTurns();
  expect(launched).toHaveLength(33);
  for (const { end } of [...launched]) end();
  await takeTurns();
  launched[33]?.end();
  await done;
  expect(launched).toHaveLength(34);
});

test("a cancelled advance starts no more attempts, and waits for those in progress", async () => {
  const { launched, cancel, done, takeTurns, leased } = createSender(3);
  await takeTurns();
  let isDone = false;
  const ended = done.then(() => {
    isDone = true;
  });
  cancel.abort();
  await takeTurns();
  expect(isDone).toBe(false);
  launched[0]?.end();
  await ended;
  expect([launched.length, leased()]).toEqual([1, 1]);
});
