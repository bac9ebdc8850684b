import { describe, expect, test } from "vitest";
import { asArray, asObject, type JsonObject } from "../../../src/document/index.js";
import { fillDatabase } from "../../../src/sandbox/seed-data/fill-database.js";
import { createFixtureData, deriveDemoAccess, FIXTURE_NAMES } from "../../../src/sandbox/seed-data/fixtures.js";
import { takeSnapshot } from "../../../src/sandbox/snapshots/snapshot.js";
import { createUndeclaredCollector } from "../../../src/schema/index.js";
import { describeEachEngine } from "../engines.js";
import { makeContext, NOW } from "./make-context.js";

const world = makeContext();
const observe = createUndeclaredCollector(world.schemas);
const small = createFixtureData("small", world.seed, NOW);
const orders = [...small.orders];

test("every order, plan and subscription of the small pack matches the spec, without drift", () => {
  const items: readonly (readonly [schema: string, item: JsonObject])[] = [
    ...orders.map((order) => ["Order", order] as const),
    ...small.plans.map((plan) => ["Plan", plan] as const),
    ...small.subscriptions.map((subscription) => ["Subscription", subscription] as const),
  ];
  expect(items.length).toBeGreaterThan(40);
  for (const [schema, item] of items) {
    const pointer = `/components/schemas/${schema}`;
    expect(world.schemas.validate(pointer, "response", item)).toEqual([]);
    expect(observe(pointer, "response", item)).toEqual([]);
  }
});

test("orders have every state and every kind of payment, with several cards", () => {
  const transactions = orders.flatMap(({ transactions }) => asArray(transactions).map(asObject));
  const distinct = (values: readonly unknown[]): unknown[] => [...new Set(values)].sort();
  expect(distinct(orders.map(({ statuses }) => asObject(statuses)?.status))).toEqual([
    "CANCELLED",
    "COMPLETED",
    "OPENED",
  ]);
  expect(distinct(transactions.map((it) => it?.action))).toEqual(["AUTHORIZE", "CAPTURE", "REFUND", "SALE"]);
  expect(distinct(transactions.map((it) => it?.status))).toEqual(["AUTHORIZED", "CAPTURED", "REFUNDED", "VOIDED"]);
  const cards = transactions.map((it) => asObject(asObject(it?.fundingSource)?.card)?.numberLast4);
  expect(distinct(cards).length).toBeGreaterThan(3);
  expect(distinct(small.subscriptions.map(({ phase }) => phase))).toEqual(["FULL", "TRIAL"]);
});

test("sums add up, and no event is in the future or before its cause", () => {
  for (const { amounts, items, transactions, createdAt, updatedAt } of orders) {
    const { subTotal, discountTotal, taxTotal, netTotal } = asObject(amounts) ?? {};
    const lines = asArray(items).map(asObject);
    expect(subTotal).toBe(lines.reduce((sum, line) => sum + Number(line?.quantity) * Number(line?.unitPrice), 0));
    expect(Number(subTotal) - Number(discountTotal) + Number(taxTotal)).toBe(netTotal);
    const times = [createdAt, ...asArray(transactions).map((it) => asObject(it)?.createdAt), updatedAt].map(String);
    expect(times.toSorted()).toEqual(times);
    expect(Date.parse(times.at(-1) ?? "")).toBeLessThanOrEqual(NOW);
  }
});

test("ids are distinct", () => {
  const ids = orders.flatMap(({ id, transactions }) => [id, ...asArray(transactions).map((it) => asObject(it)?.id)]);
  expect(new Set(ids).size).toBe(ids.length);
});

test("the same seed and time give the same data, another seed other data", () => {
  const again = createFixtureData("small", world.seed, NOW);
  expect([...again.orders]).toEqual(orders);
  expect(deriveDemoAccess(world.seed)).toEqual(deriveDemoAccess(world.seed));
  const [first] = createFixtureData("small", "another", NOW).orders;
  expect(first?.id).not.toBe(orders[0]?.id);
});

describeEachEngine("packs", (makeDatabase, { engine }) => {
  describe.each(FIXTURE_NAMES.filter((pack) => pack !== "large"))("%s", (pack) => {
    test("creates the same rows twice", async () => {
      const snapshots = [];
      for (let time = 0; time < 2; time += 1) {
        const database = await makeDatabase();
        await database.transaction((queries) =>
          fillDatabase(queries, world, createFixtureData(pack, world.seed, NOW), NOW),
        );
        snapshots.push(Buffer.from((await takeSnapshot(database, "")).content).toString());
      }
      expect(snapshots[0]).toBe(snapshots[1]);
      expect(snapshots[0]).toContain('"Harbour Coffee"');
    });
  });

  // Enough for several batches, and for the indexes to be dropped and rebuilt. `npm run bench check` fills in the whole pack.
  test("thousands of orders are inserted, and the indexes are restored", async () => {
    const database = await makeDatabase();
    const indexes = () => database.all(INDEXES_OF[engine]);
    const before = await indexes();
    expect(before.length).toBeGreaterThan(5);
    const large = createFixtureData("large", world.seed, NOW);
    const orders = take(large.orders, 5500);
    await database.transaction((queries) => fillDatabase(queries, world, { ...large, orders }, NOW));
    expect(await database.first("SELECT COUNT(*) AS count FROM orders")).toEqual({ count: 5500 });
    expect(await indexes()).toEqual(before);
  });
});

test("the large pack has 100 000 orders, and a sample of them matches the spec", () => {
  let count = 0;
  for (const order of createFixtureData("large", world.seed, NOW).orders) {
    count += 1;
    if (count % 997 !== 0) continue;
    expect(world.schemas.validate("/components/schemas/Order", "response", order)).toEqual([]);
    expect(observe("/components/schemas/Order", "response", order)).toEqual([]);
  }
  expect(count).toBe(100_000);
});

const INDEXES_OF = {
  sqlite: "SELECT name FROM sqlite_master WHERE type = 'index' ORDER BY name",
  postgres: "SELECT indexname AS name FROM pg_indexes WHERE schemaname = 'public' ORDER BY indexname",
} as const;

function* take<T>(values: Iterable<T>, count: number): Generator<T> {
  let taken = 0;
  for (const value of values) {
    if (taken === count) return;
    taken += 1;
    yield value;
  }
}
