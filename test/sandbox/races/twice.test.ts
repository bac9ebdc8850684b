/** Work that is run again from its start, after a deadlock or a lost connection, has the effects of one run. */
import { beforeEach, expect, test } from "vitest";
import { claimDue } from "../../../src/sandbox/deliveries/claim.js";
import { answered } from "../../../src/sandbox/deliveries/outcome.js";
import { replay } from "../../../src/sandbox/deliveries/replay.js";
import { createSettler } from "../../../src/sandbox/deliveries/settle.js";
import { HOUSEKEEPING } from "../../../src/sandbox/housekeeping.js";
import { restoreSnapshot, takeSnapshot } from "../../../src/sandbox/snapshot.js";
import type { Database } from "../../../src/sandbox/store/database.js";
import { addHook, deliveries, freeze, hookId, open, START, states, worldOf } from "../deliveries/fixture.js";
import { describeEachEngine } from "../engines.js";
import { anOrder, createApi, uuid } from "../paging/api.js";
import { runningTwice } from "./between.js";

describeEachEngine("work that is run twice", (makeDatabase) => {
  let database: Database;
  beforeEach(async () => {
    database = await makeDatabase();
    await freeze(database);
  });

  test("takes a snapshot once, and restores all of one", async () => {
    const api = await createApi(database);
    for (let number = 1; number <= 3; number += 1) await api.put(anOrder(number));
    const once = await takeSnapshot(database, "2026-03-14T12:00:00Z");
    expect(Buffer.from(await takeSnapshot(runningTwice(database), "2026-03-14T12:00:00Z")).toString()).toBe(
      Buffer.from(once).toString(),
    );
    const rows = await restoreSnapshot(runningTwice(database), once);
    expect(rows).toBe(Buffer.from(once).toString().trim().split("\n").length - 1);
    expect(Buffer.from(await takeSnapshot(database, "2026-03-14T12:00:00Z")).toString()).toBe(
      Buffer.from(once).toString(),
    );
  });

  test("writes an order once, with one answer", async () => {
    const api = await createApi(runningTwice(database));
    const headers = { "Service-Request-Id": "one" };
    expect((await api.put(anOrder(1), { headers })).status).toBe(201);
    expect((await api.put(anOrder(1), { headers })).status).toBe(201);
    expect((await api.patch(uuid(1), [{ op: "replace", path: "/amounts/netTotal", value: 7 }])).status).toBe(200);
    expect(await database.all("SELECT event_type FROM events")).toHaveLength(2);
    expect(await database.all("SELECT sequence FROM businesses WHERE sequence > 0")).toEqual([{ sequence: 2 }]);
  });

  test("claims, settles and replays once, and forgets nothing that it should keep", async () => {
    const world = worldOf({ retrySchedule: [1000] });
    await addHook(database, { id: hookId(1), url: "http://127.0.0.1:1/" });
    await open(database, world);
    const twice = runningTwice(database);
    const claimant = { replica: "one", leaseBy: "one-1", now: START, underWay: { healthy: 0, failing: 0 } };
    const [claim, ...more] = await claimDue(twice, claimant);
    if (claim === undefined) throw new Error("nothing was claimed");
    expect([claim.attempt, more]).toEqual([1, []]);
    const settle = createSettler(twice, world);
    expect(await settle({ claim, outcome: answered(200, "", undefined), duration: 1 })).toBe(true);
    const again = await twice.transaction((queries) => replay(queries, { ids: [claim.id] }, START));
    expect(again).toEqual({ replayed: 1, refused: [] });
    for (const keep of HOUSEKEEPING) await twice.transaction((queries) => keep(queries, START));
    expect(await states(database)).toEqual(["pending"]);
    expect((await deliveries(database))[0]).toMatchObject({ attempt: 1 });
    expect(await database.all("SELECT attempt, status FROM attempts")).toEqual([{ attempt: 1, status: 200 }]);
  });
});
