import { beforeAll, beforeEach, expect, test, vi } from "vitest";
import type { Database } from "../../../src/sandbox/store/database.js";
import { describeEachEngine } from "../engines.js";
import { addHook, clear, dispatcherOf, freeze, hookId, open, START, worldOf } from "./fixture.js";
import { type Behaviour, listen } from "./listener.js";

const never: Behaviour = () => undefined;

describeEachEngine("dead listeners", (makeDatabase, { engine }) => {
  let database: Database;
  beforeAll(async () => {
    database = await makeDatabase();
  });
  beforeEach(async () => {
    await clear(database);
    await freeze(database);
  });

  test(`a dead listener delays nobody, whatever waits for it (W14, 50 hooks, 50 events, ${engine})`, {
    timeout: 60_000,
  }, async () => {
    const world = worldOf({ retrySchedule: [600_000] });
    const dead = await listen(never);
    const alive = await listen();
    for (let number = 0; number < 50; number += 1)
      await addHook(database, { id: hookId(number), url: number === 0 ? dead.url : alive.url });
    // What waits for the dead one is older than all else.
    for (let event = 0; event < 50; event += 1) await open(database, world, { now: START - 1000 });
    await database.run("UPDATE deliveries SET next_at = $1 WHERE hook_id <> $2", [START, hookId(0)]);
    const start = Date.now();
    const dispatcher = dispatcherOf({ database, world });
    dispatcher.start();
    await vi.waitFor(() => expect(alive.received.length).toBe(49 * 50), { timeout: 50_000, interval: 20 });
    const undisturbed = Date.now() - start;
    // Four at once, two seconds each; after the first failures one at once.
    expect(dead.received.length).toBeLessThanOrEqual(4 + Math.ceil(undisturbed / 2000) * 4);
    // And what is new reaches the others at once, while the dead one hangs: behind it, it would come two seconds later.
    const before = Date.now();
    await open(database, world);
    dispatcher.wake();
    await vi.waitFor(() => expect(alive.received.length).toBe(49 * 51), { timeout: 10_000, interval: 5 });
    const delays = alive.received.slice(49 * 50).map(({ at }) => at - before);
    expect(Math.max(...delays)).toBeLessThan(2000);
  });

  test("many dead listeners hold slots of their own once they have failed", async () => {
    const world = worldOf({ retrySchedule: [1000] });
    const dead = await listen(never);
    const alive = await listen();
    for (let number = 1; number <= 40; number += 1) await addHook(database, { id: hookId(number), url: dead.url });
    await database.run("UPDATE hooks SET failing_since = $1", [START]);
    for (let event = 0; event < 3; event += 1) await open(database, world, { now: START - 1000 });
    await addHook(database, { id: hookId(0), url: alive.url });
    const dispatcher = dispatcherOf({ database, world });
    dispatcher.start();
    await vi.waitFor(() => expect(dead.received.length).toBe(16), { timeout: 5000 });
    const before = Date.now();
    await open(database, world);
    dispatcher.wake();
    await vi.waitFor(() => expect(alive.received.length).toBe(1), { timeout: 5000, interval: 5 });
    expect((alive.received[0]?.at ?? 0) - before).toBeLessThan(2000);
    expect(dead.received.length).toBeLessThanOrEqual(32);
  });
});
