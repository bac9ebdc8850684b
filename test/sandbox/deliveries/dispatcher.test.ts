import { setTimeout as sleep } from "node:timers/promises";
import { beforeAll, beforeEach, expect, test, vi } from "vitest";
import type { Database } from "../../../src/sandbox/store/database.js";
import { verify } from "../../../src/webhooks/index.js";
import { describeEachEngine } from "../engines.js";
import {
  addHook,
  clear,
  createTestContext,
  DAY,
  deliveries,
  dispatcherOf,
  freeze,
  hookId,
  open,
  PATIENT,
  SECOND,
  SECRET,
  START,
  states,
  withoutLeaseEnd,
} from "./fixture.js";
import { type Behaviour, listen, silentUntilReleased } from "./listener.js";

const refusing: Behaviour = (response) => void response.writeHead(500).end("no");
const HOUR = 3600 * SECOND;
/** A dispatcher that never polls. */
const NEVER = 24 * HOUR;

describeEachEngine("the dispatcher", (makeDatabase) => {
  let database: Database;
  beforeAll(async () => {
    database = await makeDatabase();
  });
  beforeEach(async () => {
    await clear(database);
    await freeze(database);
  });

  const attempts = async () =>
    database.all("SELECT attempt, started_at, status, reason FROM attempts ORDER BY started_at, attempt");

  test("due deliveries are sent on a wake-up, and acknowledged", async () => {
    const app = createTestContext();
    const listener = await listen();
    await addHook(database, { id: hookId(1), url: listener.url });
    const dispatcher = dispatcherOf({ database, app, pollEvery: NEVER });
    dispatcher.start();
    await sleep(300);
    await open(database, app);
    dispatcher.wake();
    await vi.waitFor(async () => expect(await states(database)).toEqual(["done"]), { timeout: 30_000, interval: 5 });
    const [received] = listener.received;
    const [delivery] = await deliveries(database);
    expect(received?.body).toEqual(Buffer.from(delivery?.payload as Uint8Array));
    expect(await verify(received?.body ?? "", String(received?.headers["service-webhook-signature"]), SECRET)).toBe(
      true,
    );
    expect(delivery).toMatchObject({ attempt: 1, lease_by: null, lease_until: 0, settled_at: START });
    const [attempt] = await database.all("SELECT * FROM attempts");
    expect(attempt).toMatchObject({ attempt: 1, started_at: START, status: 200, reason: "acknowledged", answer: "" });
    expect(Number(attempt?.duration)).toBeGreaterThanOrEqual(0);
  });

  test("without a wake-up it polls every 250 ms", async () => {
    const app = createTestContext();
    const listener = await listen();
    await addHook(database, { id: hookId(1), url: listener.url });
    dispatcherOf({ database, app }).start();
    await sleep(50);
    await open(database, app);
    await vi.waitFor(async () => expect(await states(database)).toEqual(["done"]), { timeout: 30_000, interval: 20 });
  });

  test("deliveries wait until they are due on the domain clock, even while it stands still", async () => {
    const app = createTestContext();
    const listener = await listen();
    await addHook(database, { id: hookId(1), url: listener.url });
    await open(database, app, { now: START + 1 });
    dispatcherOf({ database, app }).start();
    await sleep(600);
    expect(listener.received).toEqual([]);
    await freeze(database, START + 1);
    await vi.waitFor(async () => expect(await states(database)).toEqual(["done"]), { timeout: 30_000 });
  });

  test("the schedule uses the domain clock, with jitter from the seed", async () => {
    const retrySchedule = [5, 30, 120, 600].map((seconds) => seconds * SECOND);
    const listener = await listen(refusing);
    const run = async (seed: string): Promise<readonly number[]> => {
      await clear(database);
      await freeze(database);
      const app = createTestContext({ retrySchedule, seed });
      await addHook(database, { id: hookId(1), url: listener.url });
      await open(database, app, { purpose: "schedule" });
      await dispatcherOf({ database, app }).drainDue(START + HOUR);
      expect(await states(database)).toEqual(["exhausted"]);
      return (await attempts()).map(({ started_at: at }) => Number(at));
    };
    const times = await run("one");
    expect(times[0]).toBe(START);
    const waits = times.slice(1).map((at, index) => (at - (times[index] ?? 0)) / (retrySchedule[index] ?? 1));
    expect(waits.length).toBe(4);
    for (const wait of waits) expect(Math.abs(wait - 1)).toBeLessThanOrEqual(0.1);
    expect(new Set(waits).size).toBe(4);
    expect(await run("one")).toEqual(times);
    expect(await run("two")).not.toEqual(times);
    expect(listener.received.length).toBe(15);
    const bodies = listener.received.slice(0, 5).map(({ body }) => body.toString());
    expect(new Set(bodies).size).toBe(1);
  });

  test("an acknowledged attempt ends the delivery", async () => {
    const app = createTestContext({ retrySchedule: [SECOND, SECOND, SECOND] });
    const listener = await listen((response, index) => void response.writeHead(index < 2 ? 503 : 200).end());
    await addHook(database, { id: hookId(1), url: listener.url });
    await open(database, app);
    await dispatcherOf({ database, app }).drainDue(START + DAY);
    expect(await states(database)).toEqual(["done"]);
    expect((await attempts()).map(({ status }) => status)).toEqual([503, 503, 200]);
    expect(await database.first("SELECT failing_since FROM hooks")).toEqual({ failing_since: null });
  });

  test("Retry-After of a listener is respected, up to an hour", async () => {
    const app = createTestContext({ retrySchedule: [SECOND, SECOND] });
    const listener = await listen((response, index) => {
      response.writeHead(429, { "Retry-After": index === 0 ? "60" : "86400" }).end();
    });
    await addHook(database, { id: hookId(1), url: listener.url });
    await open(database, app);
    await dispatcherOf({ database, app }).drainDue(START + DAY);
    const times = (await attempts()).map(({ started_at: at }) => Number(at) - START);
    expect(times).toEqual([0, 60 * SECOND, 60 * SECOND + HOUR]);
  });

  test("time windows run in the order of due time and id", async () => {
    const app = createTestContext();
    const listener = await listen();
    for (const number of [1, 2]) await addHook(database, { id: hookId(number), url: listener.url });
    for (const later of [30, 10, 20, 10]) await open(database, app, { now: START + later });
    await open(database, app, { now: START + 31 });
    await dispatcherOf({ database, app }).drainDue(START + 30);
    const sorted = await database.all("SELECT id FROM deliveries WHERE next_at <= $1 ORDER BY next_at, id", [
      START + 30,
    ]);
    expect(listener.received.map(({ body }) => JSON.parse(body.toString()).id)).toEqual(sorted.map(({ id }) => id));
    expect(listener.received.length).toBe(8);
    expect((await states(database)).filter((state) => state === "pending").length).toBe(2);
  });

  test("deliveries with the same due time do not wait behind a slow listener", async () => {
    const app = createTestContext();
    const { behaviour, release } = silentUntilReleased();
    const listener = await listen(behaviour);
    await addHook(database, { id: hookId(1), url: listener.url });
    for (let number = 1; number <= 9; number += 1) await open(database, app);
    const drained = dispatcherOf({ database, app }).drainDue(START);
    await vi.waitFor(() => expect(listener.received).toHaveLength(9), { timeout: 30_000 });
    release();
    await drained;
    expect(new Set(await states(database))).toEqual(new Set(["done"]));
  });

  test("a time window begins after the running deliveries have ended", async () => {
    const app = createTestContext();
    const { behaviour, release } = silentUntilReleased();
    const listener = await listen(behaviour);
    await addHook(database, { id: hookId(1), url: listener.url });
    await open(database, app);
    const dispatcher = dispatcherOf({ database: withoutLeaseEnd(database), app, ...PATIENT });
    dispatcher.start();
    await vi.waitFor(() => expect(listener.received.length).toBe(1), { timeout: 30_000 });
    await open(database, app, { now: START + 1 });
    const drained = dispatcher.drainDue(START + 1);
    await sleep(300);
    expect(listener.received.length).toBe(1);
    release();
    await drained;
    expect(listener.received.length).toBe(2);
    expect(await states(database)).toEqual(["done", "done"]);
  });

  test("the same seed, clock and writes send the same bytes in the same order", async () => {
    const run = async (): Promise<readonly string[]> => {
      await clear(database);
      await freeze(database);
      const app = createTestContext({ retrySchedule: [SECOND, 2 * SECOND] });
      const listener = await listen((response, index) => void response.writeHead(index % 3 === 0 ? 500 : 200).end());
      for (const number of [1, 2, 3]) await addHook(database, { id: hookId(number), url: listener.url });
      for (let write = 0; write < 10; write += 1)
        await open(database, app, { purpose: `${write}`, now: START + 300 * write });
      await dispatcherOf({ database, app }).drainDue(START + DAY);
      const log = (
        await database.all(
          "SELECT delivery_id, attempt, started_at, status FROM attempts ORDER BY delivery_id, attempt",
        )
      ).map((row) => JSON.stringify(row));
      return [
        ...listener.received.map(({ headers, body }) => `${headers["service-webhook-signature"]} ${body}`),
        ...log,
      ];
    };
    const first = await run();
    expect(first.length).toBeGreaterThan(60);
    expect(await run()).toEqual(first);
  });

  test("a rejected URL is a failed attempt with a reason", async () => {
    const app = createTestContext({ profile: { reach: "shared" } });
    await addHook(database, { id: hookId(1), url: "http://127.0.0.1:3000/" });
    await open(database, app);
    await dispatcherOf({ database, app }).drainDue(START);
    expect((await attempts())[0]?.reason).toMatch(/^the delivery URL is not allowed: 127\.0\.0\.1 is this machine/);
  });

  test("running deliveries finish during a stop", async () => {
    const app = createTestContext();
    const { behaviour, release } = silentUntilReleased();
    const listener = await listen(behaviour);
    await addHook(database, { id: hookId(1), url: listener.url });
    await open(database, app);
    const dispatcher = dispatcherOf({ database, app, pollEvery: NEVER, ...PATIENT });
    dispatcher.start();
    await vi.waitFor(() => expect(listener.received.length).toBe(1), { timeout: 30_000 });
    await open(database, app);
    const stopped = dispatcher.stop();
    release();
    await stopped;
    expect((await states(database)).toSorted()).toEqual(["done", "pending"]);
  });
});
