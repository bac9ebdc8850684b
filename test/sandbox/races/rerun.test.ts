/** Retried transaction work, after a deadlock or a lost connection, has the effects of one run. */
import { beforeEach, expect, test } from "vitest";
import { replayDeliveries } from "../../../src/sandbox/admin/delivery-routes.js";
import { createHookSlots } from "../../../src/sandbox/deliveries/hook-slots.js";
import { leaseDueDeliveries } from "../../../src/sandbox/deliveries/lease-deliveries.js";
import { recordOutcome } from "../../../src/sandbox/deliveries/record-outcome.js";
import { createResponseOutcome } from "../../../src/sandbox/deliveries/send-delivery.js";
import { PURGE_TASKS } from "../../../src/sandbox/open-engine.js";
import { restoreSnapshot, takeSnapshot } from "../../../src/sandbox/snapshots/snapshot.js";
import type { Database } from "../../../src/sandbox/store/database.js";
import { addHook, createTestContext, deliveries, freeze, hookId, open, START, states } from "../deliveries/fixture.js";
import { describeEachEngine } from "../engines.js";
import { anOrder, createApi, uuid } from "../paging/api.js";
import { runningTwice } from "./interleave.js";

describeEachEngine("work that is run twice", (makeDatabase) => {
  let database: Database;
  beforeEach(async () => {
    database = await makeDatabase();
    await freeze(database);
  });

  test("takes a snapshot once, and restores all of one", async () => {
    const api = await createApi(database);
    for (let number = 1; number <= 3; number += 1) await api.put(anOrder(number));
    const take = (from: Database) => takeSnapshot(from, "2026-03-14T12:00:00Z");
    const once = await take(database);
    expect(await take(runningTwice(database))).toEqual(once);
    expect(await restoreSnapshot(runningTwice(database), once.content)).toBe(once.rows);
    expect(once.rows).toBe(Buffer.from(once.content).toString().trim().split("\n").length - 2);
    expect(await take(database)).toEqual(once);
  });

  test("writes an order once, with one response", async () => {
    const api = await createApi(runningTwice(database));
    const headers = { "Service-Request-Id": "one" };
    expect((await api.put(anOrder(1), { headers })).status).toBe(201);
    expect((await api.put(anOrder(1), { headers })).status).toBe(201);
    expect((await api.patch(uuid(1), [{ op: "replace", path: "/amounts/netTotal", value: 7 }])).status).toBe(200);
    expect(await database.all("SELECT event_type FROM events")).toHaveLength(2);
    expect(await database.all("SELECT sequence FROM businesses WHERE sequence > 0")).toEqual([{ sequence: 2 }]);
  });

  test("leases, completes and replays once, and keeps what it should", async () => {
    const world = createTestContext({ retrySchedule: [1000] });
    await addHook(database, { id: hookId(1), url: "http://127.0.0.1:1/" });
    await open(database, world);
    const twice = runningTwice(database);
    const claimant = { leaseOwner: "one-1", now: START, slots: createHookSlots() };
    const [delivery, ...more] = await leaseDueDeliveries(twice, claimant);
    if (delivery === undefined) throw new Error("nothing was claimed");
    expect([delivery.attempt, more]).toEqual([1, []]);
    expect(
      await recordOutcome(twice, world, { delivery, outcome: createResponseOutcome(200, "", undefined), duration: 1 }),
    ).toBe(true);
    const again = await twice.transaction((queries) => replayDeliveries(queries, { ids: [delivery.id] }, START));
    expect(again).toEqual({ replayed: 1, refused: [] });
    for (const keep of PURGE_TASKS) await twice.transaction((queries) => keep(queries, START));
    expect(await states(database)).toEqual(["pending"]);
    expect((await deliveries(database))[0]).toMatchObject({ attempt: 1 });
    expect(await database.all("SELECT attempt, status FROM attempts")).toEqual([{ attempt: 1, status: 200 }]);
  });
});
