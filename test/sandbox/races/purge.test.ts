/** Expired data is deleted during reads: readers detect it and never return partial results. */
import { beforeEach, expect, test } from "vitest";
import { replayDeliveries } from "../../../src/sandbox/admin/delivery-routes.js";
import { purgeHistory } from "../../../src/sandbox/deliveries/delivery-history.js";
import { purgeVersions } from "../../../src/sandbox/orders/order-versions.js";
import { purgeRequestIds } from "../../../src/sandbox/requests/idempotency.js";
import type { Database } from "../../../src/sandbox/store/database.js";
import { addHook, createTestContext, DAY, freeze, hookId, open } from "../deliveries/fixture.js";
import { describeEachEngine } from "../engines.js";
import { anOrder, createApi, type Reply, SHOP, START, uuid } from "../paging/api.js";
import { interleave } from "./interleave.js";

describeEachEngine("what is forgotten", (makeDatabase, { newTarget }) => {
  let database: Database;
  let replica: Database;
  beforeEach(async () => {
    const target = await newTarget();
    database = await makeDatabase(target);
    replica = await makeDatabase(target);
  });
  const ids = ({ body }: Reply): string[] => body.orders.map(({ id }: { id: string }) => id);

  /** Three orders, the first of which changes after the first page. */
  async function shop() {
    const api = await createApi(database);
    for (const number of [1, 2, 3]) await api.put(anOrder(number));
    const page = await api.list("limit=1");
    const next = new URL(page.body.links[0].href, "http://sandbox.example");
    await api.put(anOrder(3, { notes: "changed" }));
    return { next: `${next.searchParams}&limit=10` };
  }
  const forget = () => replica.transaction((queries) => purgeVersions(queries, START + 2 * DAY));
  const places = [
    ["before the place of the page is found", { before: /AS key FROM orders/ }],
    ["after the place of the page is found", { after: /AS key FROM orders/ }],
    ["before the rows are read", { before: /AS item/ }],
    ["after the rows are read", { after: /AS item/ }],
  ] as const;
  test.each(places)("versions, during paging: %s", async (_, place) => {
    const { next } = await shop();
    const pager = interleave(database, place, forget);
    await database.run("DELETE FROM businesses WHERE id <> $1", [SHOP]);
    const reply = await (await apiOn(pager)).list(next);
    await pager.stepped();
    const isWhole = reply.status === 200 && ids(reply).join() === [uuid(2), uuid(3)].join();
    expect(isWhole || reply.body.code === "EXPIRED_LISTING").toBe(true);
    expect((await (await apiOn(database)).list(next)).body).toMatchObject({ code: "EXPIRED_LISTING" });
  });

  test("versions, at the start of paging: a newer view is used", async () => {
    await shop();
    const pager = interleave(database, { after: /^SELECT sequence/ }, async () => {
      await (await apiOn(replica)).put(anOrder(2, { notes: "changed too" }));
      await forget();
    });
    const reply = await (await apiOn(pager)).list("limit=10");
    expect(ids(reply).toSorted()).toEqual([uuid(1), uuid(2), uuid(3)]);
    expect(reply.body.orders.map(({ notes }: { notes?: string }) => notes ?? "").toSorted()).toEqual([
      "",
      "changed",
      "changed too",
    ]);
  });

  test("versions, during a write that began before the clock was advanced", async () => {
    const { next } = await shop();
    await database.run("UPDATE orders SET gone_at = $1 WHERE gone_at IS NOT NULL", [START + 3 * DAY]);
    const keeper = interleave(database, { after: /MAX\(until_sequence\)/ }, async () => {
      await (await apiOn(replica)).put(anOrder(2, { notes: "late" }));
    });
    await keeper.transaction((queries) => purgeVersions(queries, START + 2 * DAY));
    await keeper.stepped();
    expect(ids(await (await apiOn(database)).list(next))).toEqual([uuid(2), uuid(3)]);
  });

  test("request ids, during a repetition of their request", async () => {
    const again = { headers: { "Service-Request-Id": "the same" } };
    expect((await (await createApi(database)).put(anOrder(1), again)).status).toBe(201);
    const client = interleave(database, { after: /^INSERT INTO request_ids/ }, () =>
      replica.transaction((queries) => purgeRequestIds(queries, START + 2 * DAY)),
    );
    const reply = await (await apiOn(client)).put(anOrder(1), again);
    await client.stepped();
    expect(reply.status).toBe(201);
    expect(await database.all("SELECT request_id FROM request_ids")).toEqual([]);
  });

  test("deliveries, during a replay: it keeps its attempts, or is removed with them", async () => {
    await freeze(database);
    await addHook(database, { id: hookId(1), url: "http://127.0.0.1:1/" });
    await open(database, createTestContext());
    await database.run("UPDATE deliveries SET state = 'exhausted', attempt = 1, settled_at = $1", [START]);
    await database.run(
      "INSERT INTO attempts (delivery_id, attempt, started_at, reason) SELECT id, 1, 0, '' FROM deliveries",
    );
    const [{ id } = {}] = await database.all("SELECT id FROM deliveries");
    const keeper = interleave(database, { after: /^DELETE FROM/ }, () =>
      replica.transaction((queries) => replayDeliveries(queries, { ids: [String(id)] }, START + 40 * DAY)),
    );
    await keeper.transaction((queries) => purgeHistory(queries, START + 40 * DAY));
    await keeper.stepped();
    const left = async (table: string): Promise<number> => (await database.all(`SELECT * FROM ${table}`)).length;
    expect(await left("attempts")).toBe(await left("deliveries"));
  });
});

/** The same shop on another connection. */
async function apiOn(database: Database) {
  return createApi({
    ...database,
    run: async (sql, values) => (/INTO businesses/.test(sql) ? 0 : database.run(sql, values)),
  });
}
