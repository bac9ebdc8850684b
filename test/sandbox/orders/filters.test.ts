import { beforeAll, expect, test } from "vitest";
import type { JsonObject } from "../../../src/document/index.js";
import { describeEachEngine } from "../engines.js";
import { type Api, anOrder, aTransaction, createApi, SHOP, uuid } from "../paging/api.js";

const STORE = "2c0a7d45-9e3b-4f71-88b6-1d4a6f8e0b32";
const context = { businessId: SHOP, storeId: STORE };
const cash = { fundingSource: { type: "CASH", card: { numberLast4: "4444" } } };

/** The orders of the shop by number. */
const ORDERS: Readonly<Record<number, JsonObject>> = {
  1: { updatedAt: "2026-03-14T08:00:00Z", statuses: { status: "OPENED" }, customerUserId: 9007199254740991 },
  2: { updatedAt: "2026-03-14T08:00:01Z", statuses: { status: "COMPLETED" }, context, customerUserId: 5 },
  3: { updatedAt: "2026-03-14T08:00:02Z", statuses: { status: "CANCELLED" }, orderNumber: "B/1 %_" },
  4: { updatedAt: "2026-03-14T08:00:03Z", orderShipments: [{ id: 1, deliveryMode: "STAY" }] },
  5: { updatedAt: "2026-03-14T08:00:04Z", transactions: [aTransaction(51), aTransaction(52, {}, OTHER_CARD())] },
  6: { updatedAt: "2026-03-14T08:00:05Z", transactions: [aTransaction(61, {}, { numberLast4: "2222" })] },
  7: { updatedAt: "2026-03-14T08:00:06Z", transactions: [aTransaction(71, cash)], orderHistories: [{ id: 1 }] },
  8: { updatedAt: "2026-03-14T12:00:01Z" },
};

function OTHER_CARD(): JsonObject {
  return {
    ...{ numberFirst6: "520000", numberLast4: "3333", expirationMonth: 1, expirationYear: 2030 },
    ...{ cardHolderFirstName: "BO", cardHolderLastName: "LUND" },
  };
}

const CASES: readonly (readonly [query: string, numbers: readonly number[], header?: string])[] = [
  ["", [1, 2, 3, 5, 6, 7]],
  ["includeStaysAll=true", [1, 2, 3, 4, 5, 6, 7]],
  ["includeStaysAll=false", [1, 2, 3, 5, 6, 7]],
  ["endAt=2026-03-14T12:00:01Z", [1, 2, 3, 5, 6, 7, 8]],
  ["startAt=2026-03-14T08:00:04Z", [5, 6, 7]],
  ["startAt=2026-03-14T08:00:02Z&endAt=2026-03-14T08:00:04Z", [3, 5]],
  ["startAt=2026-03-14T08:00:02Z&endAt=2026-03-14T08:00:02Z", [3]],
  ["", [6, 7], "2026-03-14T08:00:05Z"],
  ["startAt=2026-03-14T08:00:02Z", [3, 5, 6, 7], "2026-03-14T08:00:05Z"],
  ["endAt=2026-03-14T08:00:05Z", [6], "2026-03-14T08:00:05Z"],
  ["endAt=2026-03-14T08:00:02Z", [], "2026-03-14T08:00:05Z"],
  ["startAt=2026-03-14T13:00:00Z", []],
  [`storeId=${STORE}`, [2]],
  [`storeId=${STORE.toUpperCase()}`, []],
  ["storeId=", []],
  ["orderNumber=B%2F1%20%25_", [3]],
  ["orderNumber=B%25", []],
  ["orderNumber=a-2", []],
  ["orderNumber=A-2", [2]],
  ["orderStatus=COMPLETED", [2]],
  ["orderStatus=OPENED&customerUserId=9007199254740991", [1]],
  ["orderStatus=completed", []],
  ["orderStatus=LOST", []],
  ["customerUserId=5", [2]],
  ["customerUserId=5&orderStatus=OPENED", []],
  ["cardNumberLast4=1111", [5]],
  ["cardNumberLast4=4444", []],
  ["cardNumberFirst6=411111", [5, 6]],
  ["cardNumberFirst6=411111&cardNumberLast4=2222", [6]],
  ["cardNumberFirst6=520000&cardNumberLast4=1111", []],
  ["cardExpirationMonth=8", [5, 6]],
  ["cardExpirationYear=2030", [5]],
  ["cardExpirationMonth=8&cardExpirationYear=2030", []],
  ["cardExpirationMonth=-1", []],
  ["cardHolderFirstName=BO&cardHolderLastName=LUND", [5]],
  ["cardHolderFirstName=bo", []],
  ["cardHolderLastName=DIAZ&cardNumberLast4=2222&orderStatus=OPENED", [6]],
  ["timeType=ANYTHING", [1, 2, 3, 5, 6, 7]],
];

describeEachEngine("the filters of the list of orders", (makeDatabase) => {
  let api: Api;
  beforeAll(async () => {
    api = await createApi(await makeDatabase());
    for (const [number, parts] of Object.entries(ORDERS))
      await api.put(anOrder(Number(number), parts), { mayDrift: true });
    // Replaced versions are not found.
    await api.put(anOrder(1, { ...ORDERS[1], transactions: [aTransaction(11, {}, { numberLast4: "9999" })] }));
    await api.put(anOrder(1, { ...ORDERS[1], transactions: [] }));
  });

  const cases = CASES.map(([query, numbers, header = ""]) => ({ query, numbers, header }));
  test.each(cases)("$query $header", async ({ query, numbers, header }) => {
    const headers = header === "" ? {} : { "If-Modified-Since": header };
    const reply = await api.list(query, { headers, mayDrift: true });
    expect(reply.body.orders.map(({ id }: JsonObject) => id)).toEqual(numbers.map((number) => uuid(number)));
    expect(reply.body.count).toBe(numbers.length);
  });

  test("a deleted transaction matches no order", async () => {
    expect((await api.list("cardNumberLast4=9999")).body.orders).toEqual([]);
  });

  test("histories and shipments are included if their flag is set", async () => {
    const parts = async (query: string): Promise<readonly string[]> => {
      const { orders } = (await api.list(`includeStaysAll=true&${query}`, { mayDrift: true })).body;
      return ["orderHistories", "orderShipments"].filter((name) => orders.some((it: JsonObject) => name in it));
    };
    expect(await parts("")).toEqual([]);
    expect(await parts("includeOrderHistories=true")).toEqual(["orderHistories"]);
    expect(await parts("includeOrderShipments=true")).toEqual(["orderShipments"]);
    expect(await parts("includeOrderShipments=true&includeOrderHistories=true")).toHaveLength(2);
    expect(await parts("includeOrderShipments=false&includeOrderHistories=false")).toEqual([]);
  });
});

describeEachEngine("parts that are included by default", (makeDatabase) => {
  test("are included unless their flag excludes them", async () => {
    const api = await createApi(await makeDatabase(), { includedByDefault: true });
    await api.put(anOrder(1, { orderHistories: [], orderShipments: [] }));
    expect((await api.list()).body.orders[0]).toMatchObject({ orderHistories: [], orderShipments: [] });
    const [order] = (await api.list("includeOrderHistories=false")).body.orders;
    expect(order).not.toHaveProperty("orderHistories");
    expect(order).toHaveProperty("orderShipments");
  });
});
