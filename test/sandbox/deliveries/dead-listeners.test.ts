import { beforeAll, beforeEach, expect, test, vi } from "vitest";
import type { Database } from "../../../src/sandbox/store/database.js";
import { describeEachEngine } from "../engines.js";
import {
  addHook,
  clear,
  createTestContext,
  dispatcherOf,
  freeze,
  hookId,
  open,
  PATIENT,
  START,
  withoutLeaseEnd,
} from "./fixture.js";
import { listen, silentUntilReleased } from "./listener.js";

describeEachEngine("dead listeners", (makeDatabase, { engine }) => {
  let database: Database;
  beforeAll(async () => {
    database = await makeDatabase();
  });
  beforeEach(async () => {
    await clear(database);
    await freeze(database);
  });

  test(`a dead listener delays no other, whatever its queue (W14, 50 hooks, 50 events, ${engine})`, async () => {
    const app = createTestContext({ retrySchedule: [600_000] });
    const { behaviour, release } = silentUntilReleased();
    const dead = await listen(behaviour);
    const alive = await listen();
    for (let number = 0; number < 50; number += 1)
      await addHook(database, { id: hookId(number), url: number === 0 ? dead.url : alive.url });
    // The deliveries of the dead hook are the oldest.
    for (let event = 0; event < 50; event += 1) await open(database, app, { now: START - 1000 });
    await database.run("UPDATE deliveries SET next_at = $1 WHERE hook_id <> $2", [START, hookId(0)]);
    const dispatcher = dispatcherOf({ database: withoutLeaseEnd(database), app, ...PATIENT });
    dispatcher.start();
    // Deliveries blocked by the dead hook would take longer.
    await vi.waitFor(() => expect(alive.received.length).toBe(49 * 50), LONG);
    // New deliveries reach the others while the dead hook hangs.
    await open(database, app);
    dispatcher.wake();
    await vi.waitFor(() => expect(alive.received.length).toBe(49 * 51), LONG);
    expect(dead.received.length).toBe(4);
    release();
  });

  test("with an earlier failure, it has a slot of its own at once", async () => {
    const app = createTestContext({ retrySchedule: [600_000] });
    const { behaviour, release } = silentUntilReleased(500);
    const dead = await listen(behaviour);
    const alive = await listen();
    await addHook(database, { id: hookId(0), url: dead.url });
    await database.run("UPDATE hooks SET failing_since = $1", [START]);
    await addHook(database, { id: hookId(1), url: alive.url });
    for (let event = 0; event < 5; event += 1) await open(database, app, { now: START - 1000 });
    dispatcherOf({ database: withoutLeaseEnd(database), app, ...PATIENT }).start();
    await vi.waitFor(() => expect([alive.received.length, dead.received.length]).toEqual([5, 1]), LONG);
    release();
    await vi.waitFor(() => expect(dead.received.length).toBe(5), LONG);
  });

  test("many dead listeners use separate slots after their first failure, and get one delivery at a time", async () => {
    const app = createTestContext({ retrySchedule: [1000] });
    const { behaviour, release } = silentUntilReleased();
    const dead = await listen(behaviour);
    const alive = await listen();
    for (let number = 1; number <= 40; number += 1) await addHook(database, { id: hookId(number), url: dead.url });
    await database.run("UPDATE hooks SET failing_since = $1", [START]);
    for (let event = 0; event < 3; event += 1) await open(database, app, { now: START - 1000 });
    await addHook(database, { id: hookId(0), url: alive.url });
    const dispatcher = dispatcherOf({ database: withoutLeaseEnd(database), app, ...PATIENT });
    dispatcher.start();
    await vi.waitFor(() => expect(dead.received.length).toBe(40), LONG);
    await open(database, app);
    dispatcher.wake();
    await vi.waitFor(() => expect(alive.received.length).toBe(1), LONG);
    expect(dead.received.length).toBe(40);
    release();
  });

  test("a listener that failed once gets its turn beside the backlog of many dead ones", async () => {
    const app = createTestContext({ retrySchedule: [0] });
    const dead = await listen((response) => void setTimeout(() => response.writeHead(503).end(), 20));
    const alive = await listen();
    for (let number = 1; number <= 40; number += 1) await addHook(database, { id: hookId(number), url: dead.url });
    // More than is sent during the test, and due before the deliveries of the other listener.
    for (let event = 0; event < 50; event += 1) await open(database, app, { now: START - 1000 });
    await addHook(database, { id: hookId(0), url: alive.url });
    await database.run("UPDATE hooks SET failing_since = $1", [START]);
    await open(database, app);
    dispatcherOf({ database: withoutLeaseEnd(database), app, ...PATIENT }).start();
    await vi.waitFor(() => expect(alive.received.length).toBe(1), LONG);
    // One round of all hooks, and those that were sent beside it.
    expect(dead.received.length).toBeLessThan(200);
  });
});

/** Generous, because the machine may be busy. */
const LONG = { timeout: 120_000, interval: 20 } as const;
