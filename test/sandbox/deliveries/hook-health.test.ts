import { beforeAll, beforeEach, expect, test } from "vitest";
import { replayDeliveries } from "../../../src/sandbox/admin/delivery-routes.js";
import {
  enableHook,
  MAX_FAILING_TIME,
  recordFailure,
  recordSuccess,
} from "../../../src/sandbox/deliveries/hook-health.js";
import type { Database } from "../../../src/sandbox/store/database.js";
import { describeEachEngine } from "../engines.js";
import {
  addHook,
  clear,
  createTestContext,
  DAY,
  dispatcherOf,
  freeze,
  hookId,
  open,
  SECOND,
  START,
  states,
} from "./fixture.js";
import { listen } from "./listener.js";

const HOUR = 3600 * SECOND;

describeEachEngine("the health of hooks", (makeDatabase, { newTarget }) => {
  let database: Database;
  let target: string;
  beforeAll(async () => {
    target = await newTarget();
    database = await makeDatabase(target);
  });
  beforeEach(async () => {
    await clear(database);
    await freeze(database);
  });

  test("failures and successes of several replicas in parallel are not five days of failures", async () => {
    const replica = await makeDatabase(target);
    await addHook(database, { id: hookId(1), url: "http://127.0.0.1:1/" });
    for (let round = 0; round < 150; round += 1) {
      await Promise.all(
        [database, replica, database, replica].map((each, index) =>
          each.transaction(async (queries) => {
            if (index < 2) await recordFailure(queries, hookId(1), { isGone: false, now: START + round });
            else await recordSuccess(queries, hookId(1));
          }),
        ),
      );
      expect(await database.first("SELECT active FROM hooks"), `round ${round}`).toEqual({ active: 1 });
    }
  });

  test("410 makes a hook inactive at once", async () => {
    const app = createTestContext({ retrySchedule: [SECOND] });
    const listener = await listen((response) => void response.writeHead(410).end());
    await addHook(database, { id: hookId(1), url: listener.url });
    for (let write = 0; write < 3; write += 1) await open(database, app);
    await dispatcherOf({ database, app }).drainDue(START + DAY);
    expect(listener.received.length).toBe(1);
    expect(await states(database)).toEqual(["disabled", "disabled", "disabled"]);
    expect(await database.first("SELECT active FROM hooks")).toEqual({ active: 0 });
  });

  test("five days of nothing but failures make a hook inactive, and replayed deliveries arrive afterwards", async () => {
    const app = createTestContext({ retrySchedule: Array.from({ length: 8 }, () => DAY) });
    let isFixed = false;
    const listener = await listen((response) => void response.writeHead(isFixed ? 200 : 500).end());
    await addHook(database, { id: hookId(1), url: listener.url });
    await open(database, app);
    await open(database, app, { now: START + 3 * DAY });
    const dispatcher = dispatcherOf({ database, app });
    await dispatcher.drainDue(START + MAX_FAILING_TIME - DAY);
    expect(await database.first("SELECT active, failing_since FROM hooks")).toEqual({
      active: 1,
      failing_since: START,
    });
    await dispatcher.drainDue(START + 8 * DAY);
    expect(await states(database)).toEqual(["disabled", "disabled"]);
    await open(database, app, { now: START + 8 * DAY });
    expect(await states(database)).toEqual(["disabled", "disabled", "disabled"]);

    isFixed = true;
    const later = START + 9 * DAY;
    const selection = { since: START, failedOnly: true };
    const refused = await replayDeliveries(database, selection, later);
    expect(refused).toMatchObject({
      replayed: 0,
      refused: [{ reason: "its hook is inactive; activate it first" }, {}, {}],
    });
    await enableHook(database, hookId(1), later);
    expect(await replayDeliveries(database, selection, later)).toEqual({ replayed: 3, refused: [] });
    await dispatcher.drainDue(later);
    expect(await states(database)).toEqual(["done", "done", "done"]);
  });

  test("one success within five days keeps a hook active", async () => {
    const app = createTestContext({ retrySchedule: Array.from({ length: 8 }, () => DAY) });
    const listener = await listen((response, index) => void response.writeHead(index === 3 ? 200 : 500).end());
    await addHook(database, { id: hookId(1), url: listener.url });
    await open(database, app);
    await open(database, app, { now: START + 2 * DAY + HOUR });
    await dispatcherOf({ database, app }).drainDue(START + 7 * DAY);
    expect(await database.first("SELECT active FROM hooks")).toEqual({ active: 1 });
  });
});
