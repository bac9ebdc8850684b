import { join } from "node:path";
import { beforeAll, expect, test } from "vitest";
import type { Json, JsonObject } from "../../../src/document/index.js";
import { describeEachEngine } from "../engines.js";
import {
  type Api,
  anOrder,
  aTransaction,
  createApi,
  OTHER_SHOP,
  orderPath,
  type Request,
  SHOP,
  uuid,
} from "../paging/api.js";
import { readState } from "../paging/read-state.js";

const CANARY = "do-not-show-4f1d";

const put = (order: JsonObject, path = orderPath(uuid(1))): Request => ({ method: "PUT", path, body: order });
const patch = (...operations: readonly Json[]): Request => ({
  method: "PATCH",
  path: orderPath(uuid(1)),
  body: operations,
});
const list = (query: string, headers = {}): Request => ({ path: `/businesses/${SHOP}/orders`, query, headers });
const replace = (path: string, value: Json): Json => ({ op: "replace", path, value });
const json = (text: string): JsonObject => JSON.parse(text);

/** Lines of the attack catalogue (groups B, M, P and Q), and their responses. */
const REFUSED: readonly (readonly [line: string, request: Request, status: number, code?: string])[] = [
  ["B1 a list of B", { path: `/businesses/${OTHER_SHOP}/orders` }, 403],
  ["B1 an order of B", { path: orderPath(uuid(2), OTHER_SHOP) }, 403],
  ["B1 an order that B has not", { path: orderPath(uuid(3), OTHER_SHOP) }, 403],
  ["B1 shipments of B", { path: `${orderPath(uuid(2), OTHER_SHOP)}/shipments` }, 403],
  ["B1 histories of B", { path: `${orderPath(uuid(2), OTHER_SHOP)}/histories` }, 403],
  ["B1 transactions of B", { path: `/businesses/${OTHER_SHOP}/transactions` }, 403],
  ["B1 recording for B", put(anOrder(2), orderPath(uuid(2), OTHER_SHOP)), 403],
  ["B1 updating for B", { ...patch(replace("/items", [])), path: orderPath(uuid(2), OTHER_SHOP) }, 403],
  ["B2 an order of B under A", { path: orderPath(uuid(2)) }, 404, "UNKNOWN_ORDER"],
  ["B2 histories of it", { path: `${orderPath(uuid(2))}/histories` }, 404, "UNKNOWN_ORDER"],
  ["B2 shipments of it", { path: `${orderPath(uuid(2))}/shipments` }, 404, "UNKNOWN_ORDER"],
  ["B2 updating it", { ...patch(replace("/items", [])), path: orderPath(uuid(2)) }, 404, "UNKNOWN_ORDER"],
  ["an id that is no UUID", { path: orderPath("1%27%20OR%201") }, 404, "UNKNOWN_ORDER"],
  ["an id of 200 characters", { path: orderPath("a".repeat(200)) }, 404, "UNKNOWN_ORDER"],
  ["updating an id that is no UUID", { ...patch(replace("/items", [])), path: orderPath("1") }, 404],
  ["recording under no UUID", put(anOrder(1), orderPath("order-1")), 400, "INVALID_ORDER_ID"],
  ["B3 of another business", put(anOrder(1, { context: { businessId: OTHER_SHOP } })), 400, "BUSINESS_MISMATCH"],
  [
    "B3 a transaction of another business",
    put(anOrder(1, { transactions: [aTransaction(9, { context: { businessId: OTHER_SHOP } })] })),
    400,
    "BUSINESS_MISMATCH",
  ],
  ["B4 another id", put(anOrder(3)), 400, "ID_MISMATCH"],
  [
    "a transaction of another order",
    put(anOrder(3, { transactions: [aTransaction(1)] }), orderPath(uuid(3))),
    400,
    "TRANSACTION_OF_ANOTHER_ORDER",
  ],
  [
    "a transaction twice",
    put(anOrder(1, { transactions: [aTransaction(9), aTransaction(9, { id: uuid(9, "f").toUpperCase() })] })),
    400,
    "REPEATED_TRANSACTION",
  ],
  ["no body", { method: "PUT", path: orderPath(uuid(1)) }, 400, "MISSING_ORDER"],
  ["a list as the body", { ...put(anOrder(1)), body: [] }, 400],
  ["M8 an amount that no integer holds", put(json(`{"amounts":{"netTotal":9007199254740993}}`)), 400],
  ["M8 a fraction", put(anOrder(1, { amounts: { netTotal: 1.5, capturedTotals: {} } })), 400],
  ["M8 a text", put(anOrder(1, { amounts: { netTotal: "1", capturedTotals: {} } })), 400],
  ["a time that is none, 30 February", put(anOrder(1, { updatedAt: "2026-02-30T00:00:00Z" })), 400],
  ["a leap second", put(anOrder(1, { updatedAt: "2016-12-31T23:59:60Z" })), 400],
  [
    "a transaction with a leap second",
    put(anOrder(1, { transactions: [aTransaction(1, { createdAt: "2016-12-31T23:59:60Z" })] })),
    400,
  ],
  ["NUL in a text", put(anOrder(1, { notes: `${CANARY}\0` })), 400],
  ["NUL in a name", put(anOrder(1, { discounts: [{ [`${CANARY}\0`]: 1 }] })), 400],
  ["half of a surrogate pair", put(anOrder(1, { notes: "\ud800" })), 400],
  ["P1 __proto__", patch(replace("/__proto__/x", 1)), 400],
  ["P1 __proto__ in the amounts", patch(replace("/amounts/__proto__/x", 1)), 400, "INVALID_BODY"],
  ["P2 constructor", patch(replace("/amounts/constructor/prototype/x", 1)), 400, "INVALID_BODY"],
  ["P3 a value with constructor", patch(replace("/items", [{ constructor: 1 }])), 400, "INVALID_PATCH"],
  ["P4 test", patch({ op: "test", path: "/amounts/netTotal", value: 100 }), 400],
  ["P5 move", patch({ op: "move", from: "/amounts/netTotal", path: "/amounts/subTotal" }), 400],
  ["P6 copy", patch({ op: "copy", from: "/items", path: "/discounts" }), 400],
  ["P7 ADD", patch({ op: "ADD", path: "/amounts/netTotal", value: 1 }), 400],
  ["P8 -", patch(replace("/amounts/authorizedTotals/transactionFees/-", 1)), 400, "PATCH_FAILED"],
  ["P9 01", patch(replace("/amounts/authorizedTotals/transactionFees/01", 1)), 400, "PATCH_FAILED"],
  ["P10 a far index", patch({ op: "add", path: "/amounts/authorizedTotals/transactionFees/9999999", value: 1 }), 400],
  ["P11 ~2", patch(replace("/amounts/~2", 1)), 400, "INVALID_BODY"],
  ["P11 the whole order", patch(replace("", {})), 400],
  ["P12 101 operations", patch(...Array.from({ length: 101 }, () => replace("/items", []))), 400, "INVALID_PATCH"],
  ["P12 none", patch(), 400, "INVALID_PATCH"],
  ["P13 a long path", patch(replace(`/amounts/${"a".repeat(10_000)}`, 1)), 400, "INVALID_PATCH"],
  [
    "P14 the second fails",
    patch(replace("/amounts/netTotal", 1), { op: "remove", path: "/amounts/x" }),
    400,
    "PATCH_FAILED",
  ],
  ["P16 an object", { ...patch(), body: { amounts: {} } }, 400],
  ["P16 a merge patch", { ...patch(), body: {}, headers: { "Content-Type": "application/merge-patch+json" } }, 400],
  ["an item alone", patch(replace("/items/0", {})), 400],
  ["adding items", patch({ op: "add", path: "/items", value: [] }), 400],
  ["removing discounts", patch({ op: "remove", path: "/discounts" }), 400],
  ["the id", patch(replace("/id", uuid(3))), 400],
  ["the business", patch(replace("/context/businessId", OTHER_SHOP)), 400],
  ["createdAt", patch(replace("/createdAt", "2026-01-01T00:00:00Z")), 400],
  ["the status", patch(replace("/statuses/status", "COMPLETED")), 400],
  ["amounts that are no object", patch(replace("/amounts", 5)), 400],
  ["a text for an amount", patch(replace("/amounts/netTotal", CANARY)), 400],
  ["items that are none", patch(replace("/items", [{ quantity: CANARY }])), 400],
  [
    "a member that an operation has not",
    patch({ ...(replace("/items", []) as JsonObject), from: "/a" }),
    400,
    "INVALID_PATCH",
  ],
  ["Q1 limit 0", list("limit=0"), 400],
  ["Q1 limit 101", list("limit=101"), 400],
  ["Q1 limit 1.5", list("limit=1.5"), 400],
  ["Q2 limit twice", list("limit=1&limit=2"), 400],
  ["Q3 30 February", list("startAt=2026-02-30T00:00:00Z"), 400],
  ["Q3 a leap second", list("endAt=2016-12-31T23:59:60Z"), 400, "INVALID_TIME"],
  ["Q3 24 hours", list("startAt=2026-03-14T24:00:00Z"), 400],
  ["Q3 an offset", list("startAt=2026-03-14T09:00:00%2B01:00"), 400],
  ["Q3 milliseconds", list("startAt=2026-03-14T09:00:00.000Z"), 400],
  ["Q3 a lower-case z", list("startAt=2026-03-14T09:00:00z"), 400],
  [
    "Q4 the end before the start",
    list("startAt=2026-03-14T09:00:01Z&endAt=2026-03-14T09:00:00Z"),
    400,
    "INVALID_WINDOW",
  ],
  ["Q5 offset -1", list("startOffset=-1"), 400, "INVALID_START_OFFSET"],
  ["Q5 offset 2^53", list("startOffset=9007199254740992"), 400],
  ["Q5 offset 1e9", list("startOffset=1000000000"), 400, "INVALID_START_OFFSET"],
  ["Q6 a leap second since", list("", { "If-Modified-Since": "2016-12-31T23:59:60Z" }), 400, "INVALID_TIME"],
  ["Q6 the form of HTTP", list("", { "If-Modified-Since": "Sat, 14 Mar 2026 08:00:00 GMT" }), 400],
  ["Q11 six digits and one", list("cardNumberFirst6=4111111"), 400],
  ["Q11 a flag of 1", list("includeStaysAll=1"), 400],
  ["Q12 a parameter that there is not", list("__proto__[x]=1"), 400],
];

