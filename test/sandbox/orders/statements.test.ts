/** The statements of lists and writes of orders. */

import { expect, test } from "vitest";
import type { Json, JsonObject } from "../../../src/document/index.js";
import type { AppContext } from "../../../src/sandbox/context/app-context.js";
import { deriveUuid } from "../../../src/sandbox/context/derived-ids.js";
import type { RequestContext } from "../../../src/sandbox/context/request-context.js";
import { listOrders } from "../../../src/sandbox/orders/list-orders.js";
import { publishEvents } from "../../../src/sandbox/orders/order-versions.js";
import { recordOrder } from "../../../src/sandbox/orders/record-order.js";
import type { Row } from "../../../src/sandbox/store/database.js";
import { awaitRefusal } from "../catch-refusal.js";
import { fillStatement as fill, recordQueries } from "../record-queries.js";
import { makeContext } from "../seed-data/make-context.js";

const app = makeContext();
const NOW = 2000;
const call = (parameters: Record<string, Json>, body?: Json): RequestContext => ({
  ...{ operationId: "o", method: "GET", path: "/", headers: {}, body, bytes: new Uint8Array(), now: NOW },
  ...{ contentType: undefined, caller: { applicationId: "a", businessIds: ["b"] } },
  parameters: { businessId: "b", ...parameters },
});

/** The condition that follows those of every list, and the statements before it. */
async function readCondition(parameters: Record<string, Json>, matches: readonly Row[]) {
  const isLookedUp = Object.keys(parameters).some((name) => name.startsWith("cardNumber"));
  const { statements, queries } = recordQueries({ first: [{ sequence: 9 }], all: isLookedUp ? [matches] : [] });
  await listOrders(call(parameters), queries, app);
  const sql = statements.map(fill).slice(1, -1);
  const list = sql.pop() ?? "";
  return [...sql, /until_sequence > 9 AND (.*) ORDER BY item/.exec(list)?.[1] ?? ""];
}

const NOT_STAY = "item.is_stay = 0";
const VISIBLE = "NOT (payment.sequence > 9) AND payment.until_sequence > 9";
const CARD = 'payment.is_credit_debit = 1 AND payment.number_last4 = "1111"';
const LOOK_UP = `SELECT payment.order_id FROM transactions AS payment WHERE payment.business_id = "b" AND ${VISIBLE} AND ${CARD} LIMIT 201`;
const exists = (card: string): string =>
  `EXISTS (SELECT 1 FROM transactions AS payment WHERE payment.business_id = item.business_id AND payment.order_id = item.id AND ${VISIBLE} AND ${card})`;
const many = (count: number): Row[] => Array.from({ length: count }, () => ({ order_id: "o" }));

test.each<[parameters: Record<string, Json>, matches: readonly Row[], expected: readonly string[]]>([
  [{}, [], [NOT_STAY]],
  [{ includeStaysAll: false }, [], [NOT_STAY]],
  [{ includeStaysAll: true, storeId: "s" }, [], ['item.store_id = "s"']],
  [{ orderNumber: "H" }, [], [`item.order_number = "H" AND ${NOT_STAY}`]],
  [{ orderStatus: "OPENED" }, [], [`item.status = "OPENED" AND ${NOT_STAY}`]],
  [{ customerUserId: 7 }, [], [`item.customer_user_id = "7" AND ${NOT_STAY}`]],
  [{ cardNumberLast4: "1111" }, [], [LOOK_UP, `${NOT_STAY} AND 1 = 0`]],
  [
    { cardNumberLast4: "1111" },
    [{ order_id: "o" }, { order_id: "o" }, { order_id: "p" }],
    [LOOK_UP, `${NOT_STAY} AND item.id IN ("o", "p")`],
  ],
  [{ cardNumberLast4: "1111" }, many(200), [LOOK_UP, `${NOT_STAY} AND item.id IN ("o")`]],
  [{ cardNumberLast4: "1111" }, many(201), [LOOK_UP, `${NOT_STAY} AND ${exists(CARD)}`]],
  [
    { cardNumberFirst6: "411111" },
    many(201),
    [
      LOOK_UP.replace('last4 = "1111"', 'first6 = "411111"'),
      `${NOT_STAY} AND ${exists(CARD.replace('last4 = "1111"', 'first6 = "411111"'))}`,
    ],
  ],
])("the condition of a list of orders with %j", async (parameters, matches, expected) => {
  expect(await readCondition(parameters, matches)).toEqual(expected);
});

