/** Concurrent changes of clock, state and fault rules by two replicas. */
import { beforeEach, expect, onTestFinished, test, vi } from "vitest";
import { createClockAdvances } from "../../../src/sandbox/admin/clock/clock-advances.js";
import { handleAdminRequest } from "../../../src/sandbox/admin/serve-admin.js";
import { createBuiltInService } from "../../../src/sandbox/commerce.js";
import { createDispatcher } from "../../../src/sandbox/deliveries/dispatcher.js";
import { purgeExpired } from "../../../src/sandbox/open-engine.js";
import { createRequestLog } from "../../../src/sandbox/requests/request-log.js";
import { createClusterLock } from "../../../src/sandbox/store/cluster-lock.js";
import type { Database } from "../../../src/sandbox/store/database.js";
import { addHook, createTestContext, DAY, deliveries, freeze, hookId, open, START } from "../deliveries/fixture.js";
import { type Listener, listen } from "../deliveries/listener.js";
import { describeEachEngine } from "../engines.js";
import { interleave } from "./interleave.js";

describeEachEngine("two replicas", (makeDatabase, { newTarget }) => {
  let database: Database;
  let replica: Database;
  const app = createTestContext({ retrySchedule: [3_600_000] });
  beforeEach(async () => {
    const target = await newTarget();
    database = await makeDatabase(target);
    replica = await makeDatabase(target);
    await freeze(database);
  });

  /** The admin API and the dispatcher of a replica. */
  function adminOf(own: Database, name: string) {
    const dispatcher = createDispatcher({ database: own, app });
    onTestFinished(() => dispatcher.stop());
    const lock = createClusterLock(own, name);
    const onDefect = (error: unknown): void => {
      throw error;
    };
    const advances = createClockAdvances({ database: own, app, dispatcher, purgeTasks: [], lock, onDefect });
    const control = {
      ...{
        database: own,
        app,
        advances,
        log: createRequestLog(),
        service: createBuiltInService(),
        demo: undefined,
        versions: {},
      },
      fill: async (queries: Parameters<typeof freeze>[0] | unknown) => freeze(queries as Database),
      address: () => ({ host: "127.0.0.1", port: 1 }),
      exclusive: lock.run,
    };
    const ask = async (method: string, path: string, body: object = {}): Promise<ReturnType<typeof JSON.parse>> => {
      const headers = { host: "127.0.0.1:1", "content-type": "application/json", prefer: "wait=60" };
      const bytes = Buffer.from(JSON.stringify(body));
      const request = {
        method,
        path,
        query: new URLSearchParams(),
        headers,
        body: method === "GET" ? Buffer.of() : bytes,
      };
      const response = await handleAdminRequest(request, control);
      return JSON.parse(String("body" in response ? response.body : ""));
    };
    return { ask, dispatcher };
  }
  const timeOf = async (own: Database): Promise<unknown> => (await adminOf(own, "reader").ask("GET", "/clock")).time;
  const iso = (time: number): string => new Date(time).toISOString();

  test("that advance the clock in parallel advance it by both", async () => {
    const other = adminOf(replica, "other");
    let second: Promise<unknown> | undefined;
    const slow = interleave(database, { after: /FROM deliveries WHERE state IN/ }, async () => {
      second = other.ask("PUT", "/clock", { mode: "advance", by: "P2D" });
    });
    await adminOf(slow, "one").ask("PUT", "/clock", { mode: "advance", by: "P1D" });
    await second;
    expect(await timeOf(database)).toBe(iso(START + 3 * DAY));
  });

  test("of which one resets while the other advances end with the initial clock", async () => {
    const other = adminOf(replica, "other");
    let second: Promise<unknown> | undefined;
    const slow = interleave(database, { after: /FROM deliveries WHERE state IN/ }, async () => {
      second = other.ask("POST", "/reset");
    });
    await adminOf(slow, "one").ask("PUT", "/clock", { mode: "advance", by: "P1D" });
    await second;
    expect(await timeOf(database)).toBe(iso(START));
  });

  test("of which one dies at its work wait for no more than its lease", async () => {
    const leased = (until: number) =>
      database.run(
        "INSERT INTO settings (name, value) VALUES ('alone', $1) ON CONFLICT (name) DO UPDATE SET value = excluded.value",
        [`${String(until).padStart(16, "0")} gone`],
      );
    const ran: string[] = [];
    await leased((await database.leaseNow()) + 60_000);
    await createClusterLock(replica, "other").tryRun(async () => void ran.push("while it works"));
    expect(ran).toEqual([]);
    await leased((await database.leaseNow()) - 1);
    await createClusterLock(replica, "other").tryRun(async () => void ran.push("after its lease"));
    expect(ran).toEqual(["after its lease"]);
    expect(await leases(database)).toEqual([]);
  });

  test("of which one moves the clock purge nothing by the earlier time", async () => {
    const request = "INSERT INTO request_ids VALUES ('one', 'shop', 'PUT', '/orders', 'id', 'bytes', 201, NULL, $1)";
    const known = () => database.all("SELECT request_id FROM request_ids");
    await database.run(request, [START]);
    await freeze(database, START + 2 * DAY);
    const keeping = () => purgeExpired(replica, app, createClusterLock(replica, "other"));
    await createClusterLock(database, "one").run(async () => {
      await keeping();
      await freeze(database);
    });
    await keeping();
    expect(await known()).toHaveLength(1);
    await freeze(database, START + 2 * DAY);
    await keeping();
    expect(await known()).toEqual([]);
  });

  test("run their work one after the other, although one fails", async () => {
    const [one, other] = [createClusterLock(database, "one"), createClusterLock(replica, "other")];
    let running = 0;
    const work = async (): Promise<void> => {
      running += 1;
      expect(running).toBe(1);
      await database.first("SELECT 1 AS one");
      running -= 1;
    };
    const failing = one.run(() => Promise.reject(new Error("no")));
    await expect(failing).rejects.toThrow("no");
    await Promise.all(Array.from({ length: 8 }, (_, at) => (at % 2 === 0 ? one : other).run(work)));
    expect(await leases(database)).toEqual([]);
  });

  test("of which one advances the clock wait for deliveries of the other: their consequences are due in time", async () => {
    const responses: (() => void)[] = [];
    const listener: Listener = await listen((response, index) => {
      if (index === 0) responses.push(() => response.writeHead(500).end());
      else response.writeHead(200).end();
    });
    await addHook(database, { id: hookId(1), url: listener.url });
    await open(database, app);
    const other = adminOf(replica, "other");
    other.dispatcher.start();
    await vi.waitFor(() => expect(responses).toHaveLength(1), { timeout: 60_000 });
    // At the first stop of the clock, only deliveries in progress on the other replica remain.
    const slow = interleave(database, { after: /state = 'sending' AND lease_until >/ }, async () => responses[0]?.());
    await adminOf(slow, "one").ask("PUT", "/clock", { mode: "advance", by: "P1D" });
    expect(await deliveries(database)).toMatchObject([{ state: "done", attempt: 2 }]);
    const [, second] = await database.all("SELECT started_at FROM attempts ORDER BY attempt");
    expect(Number(second?.started_at)).toBeLessThan(START + DAY);
  });

  const rule = (status: number) => ({ match: { operationId: "listOrders" }, do: { status } });
  const statuses = async (): Promise<number[]> =>
    (await adminOf(database, "reader").ask("GET", "/faults")).faults.map(
      (it: { do: { status: number } }) => it.do.status,
    );
  test.each([
    ["adds another", (ask: Ask) => ask("POST", "/faults", rule(503)), [501, 503]],
    ["deletes another", (ask: Ask, [, id]: string[]) => ask("DELETE", `/faults/${id}`), []],
  ] as const)("of which one deletes a fault rule while the other %s", async (_, change, left) => {
    const other = adminOf(replica, "other");
    const plain = adminOf(database, "one");
    const ids: string[] = [];
    for (const status of [500, 501]) ids.push((await plain.ask("POST", "/faults", rule(status))).id);
    const slow = interleave(database, { before: /^DELETE FROM counters/ }, () => change(other.ask, ids));
    await adminOf(slow, "one").ask("DELETE", `/faults/${ids[0]}`);
    await slow.stepped();
    expect(await statuses()).toEqual(left);
  });

  test("of which one resets while the other counts for a rule: the next rule with its id starts at zero", async () => {
    const one = adminOf(database, "one");
    const { id } = await one.ask("POST", "/faults", rule(500));
    await adminOf(replica, "other").ask("POST", "/reset");
    await database.run("INSERT INTO counters (name, value) VALUES ($1, 1)", [`fault:${id}`]);
    expect((await one.ask("POST", "/faults", rule(500))).id).toBe(id);
    expect((await one.ask("GET", "/faults")).faults).toMatchObject([{ id, seen: 0 }]);
  });
});

type Ask = (method: string, path: string, body?: object) => Promise<unknown>;

async function leases(database: Database): Promise<readonly unknown[]> {
  return database.all("SELECT value FROM settings WHERE name = 'alone'");
}
