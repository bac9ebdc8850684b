import { beforeAll, expect, test } from "vitest";
import type { JsonObject } from "../../../src/document/index.js";
import { describeEachEngine } from "../engines.js";
import { type Api, anOrder, aTransaction, createApi, OTHER_SHOP, SHOP, uuid } from "../paging/api.js";

const STORE = "2c0a7d45-9e3b-4f71-88b6-1d4a6f8e0b32";
const DEVICE = "urn:tid:8e0a2c4b-b0d3-49fa-acfe-6a8c0e2d4be1";
const second = (number: number): string => `2026-03-14T08:00:0${number}Z`;

/** The transactions of the shop by number; each belongs to a separate order. */
const TRANSACTIONS: Readonly<Record<number, JsonObject>> = {
  1: aTransaction(1, {
    ...{ updatedAt: second(1), createdAt: second(9), action: "AUTHORIZE", status: "AUTHORIZED", authOnly: true },
    ...{ settlementStatus: "UNSETTLED", amounts: { transactionAmount: 300 } },
  }),
  2: aTransaction(2, {
    ...{ updatedAt: second(2), createdAt: second(8), settled: true, amounts: { transactionAmount: -5 } },
    context: { businessId: SHOP, storeId: STORE, storeDeviceId: DEVICE },
  }),
  3: aTransaction(
    3,
    { updatedAt: second(3), createdAt: second(7), settlementStatus: "SETTLED", settled: false, notes: "50%_OFF\\x" },
    { numberFirst6: "520000", numberLast4: "3333", expirationMonth: 1, expirationYear: 2030, cardHolderLastName: "ÅS" },
  ),
  4: {
    ...{ id: uuid(4, "f"), updatedAt: second(4), createdAt: second(6), action: "REFUND", status: "REFUNDED" },
    references: [{ type: "CUSTOM", id: "Till-7", customType: "till" }],
  },
  5: aTransaction(5, {
    ...{
      updatedAt: second(5),
      createdAt: second(5),
      amounts: { transactionAmount: 200 },
      settlementStatus: "UNSETTLED",
    },
    ...{ status: "VOIDED", processorResponse: { approvalCode: "OK-77", retrievalRefNum: "r99", transactionId: "P-1" } },
  }),
};

const CASES: readonly (readonly [query: string, numbers: readonly number[]])[] = [
  ["", [1, 2, 3, 4, 5]],
  [`startAt=${second(2)}&endAt=${second(3)}`, [2, 3]],
  [`storeId=${STORE}`, [2]],
  [`deviceId=${DEVICE}`, [2]],
  ["deviceId=8e0a2c4b-b0d3-49fa-acfe-6a8c0e2d4be1", []],
  ["tid=8e0a2c4b-b0d3-49fa-acfe-6a8c0e2d4be1", [2]],
  ["tid=8E0A2C4B-B0D3-49FA-ACFE-6A8C0E2D4BE1", [2]],
  [`tid=${DEVICE}`, [2]],
  [`tid=${DEVICE}&deviceId=${DEVICE}`, [2]],
  ["tid=8e0a2c4b", []],
  ["action=AUTHORIZE", [1]],
  ["action=authorize", []],
  ["action=REFUND&status=REFUNDED", [4]],
  ["status=VOIDED", [5]],
  ["status=UNKNOWN", []],
  ["authOnly=true", [1]],
  ["authOnly=false", [1, 2, 3, 4, 5]],
  ["unsettledOnly=true", [1, 5]],
  ["unsettledOnly=false", [1, 2, 3, 4, 5]],
  ["creditDebitOnly=true", [1, 2, 3, 5]],
  ["creditDebitOnly=false", [1, 2, 3, 4, 5]],
  ["cardNumberLast4=1111", [1, 2, 5]],
  ["cardNumberFirst6=520000", [3]],
  ["cardExpirationMonth=1&cardExpirationYear=2030", [3]],
  ["cardHolderFirstName=ANA", [1, 2, 3, 5]],
  ["cardHolderLastName=%C3%85S", [3]],
  [`transactionIds=${uuid(4, "f")},${uuid(1, "f").toUpperCase()},${uuid(1, "f")}`, [1, 4]],
  [`transactionIds=${uuid(9, "f")}`, []],
  ["transactionIds=,,", []],
  [`transactionIds=${uuid(4, "f")}&creditDebitOnly=true`, []],
  ["searchKey=", [1, 2, 3, 4, 5]],
  ["searchKey=%25", [3]],
  ["searchKey=_", [3]],
  ["searchKey=%5C", [3]],
  ["searchKey=50%25_off%5CX", [3]],
  ["searchKey=%27%20OR%201%3D1--", []],
  ["searchKey=till-7", [4]],
  ["searchKey=ok-77", [5]],
  ["searchKey=R99", [5]],
  ["searchKey=p-1", [5]],
  ["searchKey=3333", [3]],
  ["searchKey=%C3%A5s", [3]],
  [`searchKey=${uuid(2, "f").slice(-8)}`, [2]],
  ["searchKey=customtype", []],
  ["searchKey=diaz", [1, 2, 5]],
  ["orderBy=updatedAt", [1, 2, 3, 4, 5]],
  ["orderBy=-updatedAt", [5, 4, 3, 2, 1]],
  ["orderBy=createdAt", [5, 4, 3, 2, 1]],
  ["orderBy=-createdAt", [1, 2, 3, 4, 5]],
  ["orderBy=amount", [2, 4, 3, 5, 1]],
  ["orderBy=-amount", [1, 5, 3, 4, 2]],
];

