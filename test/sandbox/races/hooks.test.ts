/** Deactivating a hook during a delivery leaves no pending delivery that would be sent later. */
import { beforeEach, expect, test } from "vitest";
import { replayDeliveries } from "../../../src/sandbox/admin/delivery-routes.js";
import { disableHook } from "../../../src/sandbox/deliveries/hook-health.js";
import { createHookSlots } from "../../../src/sandbox/deliveries/hook-slots.js";
import { leaseDueDeliveries } from "../../../src/sandbox/deliveries/lease-deliveries.js";
import { releaseLease } from "../../../src/sandbox/deliveries/record-outcome.js";
import type { Database } from "../../../src/sandbox/store/database.js";
import {
  addHook,
  BUSINESS,
  createTestContext,
  deliveries,
  freeze,
  hookId,
  open,
  START,
  states,
} from "../deliveries/fixture.js";
import { describeEachEngine } from "../engines.js";
import { anOrder, createApi, SHOP } from "../paging/api.js";
import { interleave } from "./interleave.js";

const LISTENER = "http://127.0.0.1:1/";

describeEachEngine("a hook that is made inactive", (makeDatabase, { newTarget }) => {
  let database: Database;
  let replica: Database;
  const world = createTestContext();
  beforeEach(async () => {
    const target = await newTarget();
    database = await makeDatabase(target);
    replica = await makeDatabase(target);
    await freeze(database);
  });
  const disable = (): Promise<void> => replica.transaction((queries) => disableHook(queries, hookId(1), START));
  const claimant = (leaseOwner: string) => ({
    leaseOwner: `${leaseOwner}-1`,
    now: START,
    slots: createHookSlots(),
  });

  test("during a write of an order that found it active", async () => {
    await addHook(database, { id: hookId(1), url: LISTENER, businessId: SHOP });
    const writer = interleave(database, { after: /FROM hooks WHERE business_id/ }, disable);
    const api = await createApi(writer);
    expect((await api.put(anOrder(1))).status).toBe(201);
    await writer.stepped();
    expect(await states(database)).toEqual(["disabled"]);
    expect((await api.put(anOrder(2))).status).toBe(201);
    expect(await states(database)).toEqual(["disabled", "disabled"]);
  });

  test.each([
    ["when it is looked at", { after: /FROM deliveries d/ }],
    ["when it is made due", { before: /^UPDATE deliveries SET state = 'pending'/ }],
  ])("during the replay of a delivery to it, %s", async (_, place) => {
    await addHook(database, { id: hookId(1), url: LISTENER });
    await open(database, world);
    await database.run("UPDATE deliveries SET state = 'exhausted', settled_at = $1", [START]);
    const operator = interleave(database, place, disable);
    const ids = (await deliveries(database)).map(({ id }) => String(id));
    const { replayed, refused } = await operator.transaction((queries) => replayDeliveries(queries, { ids }, START));
    await operator.stepped();
    expect(replayed + refused.length).toBe(1);
    expect(await states(database)).toEqual([replayed === 1 ? "disabled" : "exhausted"]);
  });

  test("during a delivery whose sender dies", async () => {
    await addHook(database, { id: hookId(1), url: LISTENER });
    await open(database, world);
    expect(await leaseDueDeliveries(database, claimant("dead"))).toHaveLength(1);
    await disable();
    await database.run("UPDATE deliveries SET lease_until = 1");
    expect(await leaseDueDeliveries(replica, claimant("other"))).toEqual([]);
    expect(await deliveries(database)).toMatchObject([{ state: "disabled", settled_at: START, attempt: 1 }]);
  });

  test("during a delivery that a stopping sender releases", async () => {
    await addHook(database, { id: hookId(1), url: LISTENER });
    await open(database, world);
    const [claim] = await leaseDueDeliveries(database, claimant("stopped"));
    if (claim === undefined) throw new Error("nothing was claimed");
    const sender = interleave(database, { after: /^UPDATE deliveries SET state/ }, disable);
    await releaseLease(sender, claim, { reason: "stopped", now: START });
    await sender.stepped();
    expect(await deliveries(database)).toMatchObject([{ state: "disabled", settled_at: START }]);
  });

  test("and a new hook with the same id gets its own deliveries", async () => {
    await addHook(database, { id: hookId(1), url: LISTENER });
    await open(database, world, { purpose: "before the reset" });
    const sender = interleave(database, { after: /FROM hooks h WHERE h.active = 1/ }, async () => {
      for (const table of ["deliveries", "events", "hooks"]) await replica.run(`DELETE FROM ${table}`);
      await addHook(replica, { id: hookId(1), url: "http://127.0.0.1:2/" });
      await replica.run("UPDATE hooks SET secret = 'another'");
      await open(replica, world, { purpose: "after the reset", businessId: BUSINESS });
    });
    expect(await leaseDueDeliveries(sender, claimant("one"))).toMatchObject([
      { url: "http://127.0.0.1:2/", secret: "another" },
    ]);
  });

  test("a lease lasts from its start, however long it had to wait", async () => {
    await addHook(database, { id: hookId(1), url: LISTENER });
    await open(database, world);
    // Read before a wait for the database that lasted as long as a lease.
    const late: Database = { ...database, leaseNow: async () => (await database.leaseNow()) - 10_000 };
    const [claim] = await leaseDueDeliveries(late, claimant("one"));
    expect(claim?.attempt).toBe(1);
    expect(await leaseDueDeliveries(replica, claimant("other"))).toEqual([]);
  });
});
