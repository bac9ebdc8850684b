import { describe, expect, test } from "vitest";
import { asArray, asObject, type JsonObject } from "../../../src/document/index.js";
import {
  createFixtureData,
  deriveDemoAccess,
  FIXTURE_NAMES,
  fillDatabase,
} from "../../../src/sandbox/seed-data/index.js";
import { takeSnapshot } from "../../../src/sandbox/snapshots/index.js";
import { createUndeclaredCollector } from "../../../src/schema/index.js";
import { describeEachEngine } from "../engines.js";
import { makeContext, NOW } from "./make-context.js";

const world = makeContext();
const observe = createUndeclaredCollector(world.schemas);
const small = createFixtureData("small", world.seed, NOW);
const orders = [...small.orders];

test("every order, plan and subscription of the small pack keeps the contract, and drifts nowhere", () => {
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

test("orders are in every state, paid in every way, with several cards", () => {
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

test("sums add up, and nothing has happened in the future or before it could", () => {
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
    test("gives the same rows twice", async () => {
      const snapshots = [];
      for (let time = 0; time < 2; time += 1) {
        const database = await makeDatabase();
        await database.transaction((queries) =>
          fillDatabase(queries, world, createFixtureData(pack, world.seed, NOW), NOW),
        );
        snapshots.push(Buffer.from(await takeSnapshot(database, "")).toString());
      }
      expect(snapshots[0]).toBe(snapshots[1]);
      expect(snapshots[0]).toContain('"Harbour Coffee"');
    });
  });

  test("100 000 orders are there before one has forgotten them, and a sample of them keeps the contract", async () => {
    const database = await makeDatabase();
    const started = performance.now();
    const large = createFixtureData("large", world.seed, NOW);
    let validated = 0;
    const orders = (function* () {
      for (const [number, order] of numbered(large.orders)) {
        if (number % 997 === 0) {
          expect(world.schemas.validate("/components/schemas/Order", "response", order)).toEqual([]);
          expect(observe("/components/schemas/Order", "response", order)).toEqual([]);
          validated += 1;
        }
        yield order;
      }
    })();
    await database.transaction((queries) => fillDatabase(queries, world, { ...large, orders }, NOW));
    const seconds = (performance.now() - started) / 1000;
    process.stderr.write(`large pack on ${engine}: ${seconds.toFixed(1)} s\n`);
    expect(await database.first("SELECT COUNT(*) AS count FROM orders")).toEqual({ count: 100_000 });
    expect(validated).toBe(100);
  }, 900_000);
});

/** Adds numbers from one. */
function* numbered<T>(values: Iterable<T>): Generator<[number, T]> {
  let number = 0;
  for (const value of values) {
    number += 1;
    yield [number, value];
  }
}
