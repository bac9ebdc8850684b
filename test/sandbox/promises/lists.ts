/** Checks of the lists of orders, transactions and billing. */
import { expect } from "vitest";
import { type CheckedClient, signIn } from "../checked-client.js";
import { advance, type Checks, loose, open, orderId, ordersPath, put } from "./check-setup.js";

const uuid = (number: number): string => `0c9687b5-c717-4d5d-b97f-${String(number).padStart(12, "0")}`;

/** An order with different transactions. */
async function withTransactions(...parts: readonly object[]): Promise<(query: string) => Promise<number[]>> {
  const client = await open();
  const transactions = parts.map((part, index) => ({ id: uuid(index + 1), ...part }));
  expect((await put(client, { transactions })).status).toBe(201);
  return async (query) => {
    const got = await loose(client, { path: `/businesses/${client.businessId}/transactions?${query}` });
    if (got.status !== 200) return [got.status];
    return got.json.transactions.map(({ id }: { id: string }) => Number(id.slice(-12)));
  };
}

export const LIST_CHECKS: Checks = {
  "array-answers": async () => {
    const client = await open();
    await put(client, {});
    for (const part of ["shipments", "histories"])
      expect((await client.call({ path: `${ordersPath(client, 1)}/${part}` })).json).toEqual([]);
    for (const list of ["subscriptions", "plans"]) {
      const got = await client.call({ path: `/apps/${client.applicationId}/${list}` });
      expect(Object.keys(got.json).toSorted()).toEqual(["count", "list", "start", "total"]);
    }
  },
  "count-reach": async () => {
    const client = await open();
    for (const number of [1, 2, 3]) await put(client, {}, number);
    const got = await client.call({ path: `${ordersPath(client)}?limit=2` });
    expect([got.json.count, got.json.orders.length]).toEqual([2, 2]);
  },
  "billing-paging": billingPaging,
  "time-type-values": async () => {
    const found = await withTransactions({ createdAt: "2020-01-01T00:00:00Z", updatedAt: "2026-02-01T00:00:00Z" });
    for (const type of ["", "CREATED", "whatever"]) {
      expect(await found(`timeType=${type}&startAt=2026-01-01T00:00:00Z`)).toEqual([1]);
      expect(await found(`timeType=${type}&endAt=2021-01-01T00:00:00Z`)).toEqual([]);
    }
  },
  "order-by-values": async () => {
    const at = (createdAt: string, updatedAt: string, transactionAmount: number) => ({
      createdAt: `2026-01-0${createdAt}T00:00:00Z`,
      updatedAt: `2026-01-0${updatedAt}T00:00:00Z`,
      amounts: { transactionAmount },
    });
    const found = await withTransactions(at("1", "5", 30), at("2", "4", 10), at("3", "3", 20));
    expect(await found("orderBy=updatedAt")).toEqual([3, 2, 1]);
    expect(await found("orderBy=-updatedAt")).toEqual([1, 2, 3]);
    expect(await found("orderBy=createdAt")).toEqual([1, 2, 3]);
    expect(await found("orderBy=-createdAt")).toEqual([3, 2, 1]);
    expect(await found("orderBy=amount")).toEqual([2, 3, 1]);
    expect(await found("orderBy=-amount")).toEqual([1, 3, 2]);
    for (const other of ["id", "AMOUNT", "%2Bamount", ""]) expect(await found(`orderBy=${other}`)).toEqual([400]);
  },
  "tid-meaning": async () => {
    const [tid, urn] = [uuid(9), `urn:tid:${uuid(9)}`];
    const found = await withTransactions({ context: { storeDeviceId: urn } }, {});
    for (const given of [tid, urn]) expect(await found(`tid=${given}`)).toEqual([1]);
    expect(await found(`deviceId=${urn}`)).toEqual([1]);
    expect(await found(`deviceId=${tid}`)).toEqual([]);
  },
  "search-key-fields": searchKeyFields,
  "stay-orders": async () => {
    const client = await open();
    await put(client, { orderShipments: [{ deliveryMode: "FOR_HERE" }, { deliveryMode: "STAY" }] }, 1);
    await put(client, { orderShipments: [{ deliveryMode: "FOR_HERE" }] }, 2);
    expect(await idsOf(client, "")).toEqual([orderId(2)]);
    expect(await idsOf(client, "includeStaysAll=false")).toEqual([orderId(2)]);
    expect(await idsOf(client, "includeStaysAll=true")).toEqual([orderId(1), orderId(2)]);
  },
  "include-flags-absent": async () => {
    const client = await open();
    const parts = {
      orderHistories: [{ id: 1, event: "ACCEPTED" }],
      orderShipments: [{ id: 1, deliveryMode: "FOR_HERE" }],
    };
    await put(client, parts);
    const first = async (query: string) =>
      (await client.call({ path: `${ordersPath(client)}?${query}` })).json.orders[0];
    for (const query of ["", "includeOrderHistories=false&includeOrderShipments=false"]) {
      expect(await first(query)).not.toHaveProperty("orderHistories");
      expect(await first(query)).not.toHaveProperty("orderShipments");
    }
    expect(await first("includeOrderHistories=true&includeOrderShipments=true")).toMatchObject(parts);
    expect((await client.call({ path: ordersPath(client, 1) })).json).toMatchObject(parts);
  },
  "next-link-filters": nextLinkFilters,
  "subscription-transitions": async () => {
    const client = await open({ data: "small" });
    const path = `/apps/${client.applicationId}/subscriptions`;
    const before = (await client.call({ path })).json.list;
    const trial = before.find(({ phase }: { phase: string }) => phase === "TRIAL");
    const { list: plans } = (await client.call({ path: `/apps/${client.applicationId}/plans` })).json;
    const { trialPeriodDays } = plans.find(({ planId }: { planId: string }) => planId === trial.planId);
    await advance(client, "P400D");
    const token = await signIn(client.sandbox, client.raw);
    const after = (await client.raw({ path, headers: { Authorization: `Bearer ${token}` } })).json.list;
    const ended = new Date(Date.parse(trial.startAt) + trialPeriodDays * 86_400_000);
    const updatedAt = `${ended.toISOString().slice(0, 19)}Z`;
    expect(after).toEqual(before.map((it: object) => (it === trial ? { ...trial, phase: "FULL", updatedAt } : it)));
  },
  "billing-version-header": async () => {
    const client = await open({ data: "small" });
    const path = `/apps/${client.applicationId}/plans`;
    const headers = { Authorization: `Bearer ${client.token}` };
    expect((await client.raw({ path, headers })).status).toBe(200);
    expect((await client.raw({ path, headers: { ...headers, "Api-Version": "9.9" } })).status).toBe(200);
  },
};

