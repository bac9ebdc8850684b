import { beforeAll, beforeEach, expect, test } from "vitest";
import { replayDeliveries } from "../../../src/sandbox/admin/delivery-routes.js";
import {
  listAttempts,
  listDeliveries,
  listEvents,
  purgeHistory,
} from "../../../src/sandbox/deliveries/delivery-history.js";
import { disableHook } from "../../../src/sandbox/deliveries/hook-health.js";
import type { Database } from "../../../src/sandbox/store/database.js";
import { verify } from "../../../src/webhooks/index.js";
import { describeEachEngine } from "../engines.js";
import {
  addHook,
  BUSINESS,
  clear,
  createTestContext,
  DAY,
  dispatcherOf,
  freeze,
  hookId,
  open,
  SECOND,
  SECRET,
  START,
  states,
} from "./fixture.js";
import { listen } from "./listener.js";

const time = (at: number): string => new Date(at).toISOString();

describeEachEngine("the history", (makeDatabase) => {
  let database: Database;
  beforeAll(async () => {
    database = await makeDatabase();
  });
  beforeEach(async () => {
    await clear(database);
    await freeze(database);
  });

  test("a delivery is shown with its payload, its signature, and every attempt", async () => {
    const app = createTestContext({ retrySchedule: [SECOND] });
    const listener = await listen((response, index) => void response.writeHead(index === 0 ? 500 : 200).end("body"));
    await addHook(database, { id: hookId(1), url: listener.url });
    await open(database, app);
    await dispatcherOf({ database, app }).drainDue(START + DAY);
    const [delivery] = await listDeliveries(database);
    expect(delivery).toMatchObject({
      hookId: hookId(1),
      deliveryUrl: listener.url,
      businessId: BUSINESS,
      eventType: "ORDER_OPENED",
      state: "done",
      attempts: 2,
      nextAt: undefined,
      createdAt: time(START),
      payload: listener.received[0]?.body.toString(),
      signature: listener.received[0]?.headers["service-webhook-signature"],
    });
    expect(await verify(delivery?.payload ?? "", delivery?.signature, SECRET)).toBe(true);
    expect(JSON.stringify(delivery)).not.toContain(SECRET);
    const attempts = await listAttempts(database, delivery?.id ?? "");
    expect(attempts).toEqual([
      {
        attempt: 1,
        startedAt: time(START),
        duration: expect.any(Number),
        status: 500,
        reason: "responded with 500; only 200 acknowledges",
        responseExcerpt: "body",
      },
      {
        attempt: 2,
        startedAt: expect.any(String),
        duration: expect.any(Number),
        status: 200,
        reason: "acknowledged",
        responseExcerpt: "body",
      },
    ]);
    expect(delivery?.settledAt).toBe(attempts[1]?.startedAt);
  });

  test("filters and pages", async () => {
    const world = createTestContext();
    for (const number of [1, 2]) await addHook(database, { id: hookId(number), url: "http://127.0.0.1:1/" });
    for (let write = 0; write < 5; write += 1)
      await open(database, world, { now: START + write, orderId: `order ${write % 2}` });
    await disableHook(database, hookId(2), START);
    const all = await listDeliveries(database);
    expect(all.length).toBe(10);
    expect(all.map(({ createdAt }) => createdAt)).toEqual(
      [4, 4, 3, 3, 2, 2, 1, 1, 0, 0].map((later) => time(START + later)),
    );
    const count = async (filter: Parameters<typeof listDeliveries>[1]) =>
      (await listDeliveries(database, filter)).length;
    expect(await count({ hookId: hookId(1) })).toBe(5);
    expect(await count({ state: "disabled" })).toBe(5);
    expect(await count({ orderId: "order 0", state: "pending" })).toBe(3);
    expect(await count({ since: START + 3 })).toBe(4);
    expect(await count({ businessId: "another" })).toBe(0);
    expect(await count({ id: all[0]?.id ?? "" })).toBe(1);
    expect(await count({ eventId: all[0]?.eventId ?? "" })).toBe(2);
    expect(await listDeliveries(database, { limit: 3 })).toEqual(all.slice(0, 3));
  });

  test("a replayed delivery is sent again with the same id and the same bytes", async () => {
    const app = createTestContext();
    const listener = await listen();
    await addHook(database, { id: hookId(1), url: listener.url });
    for (let write = 0; write < 3; write += 1) await open(database, app, { now: START + write });
    const dispatcher = dispatcherOf({ database, app });
    await dispatcher.drainDue(START + 2);
    const [newest] = await listDeliveries(database);
    const ids = [newest?.id ?? "", "unknown"];
    expect(await replayDeliveries(database, { ids }, START + 10)).toEqual({
      replayed: 1,
      refused: [{ id: "unknown", reason: "no delivery has this id" }],
    });
    expect((await replayDeliveries(database, { ids }, START + 10)).refused[0]?.reason).toBe(
      "the delivery is waiting to be sent or is being sent",
    );
    await dispatcher.drainDue(START + 10);
    expect(
      await replayDeliveries(database, { since: START, until: START + 1, hookId: hookId(1) }, START + 20),
    ).toMatchObject({
      replayed: 2,
    });
    expect(await replayDeliveries(database, { since: START, failedOnly: true }, START + 20)).toMatchObject({
      replayed: 0,
    });
    await dispatcher.drainDue(START + 20);
    const bodies = listener.received.map(({ body }) => body.toString());
    expect(bodies.length).toBe(6);
    expect(new Set(bodies).size).toBe(3);
    expect((await listDeliveries(database)).map(({ attempts, state }) => [attempts, state])).toEqual([
      [2, "done"],
      [2, "done"],
      [2, "done"],
    ]);
  });

  test("every event has the reason why it was not delivered", async () => {
    const app = createTestContext({ retrySchedule: [DAY], profile: { reach: "shared", allow: ["127.0.0.1"] } });
    const listener = await listen();
    const hooks = [
      { id: hookId(1), businessId: "inactive", url: listener.url, active: false },
      { id: hookId(2), businessId: "other types", url: listener.url, eventTypes: ["ORDER_UPDATED"] },
      { id: hookId(3), businessId: "refused", url: "http://10.0.0.1/" },
      { id: hookId(4), businessId: "later", url: listener.url, createdAt: START + 1 },
      { id: hookId(5), businessId: "fine", url: listener.url },
    ];
    for (const hook of hooks.filter(({ businessId }) => businessId !== "later")) await addHook(database, hook);
    for (const businessId of ["none", "inactive", "other types", "refused", "later", "fine", "waiting"])
      await open(database, app, { businessId, ...(businessId === "waiting" ? { now: START + 5 } : {}) });
    for (const hook of hooks.filter(({ businessId }) => businessId === "later")) await addHook(database, hook);
    await dispatcherOf({ database, app }).drainDue(START);
    const reasons = Object.fromEntries((await listEvents(database)).map((event) => [event.businessId, event.reasons]));
    expect(reasons).toEqual({
      none: ["no hook is registered for the business"],
      inactive: [`hook ${hookId(1)}: inactive`],
      "other types": [`hook ${hookId(2)}: not subscribed to ORDER_OPENED`],
      refused: [
        `hook ${hookId(3)}: waiting for the next attempt; last: the delivery URL is not allowed: 10.0.0.1 is not a public address; only public addresses are allowed`,
      ],
      later: ["no hook was registered for the business when the event happened"],
      fine: [],
      waiting: ["no hook is registered for the business"],
    });
    expect(await listEvents(database, { businessId: "fine" })).toMatchObject([{ deliveries: 1, acknowledged: 1 }]);
    expect(await listEvents(database, { since: START + 5 })).toHaveLength(1);
    expect(await listEvents(database, { eventType: "ORDER_UPDATED" })).toEqual([]);
    await dispatcherOf({ database, app }).drainDue(START + 3 * DAY);
    expect((await listEvents(database, { businessId: "refused" }))[0]?.reasons[0]).toMatch(
      /every attempt failed; last: the delivery URL is not allowed/,
    );
  });

  test("deliveries are kept for thirty days, and while they are pending", async () => {
    const app = createTestContext();
    const listener = await listen();
    await addHook(database, { id: hookId(1), url: listener.url });
    for (const age of [31 * DAY, 30 * DAY + 1, 30 * DAY, DAY]) await open(database, app, { now: START - age });
    await dispatcherOf({ database, app }).drainDue(START);
    await open(database, app, { now: START - 40 * DAY });
    await purgeHistory(database, START);
    expect(await states(database)).toEqual(["pending", "done", "done"]);
    expect(await database.first("SELECT COUNT(*) AS count FROM attempts")).toEqual({ count: 2 });
    expect(await database.first("SELECT COUNT(*) AS count FROM events")).toEqual({ count: 2 });
    await disableHook(database, hookId(1), START);
    await purgeHistory(database, START);
    expect(await states(database)).toEqual(["done", "done"]);
  });
});
