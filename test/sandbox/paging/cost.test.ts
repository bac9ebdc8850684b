import { beforeAll, expect, test } from "vitest";
import { buildOrderRow } from "../../../src/sandbox/orders/order-versions.js";
import { type Database, insertRows, type Row, type Value } from "../../../src/sandbox/store/database.js";
import { buildTransactionRow } from "../../../src/sandbox/transactions/write-transactions.js";
import { describeEachEngine } from "../engines.js";
import { type Api, anOrder, aTransaction, createApi, SHOP, START, uuid } from "./api.js";

/** The cost of a page depends on its items only, not on the size of the business, according to the query plans. */

const SMALL = 300;
const LARGE = 3000;

type Statement = { readonly sql: string; readonly values: readonly Value[] };

/** A database that records the queries of lists. */
function noting(database: Database, request: Statement[]): Database {
  return {
    ...database,
    all: (sql, values = []) => {
      if (sql.includes(" AS item")) request.push({ sql, values });
      return database.all(sql, values);
    },
  };
}

async function grow(database: Database, from: number, to: number): Promise<void> {
  const orders: Row[] = [];
  const transactions: Row[] = [];
  for (let number = from; number < to; number += 1) {
    const updatedAt = new Date(START - number * 1000).toISOString().replace(".000", "");
    const transaction = aTransaction(number, {
      updatedAt,
      createdAt: updatedAt,
      amounts: { transactionAmount: number },
    });
    const keys = { businessId: SHOP, orderId: uuid(number) };
    orders.push(buildOrderRow(anOrder(number, { updatedAt }), { ...keys, sequence: 2 * number + 1 }));
    transactions.push(buildTransactionRow(transaction, { ...keys, sequence: 2 * number + 2 }));
  }
  await database.transaction(async (queries) => {
    await insertRows(queries, "orders", orders);
    await insertRows(queries, "transactions", transactions);
    await queries.run("UPDATE businesses SET sequence = $1 WHERE id = $2", [2 * to, SHOP]);
  });
  await database.run("ANALYZE");
}

const ORDERS = `/businesses/${SHOP}/orders`;
const TRANSACTIONS = `/businesses/${SHOP}/transactions`;
const MIDDLE = new Date(START - 150_000).toISOString().replace(".000", "");

const LISTS: readonly (readonly [path: string, query: string])[] = [
  [ORDERS, ""],
  [ORDERS, "includeStaysAll=true"],
  [ORDERS, `startAt=${MIDDLE}`],
  [ORDERS, `endAt=${MIDDLE}`],
  [ORDERS, "orderNumber=A-7"],
  [ORDERS, "orderNumber=none"],
  [ORDERS, "orderStatus=LOST"],
  [ORDERS, "storeId=none"],
  [ORDERS, "customerUserId=1"],
  [ORDERS, "cardNumberLast4=9999"],
  [ORDERS, "cardNumberFirst6=411111"],
  [TRANSACTIONS, ""],
  [TRANSACTIONS, `startAt=${MIDDLE}`],
  [TRANSACTIONS, "cardNumberLast4=9999"],
  [TRANSACTIONS, "cardNumberFirst6=999999"],
  [TRANSACTIONS, "storeId=none"],
  [TRANSACTIONS, "status=VOIDED"],
  [TRANSACTIONS, "action=REFUND"],
  [TRANSACTIONS, "deviceId=none"],
  [TRANSACTIONS, "tid=none"],
  [TRANSACTIONS, "creditDebitOnly=true"],
  [TRANSACTIONS, "orderBy=-updatedAt"],
  [TRANSACTIONS, "orderBy=createdAt"],
  [TRANSACTIONS, "orderBy=-createdAt"],
  [TRANSACTIONS, "orderBy=amount"],
  [TRANSACTIONS, "orderBy=-amount"],
  [TRANSACTIONS, `transactionIds=${uuid(5, "f")}`],
];