test("a list with card parameters other than numbers is read in steps", async () => {
  const { statements, queries } = recordQueries({ first: [{ sequence: 9 }] });
  await listOrders(call({ cardExpirationYear: 2030 }), queries, app);
  expect(statements.map(fill)[1]).toMatch(/ LIMIT 1 OFFSET 1999$/);
});

const ORDER = { id: "o", orderHistories: [1], orderShipments: [2] };
const withDefault = (includedByDefault: boolean): AppContext => ({
  ...app,
  policies: { ...app.policies, includedByDefault },
});

test.each<[parameters: Record<string, Json>, includedByDefault: boolean, shown: Json]>([
  [{}, false, { id: "o" }],
  [{}, true, ORDER],
  [{ includeOrderHistories: true }, false, { id: "o", orderHistories: [1] }],
  [{ includeOrderShipments: true }, false, { id: "o", orderShipments: [2] }],
  [{ includeOrderShipments: false }, true, { id: "o", orderHistories: [1] }],
])("parts of orders with %j", async (parameters, includedByDefault, shown) => {
  const row = (body: Json): Row => ({ id: "o", sequence: 1, updated_at: 0, body: JSON.stringify(body) });
  const { queries } = recordQueries({ first: [{ sequence: 9 }], all: [[row(ORDER), row("text")]] });
  expect(await listOrders(call(parameters), queries, withDefault(includedByDefault))).toEqual({
    status: 200,
    body: { orders: [shown, "text"], links: [], count: 2 },
  });
});

test("the link to the next page has the path of the business", async () => {
  const row = { id: "o", sequence: 1, updated_at: 0, body: "{}" };
  const { queries } = recordQueries({ first: [{ sequence: 9 }], all: [[row, row]] });
  const { body } = await listOrders(call({ businessId: "b/c", limit: 1 }), queries, app);
  expect(body).toMatchObject({
    links: [{ href: expect.stringMatching(/^\/businesses\/b%2Fc\/orders\?startAt=1970-01-01T00%3A00%3A00Z&/) }],
  });
});

const ID = "5b8f0a1c-7d2e-4c39-9a60-00000000000A";
const LOWER = ID.toLowerCase();
const TIME = "1970-01-01T00:00:02Z";
const ALLOCATE = (count: number): string =>
  `UPDATE businesses SET sequence = sequence + ${count} WHERE id = "b" RETURNING sequence`;
const FIND = `SELECT sequence, body FROM orders WHERE business_id = "b" AND id = "${LOWER}" ORDER BY sequence DESC LIMIT 1`;
const END = `UPDATE orders SET until_sequence = 6, gone_at = 2000 WHERE business_id = "b" AND id = "${LOWER}" AND sequence = 3`;
const insertOrder = (order: JsonObject): string =>
  `INSERT INTO orders (business_id, id, sequence, until_sequence, updated_at, order_number, store_id, status, customer_user_id, is_stay, body) VALUES ("b","${LOWER}",6,9000000000000000,2000,null,null,null,null,0,${JSON.stringify(JSON.stringify(order))})`;
const FOREIGN_TRANSACTION = "SELECT id FROM transactions";
const HOOKS = 'SELECT id, application_id, event_types, active FROM hooks WHERE business_id = "b" ORDER BY id';
const event = (type: string): string =>
  `("${deriveUuid("test", "event", "b:6", type)}","b","${LOWER}","${type}",0,2000)`;

async function record(body: Json, first: readonly (Row | undefined)[]) {
  const { statements, queries } = recordQueries({ first });
  const response = await awaitRefusal(recordOrder(call({ orderId: ID }, body), queries, app));
  return { response, sql: statements.map(fill) };
}