describeEachEngine("what is refused", (makeDatabase) => {
  let api: Api;
  let before: string;
  const texts: string[] = [];
  beforeAll(async () => {
    api = await createApi(await makeDatabase());
    const amounts = { netTotal: 100, authorizedTotals: { orderAmount: 100, transactionFees: [] } };
    await api.put(anOrder(1, { transactions: [aTransaction(1)], amounts, items: [], discounts: [] }));
    const context = { businessId: OTHER_SHOP };
    await api.put(anOrder(2, { context }), { path: orderPath(uuid(2), OTHER_SHOP), as: "other" });
    before = await readState(api.database);
  });

  test.each(REFUSED.map(([line, request, status, code]) => ({ line, request, status, code })))(
    "$line: $status",
    async ({ line, request, status, code }) => {
      const reply = await api.send(request);
      expect(reply, reply.text).toMatchObject({ status, body: { status, message: expect.any(String) } });
      if (code !== undefined) expect(reply.body.code).toBe(code);
      texts.push(`${line}: ${reply.text.replaceAll(/"requestId":"[^"]*"/g, "")}\n`);
      expect(reply.text).not.toContain(CANARY);
      expect(await readState(api.database)).toBe(before);
    },
  );

  test("the responses are the same on each database", async () => {
    await expect(texts.join("")).toMatchFileSnapshot(join(import.meta.dirname, "refusals.txt"));
  });

  test("B7 filters with data of B find nothing", async () => {
    const { context } = anOrder(2);
    const storeId = String((context as JsonObject).storeId);
    for (const query of ["orderNumber=A-2", `storeId=${storeId}&orderNumber=A-2`])
      expect((await api.list(query)).body).toEqual({ orders: [], links: [], count: 0 });
  });
});