describeEachEngine("the filters of the list of transactions", (makeDatabase) => {
  let api: Api;
  const list = (query: string) => api.send({ path: `/businesses/${SHOP}/transactions`, query, mayDrift: true });
  beforeAll(async () => {
    api = await createApi(await makeDatabase());
    for (const [number, transaction] of Object.entries(TRANSACTIONS))
      await api.put(anOrder(Number(number), { transactions: [transaction] }));
  });

  test.each(CASES)("%s", async (query, numbers) => {
    const reply = await list(query);
    expect(reply.body.transactions.map(({ id }: JsonObject) => id)).toEqual(numbers.map((it) => uuid(it, "f")));
  });

  test.each(CASES.filter(([, numbers]) => numbers.length > 1))("%s, one at a time", async (query, numbers) => {
    const found: string[] = [];
    let next: string | undefined = `limit=1&${query}`;
    while (next !== undefined) {
      const { body } = await list(next);
      found.push(...body.transactions.map(({ id }: JsonObject) => id));
      next = body.links[0]?.href.split("?")[1];
    }
    expect(found).toEqual(numbers.map((it) => uuid(it, "f")));
  });

  const REFUSED: readonly (readonly [query: string, code: string])[] = [
    ["orderBy=body", "UNKNOWN_ORDER"],
    ["orderBy=updatedAt%20desc%3B--", "UNKNOWN_ORDER"],
    ["orderBy=constructor", "UNKNOWN_ORDER"],
    ["orderBy=__proto__", "UNKNOWN_ORDER"],
    ["orderBy=", "UNKNOWN_ORDER"],
    [`searchKey=${"a".repeat(257)}`, "SEARCH_KEY_TOO_LONG"],
    [`transactionIds=${Array.from({ length: 101 }, (_, number) => uuid(number)).join(",")}`, "TOO_MANY_IDS"],
    ["transactionIds=a,%00", "INVALID_PARAMETER"],
    ["cardExpirationMonth=9007199254740993", "INVALID_PARAMETER"],
  ];
  test.each(REFUSED)("%s is rejected", async (query, code) => {
    expect(await list(query)).toMatchObject({ status: 400, body: { status: 400, code } });
  });

  test("another business has none of them, with any filter", async () => {
    for (const query of ["", "searchKey=till-7", `transactionIds=${uuid(1, "f")}`, `storeId=${STORE}`]) {
      const reply = await api.send({ path: `/businesses/${OTHER_SHOP}/transactions`, query, as: "other" });
      expect(reply.body).toEqual({ transactions: [], links: [], count: 0 });
    }
  });
});
