import { expect, test } from "vitest";
import { createHookSlots } from "../../../src/sandbox/deliveries/hook-slots.js";
import { leaseDueDeliveries } from "../../../src/sandbox/deliveries/lease-deliveries.js";
import { describeEachEngine } from "../engines.js";
import { PATIENT } from "../patient-limits.js";
import { addHook, createTestContext, deliveries, freeze, hookId, open, START } from "./fixture.js";

const claimant = {
  ...{ leaseOwner: "one-1", now: START },
  slots: createHookSlots(),
};

describeEachEngine("a lease", (makeDatabase) => {
  test.each([
    ["the limits of the service", {}, 4000],
    ["longer limits", PATIENT, 1_200_500],
    ["shorter limits", { limits: { connect: 10, acknowledge: 10 } }, 4000],
  ])("outlasts an attempt with %s", async (_, limits, duration) => {
    const database = await makeDatabase();
    await freeze(database);
    await addHook(database, { id: hookId(1), url: "http://127.0.0.1:1/" });
    await open(database, createTestContext());
    const before = await database.leaseNow();
    expect(await leaseDueDeliveries(database, { ...claimant, ...limits })).toHaveLength(1);
    const end = Number((await deliveries(database))[0]?.lease_until);
    // Plus or minus a started millisecond.
    expect(end).toBeGreaterThanOrEqual(before + duration - 1);
    expect(end).toBeLessThanOrEqual((await database.leaseNow()) + duration);
  });
});