test("a new order is written, and its event is published", async () => {
  const order = { id: LOWER, statuses: { status: "OPENED" }, createdAt: TIME, updatedAt: TIME };
  const { response, sql } = await record({ statuses: { status: "OPENED" } }, [{ sequence: 6 }]);
  expect(response).toEqual({ status: 201, body: order });
  expect(sql.filter((it) => !it.includes("FROM transactions"))).toEqual([
    ...[ALLOCATE(1), FIND, insertOrder(order).replace("null,null,null,null,0", 'null,null,"OPENED",null,0'), HOOKS],
    `INSERT INTO events (id, business_id, order_id, event_type, deliveries, created_at) VALUES ${event("ORDER_OPENED")}`,
  ]);
});

test("a replaced order ends its version, and its transactions have ids and the numbers that follow", async () => {
  const former = { sequence: 3, body: "{}" };
  const { response, sql } = await record({ transactions: [{ id: "t" }, {}] }, [{ sequence: 8 }, former]);
  const times = { createdAt: TIME, updatedAt: TIME };
  const own = deriveUuid("test", "transaction", "b", LOWER, "1");
  const order = {
    id: LOWER,
    transactions: [
      { id: "t", ...times },
      { id: own, ...times },
    ],
    ...times,
  };
  expect(response).toEqual({ status: 200, body: order });
  expect(sql.slice(0, 2)).toEqual([ALLOCATE(3), FIND]);
  expect(sql[2]).toBe(
    `${FOREIGN_TRANSACTION} WHERE business_id = "b" AND until_sequence = 9000000000000000 AND order_id <> "${LOWER}" AND id IN ("t", "${own}") ORDER BY id`,
  );
  expect(sql.slice(3, 5)).toEqual([END, insertOrder(order)]);
  expect(sql[6]).toContain(`VALUES ("b","t",7,9000000000000000,"${LOWER}",`);
  expect(sql[6]).toContain(`("b","${own}",8,9000000000000000,"${LOWER}",`);
  expect(sql.at(-1)).toContain(`VALUES ${event("ORDER_UPDATED")}`);
});

test("an order is refused before anything is written", async () => {
  const refuse = (status: number, code: string, message: string) => ({ status, body: { status, code, message } });
  const unknown = await record({}, [undefined]);
  expect(unknown).toEqual({
    response: refuse(404, "UNKNOWN_BUSINESS", "no business has this id"),
    sql: [ALLOCATE(1)],
  });
  const wrong = await record([], [{ sequence: 6 }]);
  expect([wrong.response.status, wrong.sql]).toEqual([400, [ALLOCATE(1), FIND]]);
  const foreign = await record({ transactions: [{ id: "t" }] }, [{ sequence: 7 }, undefined, { id: "t" }]);
  expect(foreign.response).toEqual(
    refuse(400, "TRANSACTION_OF_ANOTHER_ORDER", "the transaction t belongs to another order"),
  );
  expect(foreign.sql).toHaveLength(3);
});

test("the payload of an event has the store and the device of the order", async () => {
  const hook = { id: "h", application_id: "a", event_types: '["t"]', active: 1 };
  const payload = async (context: JsonObject): Promise<Json> => {
    const { statements, queries } = recordQueries({ all: [[hook]] });
    const events = { businessId: "b", order: { id: "o/1", context }, events: ["t"], sequence: 6, now: NOW };
    await publishEvents(queries, app, events);
    const bytes = statements.at(-1)?.[1].find((value) => value instanceof Uint8Array);
    return JSON.parse(Buffer.from(bytes ?? []).toString());
  };
  const always = {
    ...{ id: deriveUuid("test", "delivery", "b:6", "t", "h"), hookId: "h", eventType: "t", applicationId: "a" },
    ...{ businessId: "b", resource: "/orders", resourceId: "o/1", createdAt: TIME, updatedAt: TIME },
    links: [{ href: "http://127.0.0.1:4010/businesses/b/orders/o%2F1", rel: "resource", method: "GET" }],
  };
  expect(await payload({ storeId: "s", storeDeviceId: "d" })).toEqual({ ...always, storeId: "s", deviceId: "d" });
  expect(await payload({ storeId: 1, storeDeviceId: null })).toEqual(always);
});
