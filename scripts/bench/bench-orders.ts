/** Orders for the benchmarks, and databases filled with them. */
import type { JsonObject } from "../../src/document/index.js";
import type { AppContext } from "../../src/sandbox/context/app-context.js";
import { fillDatabase } from "../../src/sandbox/seed-data/fill-database.js";
import { createFixtureData, createMerchants, makeOrder } from "../../src/sandbox/seed-data/fixtures.js";
import { createDatabaseTables, openDatabase } from "../../src/sandbox/store/open-database.js";

export const SEED = "bench";

type FilledDatabase = { readonly middle: string; readonly orderNumber: string; readonly storeId: string };

/** Fills a database with orders of the first business, made like those of the seed data. */
export async function fillBenchDatabase(path: string, count: number): Promise<FilledDatabase> {
  const now = Date.parse("2026-03-14T09:30:00Z");
  const [merchant] = createMerchants(SEED);
  const database = await openDatabase(path);
  await createDatabaseTables(database);
  const appContext = { seed: SEED } as AppContext;
  function* orders(): Generator<JsonObject> {
    for (let number = 0; number < count; number += 1)
      yield makeOrder(SEED, merchant, { number, updatedAt: now - (count - number) * 60_000, now });
  }
  await database.transaction(async (queries) => {
    await queries.run("INSERT INTO settings (name, value) VALUES ('seed', $1), ('filled', 'bench')", [SEED]);
    await fillDatabase(queries, appContext, { ...createFixtureData("none", SEED, now), orders: orders() }, now);
  });
  const row = await database.first("SELECT order_number, store_id FROM orders ORDER BY updated_at DESC LIMIT 1");
  await database.close();
  const middle = new Date(now - Math.floor(count / 2) * 60_000).toISOString().replace(/\.\d+/, "");
  return { middle, orderNumber: String(row?.order_number), storeId: String(row?.store_id) };
}

export function createOrderBody(nth: number): JsonObject {
  const totals = {
    transactionFees: [],
    transactionAmount: 900,
    orderAmount: 900,
    tipAmount: 0,
    cashbackAmount: 0,
    currency: "USD",
  };
  return {
    orderNumber: `B-${nth}`,
    items: [{ id: 1, name: "Filter coffee", quantity: 2, unitPrice: 450, status: "ORDERED" }],
    discounts: [],
    fees: [],
    amounts: { subTotal: 900, netTotal: 900, currency: "USD", authorizedTotals: totals },
    statuses: { status: "OPENED" },
  };
}

export function createUuid(nth: number): string {
  return `${nth.toString(16).padStart(8, "0")}-1111-4222-8333-444444444444`;
}