async function idsOf(client: CheckedClient, query: string): Promise<string[]> {
  const got = await client.call({ path: `${ordersPath(client)}?${query}` });
  return got.json.orders.map(({ id }: { id: string }) => id);
}

async function billingPaging(): Promise<void> {
  const client = await open({ data: "small" });
  const path = `/apps/${client.applicationId}/subscriptions`;
  const page = async (query: string) => (await client.call({ path: `${path}?${query}` })).json;
  const { list, total } = await page("");
  const [first, second] = list;
  expect(total).toBe(2);
  expect(first.createdAt < second.createdAt).toBe(true);
  expect(await page(`start=${second.createdAt}`)).toEqual({ list: [second], start: 1, total: 2, count: 1 });
  expect(await page("count=1")).toEqual({ list: [first], start: 0, total: 2, count: 1 });
  for (const count of [0, 101, -1]) expect((await client.call({ path: `${path}?count=${count}` })).status).toBe(400);
  expect((await client.call({ path: `${path}?count=100` })).status).toBe(200);
}

async function searchKeyFields(): Promise<void> {
  const card = {
    numberLast4: "4321",
    cardHolderFirstName: "Ada",
    cardHolderLastName: "Byron",
    cardHolderFullName: "Countess",
  };
  const processorResponse = { transactionId: "PROC-77", approvalCode: "APPR-88", retrievalRefNum: "RRN-99" };
  const parts = { references: [{ id: "REF-66" }], fundingSource: { card }, processorResponse, notes: "By the Window" };
  const found = await withTransactions(parts, {});
  const searched = [
    uuid(1),
    uuid(1).toUpperCase(),
    "ref-66",
    "proc-7",
    "PPR-8",
    "rrn",
    "4321",
    "aDa",
    "BYRON",
    "count",
    "the win",
  ];
  for (const key of searched) expect(await found(`searchKey=${encodeURIComponent(key)}`), key).toEqual([1]);
  for (const key of ["%25", "_", "nowhere"]) expect(await found(`searchKey=${key}`), key).toEqual([]);
}

async function nextLinkFilters(): Promise<void> {
  const client = await open({ policies: { tokenLifetime: 90_000 } });
  for (const number of [1, 2, 3]) await put(client, { orderNumber: "A" }, number);
  await put(client, { orderNumber: "B" }, 4);

  const first = (await client.call({ path: `${ordersPath(client)}?limit=2&orderNumber=A&includeOrderHistories=true` }))
    .json;
  const { href } = first.links[0];
  const query = new URL(href, "http://x").searchParams;
  expect([...query.keys()]).toEqual(["startAt", "endAt", "startOffset", "orderNumber", "includeOrderHistories"]);
  expect([query.get("orderNumber"), query.get("includeOrderHistories")]).toEqual(["A", "true"]);
  await put(client, { orderNumber: "C" }, 3);
  await put(client, { orderNumber: "A" }, 5);
  const follow = async () => client.call({ path: href });
  expect((await follow()).json).toMatchObject({ orders: [{ id: orderId(3), orderNumber: "A" }], links: [], count: 1 });
  await advance(client, "PT23H59M");
  expect((await follow()).json).toMatchObject({ orders: [{ id: orderId(3), orderNumber: "A" }] });
}
