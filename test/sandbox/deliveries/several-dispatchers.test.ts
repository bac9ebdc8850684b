/** Several dispatchers on one database, crashed dispatchers, and dead listeners. */
import { beforeAll, beforeEach, expect, test, vi } from "vitest";
import { createHookSlots } from "../../../src/sandbox/deliveries/hook-slots.js";
import { leaseDueDeliveries } from "../../../src/sandbox/deliveries/lease-deliveries.js";
import { recordOutcome, releaseLease } from "../../../src/sandbox/deliveries/record-outcome.js";
import { createResponseOutcome } from "../../../src/sandbox/deliveries/send-delivery.js";
import type { Database } from "../../../src/sandbox/store/database.js";
import { describeEachEngine } from "../engines.js";
import {
  addHook,
  clear,
  createTestContext,
  deliveries,
  dispatcherOf,
  freeze,
  hookId,
  open,
  PATIENT,
  START,
  states,
  withoutLeaseEnd,
} from "./fixture.js";
import { type Behaviour, type Listener, listen, silentUntilReleased } from "./listener.js";

const never: Behaviour = () => undefined;

describeEachEngine("several dispatchers", (makeDatabase, { newTarget }) => {
  let database: Database;
  let replica: Database;
  beforeAll(async () => {
    const target = await newTarget();
    database = await makeDatabase(target);
    replica = await makeDatabase(target);
  });
  beforeEach(async () => {
    await clear(database);
    await freeze(database);
  });

  const ids = (listener: Listener): string[] => listener.received.map(({ body }) => JSON.parse(body.toString()).id);

  test("each delivery is sent once, by one dispatcher", async () => {
    const app = createTestContext();
    const listener = await listen((response) => void setTimeout(() => response.writeHead(200).end(), 5));
    for (let number = 0; number < 20; number += 1) await addHook(database, { id: hookId(number), url: listener.url });
    const dispatchers = [database, replica, database, replica].map((each) =>
      dispatcherOf({ database: withoutLeaseEnd(each), app, ...PATIENT }),
    );
    for (const dispatcher of dispatchers) dispatcher.start();
    for (let write = 0; write < 15; write += 1) await open(database, app);
    for (const dispatcher of dispatchers) dispatcher.wake();
    await vi.waitFor(async () => expect(new Set(await states(database))).toEqual(new Set(["done"])), {
      timeout: 50_000,
    });
    const received = ids(listener);
    expect(received.length).toBe(300);
    expect(new Set(received).size).toBe(300);
    expect(await database.first("SELECT MAX(attempt) AS attempt FROM deliveries")).toEqual({ attempt: 1 });
  });

  test("no two leases have the same delivery, and a hook has at most its share", async () => {
    const world = createTestContext();
    for (let number = 0; number < 5; number += 1)
      await addHook(database, { id: hookId(number), url: "http://127.0.0.1:1/" });
    for (let write = 0; write < 10; write += 1) await open(database, world);
    const slots = [createHookSlots(), createHookSlots()] as const;
    const lease = async (from: Database, index: 0 | 1) => {
      const request = { ...by(`claimant ${index}`), now: START, slots: slots[index] };
      const leased = await leaseDueDeliveries(from, request);
      for (const { hookId: hook, queue } of leased) slots[index].start(hook, queue);
      return leased;
    };
    const claimed = await Promise.all([lease(database, 0), lease(replica, 1)]);
    const all = claimed.flat();
    expect(new Set(all.map(({ id }) => id)).size).toBe(all.length);
    expect(all.length).toBeGreaterThanOrEqual(20);
    const more = await lease(database, 0);
    for (const own of [...claimed, [...(claimed[0] ?? []), ...more]]) {
      for (const { hookId: hook } of own)
        expect(own.filter((claim) => claim.hookId === hook).length).toBeLessThanOrEqual(4);
    }
    // A crashed replica takes no slots from the others.
    const request = { ...by("another"), now: START, slots: createHookSlots() };
    expect((await leaseDueDeliveries(database, request)).length).toBeGreaterThan(0);
  });

  test("deliveries of an inactive hook are not leased", async () => {
    const app = createTestContext();
    await addHook(database, { id: hookId(1), url: "http://127.0.0.1:1/" });
    await open(database, app);
    await database.run("UPDATE hooks SET active = 0");
    expect(await leaseDueDeliveries(database, { ...by("one"), now: START, slots: createHookSlots() })).toEqual([]);
    const dispatcher = dispatcherOf({ database, app });
    await dispatcher.drainDue(START);
    expect(await states(database)).toEqual(["pending"]);
  });

  test("a replica sends what others have written", async () => {
    const app = createTestContext();
    const listener = await listen();
    await addHook(database, { id: hookId(1), url: listener.url });
    dispatcherOf({ database: replica, app }).start();
    for (let write = 0; write < 8; write += 1) {
      await open(database, app);
      await vi.waitFor(() => expect(listener.received.length).toBe(write + 1), { timeout: 30_000, interval: 2 });
    }
  });

  test("deliveries of a dead dispatcher are sent by another after four seconds, and its late outcome is ignored", async () => {
    const app = createTestContext({ retrySchedule: [1000] });
    const listener = await listen();
    await addHook(database, { id: hookId(1), url: listener.url });
    await open(database, app);
    const before = await replica.leaseNow();
    const [dead] = await leaseDueDeliveries(replica, { ...by("dead"), now: START, slots: createHookSlots() });
    if (dead === undefined) throw new Error("nothing was claimed");
    const end = Number((await deliveries(database))[0]?.lease_until);
    // Four seconds, plus or minus a started millisecond.
    expect(end).toBeGreaterThanOrEqual(before + 4000 - 1);
    expect(end).toBeLessThanOrEqual((await replica.leaseNow()) + 4000);
    let leaseNow = end - 1;
    const dispatcher = dispatcherOf({
      database: { ...database, leaseNow: async () => leaseNow },
      app,
      ...PATIENT,
    });
    dispatcher.start();
    await dispatcher.drainDue(START);
    expect(listener.received).toEqual([]);
    leaseNow = end;
    await vi.waitFor(async () => expect(await states(database)).toEqual(["done"]), { timeout: 30_000, interval: 20 });
    const kept = await recordOutcome(replica, app, {
      delivery: dead,
      outcome: createResponseOutcome(500, "", undefined),
      duration: 1,
    });
    expect(kept).toBe(false);
    await releaseLease(replica, dead, { reason: "stopped", now: START });
    const [delivery] = await deliveries(database);
    expect(delivery).toMatchObject({ state: "done", attempt: 2 });
    const attempts = await database.all("SELECT attempt, status, reason FROM attempts ORDER BY attempt");
    expect(attempts).toEqual([
      {
        attempt: 1,
        status: null,
        reason: "the sender stopped before it received a response; the listener may have received the delivery",
      },
      { attempt: 2, status: 200, reason: "acknowledged" },
    ]);
  });

  test("a late outcome counts if no other dispatcher took over", async () => {
    const world = createTestContext();
    await addHook(database, { id: hookId(1), url: "http://127.0.0.1:1/" });
    await open(database, world);
    const [claim] = await leaseDueDeliveries(database, { ...by("slow"), now: START, slots: createHookSlots() });
    if (claim === undefined) throw new Error("nothing was claimed");
    await database.run("UPDATE deliveries SET lease_until = 1");
    expect(
      await recordOutcome(database, world, {
        delivery: claim,
        outcome: createResponseOutcome(200, "", undefined),
        duration: 1,
      }),
    ).toBe(true);
    expect(await states(database)).toEqual(["done"]);
    expect(
      await recordOutcome(database, world, {
        delivery: claim,
        outcome: createResponseOutcome(500, "", undefined),
        duration: 1,
      }),
    ).toBe(false);
  });

  test("deliveries that do not finish within four seconds of a stop are released", async () => {
    const app = createTestContext();
    const resolve = (): Promise<never> => new Promise(() => undefined);
    const listener = await listen(never);
    await addHook(database, { id: hookId(1), url: listener.url });
    await addHook(database, { id: hookId(2), url: "http://listener.example/" });
    await open(database, app);
    const dispatcher = dispatcherOf({ database, app, resolve });
    dispatcher.start();
    await vi.waitFor(() => expect(listener.received.length).toBe(1), { timeout: 30_000 });
    await dispatcher.stop();
    expect(await states(database)).not.toContain("sending");
  });

  test("deliveries that run during a reset do not affect later ones", async () => {
    const app = createTestContext();
    const setUp = async (): Promise<void> => {
      await clear(database);
      await freeze(database);
      await addHook(database, { id: hookId(1), url: slow.url });
      await open(database, app, { purpose: "the same" });
    };
    const { behaviour, release } = silentUntilReleased(500);
    const slow = await listen((response, index, received) =>
      index === 0 ? behaviour(response, index, received) : void response.writeHead(200).end(),
    );
    await setUp();
    const dispatcher = dispatcherOf({ database: withoutLeaseEnd(database), app, ...PATIENT });
    dispatcher.start();
    await vi.waitFor(() => expect(slow.received.length).toBe(1), { timeout: 30_000 });
    await setUp();
    // The first response arrives during or after the second attempt.
    dispatcher.wake();
    await vi.waitFor(() => expect(slow.received.length).toBe(2), { timeout: 30_000 });
    release();
    await vi.waitFor(async () => expect(await states(database)).toEqual(["done"]), { timeout: 30_000 });
    await dispatcher.stop();
    expect(await states(database)).toEqual(["done"]);
    expect(await database.all("SELECT attempt, status FROM attempts")).toEqual([{ attempt: 1, status: 200 }]);
  });

  test("a short loss of the database does not stop the dispatcher", async () => {
    const app = createTestContext();
    const listener = await listen();
    await addHook(database, { id: hookId(1), url: listener.url });
    await open(database, app);
    const defects: unknown[] = [];
    let invalid = 3;
    const flaky: Database = {
      ...database,
      leaseNow: async () => {
        invalid -= 1;
        if (invalid > 0) throw new Error("gone");
        return database.leaseNow();
      },
    };
    dispatcherOf({ database: flaky, app, onDefect: (problem) => defects.push(problem) }).start();
    await vi.waitFor(async () => expect(await states(database)).toEqual(["done"]), { timeout: 30_000 });
    expect(defects.length).toBe(2);
  });
});

function by(replica: string): { readonly leaseOwner: string } {
  return { leaseOwner: `${replica}-1` };
}