/** The number of rows that PostgreSQL reports as visited. */
function visited(plan: Row | undefined): number {
  const count = (node: Record<string, unknown>): number => {
    const own = String(node["Node Type"]).includes("Scan")
      ? (Number(node["Actual Rows"]) + Number(node["Rows Removed by Filter"] ?? 0)) * Number(node["Actual Loops"])
      : 0;
    const inner = (node.Plans ?? []) as Record<string, unknown>[];
    return own + inner.reduce((sum, it) => sum + count(it), 0);
  };
  const found: unknown = plan?.["QUERY PLAN"];
  const [{ Plan }] = (typeof found === "string" ? JSON.parse(found) : found) as [{ Plan: Record<string, unknown> }];
  return count(Plan);
}

describeEachEngine("the cost of a page", (makeDatabase, { engine }) => {
  const request: Statement[] = [];
  let database: Database;
  let api: Api;
  beforeAll(async () => {
    database = await makeDatabase();
    api = await createApi(noting(database, request));
    await grow(database, 0, SMALL);
  });

  /** The queries of the first and the second page. */
  async function statementsOf(path: string, query: string): Promise<readonly Statement[]> {
    request.length = 0;
    const first = await api.send({ path, query: `limit=5&${query}` });
    const next: string | undefined = first.body.links[0]?.href;
    if (next !== undefined) await api.send({ path, query: next.split("?")[1] ?? "" });
    expect(request).toHaveLength(next === undefined ? 1 : 2);
    return [...request];
  }

  async function rowsVisited(path: string, query: string): Promise<number[]> {
    const counts: number[] = [];
    for (const { sql, values } of await statementsOf(path, query))
      counts.push(visited(await database.first(`EXPLAIN (ANALYZE, FORMAT JSON) ${sql}`, values)));
    return counts;
  }

  if (engine === "sqlite")
    test("is an index search in the given order", async () => {
      await grow(database, SMALL, LARGE);
      for (const [path, query] of LISTS) {
        for (const { sql, values } of await statementsOf(path, query)) {
          const steps = await database.all(`EXPLAIN QUERY PLAN ${sql}`, values);
          const plan = steps.map(({ detail }) => String(detail)).join("; ");
          expect(plan, `${path}?${query}`).toMatch(/^SEARCH item USING INDEX \w+ \(business_id=\?/);
          expect(plan, `${path}?${query}`).not.toMatch(/SCAN/);
          if (!query.startsWith("transactionIds")) expect(plan, `${path}?${query}`).not.toMatch(/TEMP B-TREE/);
        }
      }
    });

  if (engine === "postgres")
    test("visits as many rows in a business of ten times the size", async () => {
      await grow(database, SMALL, LARGE);
      for (const [path, query] of LISTS)
        for (const count of await rowsVisited(path, query)) expect(count, `${path}?${query}`).toBeLessThanOrEqual(30);
    });

  test("is limited in each step of a search, which finds the same as without steps", async () => {
    const [{ count = 0 } = {}] = await database.all("SELECT COUNT(*) AS count FROM transactions");
    expect(count).toBe(LARGE);
    request.length = 0;
    const none = await api.send({ path: TRANSACTIONS, query: "searchKey=none" });
    expect([none.body.count, request.length]).toEqual([0, 2]);
    const ids = async (query: string): Promise<readonly string[]> =>
      (await api.send({ path: TRANSACTIONS, query })).body.transactions.map(({ id }: { id: string }) => id);
    // The second step begins with the row 2000.
    for (const query of ["", "orderBy=-updatedAt", "orderBy=amount", "orderBy=-amount", "orderBy=-createdAt"])
      for (const start of [0, 1990, 2000]) {
        const page = `limit=20&startOffset=${start}&${query}`;
        const found = await ids(`${page}&searchKey=ANA`);
        expect(found, page).toHaveLength(20);
        expect(found, page).toEqual(await ids(page));
      }
    expect(await ids(`startOffset=${LARGE - 2}&searchKey=ANA`)).toHaveLength(2);
  });
});
