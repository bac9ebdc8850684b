/** Checks of the data of orders, and of recording and updating them. */
import { expect } from "vitest";
import {
  type Checks,
  eventsOf,
  expectAllTransitions,
  expectConforms,
  loose,
  open,
  orderId,
  ordersPath,
  patch,
  put,
  register,
} from "./check-setup.js";

/** The smallest amounts that are valid in the spec. */
const AMOUNTS = { netTotal: 1, authorizedTotals: {} };

const NOW = "2026-03-01T08:00:00Z";

export const ORDER_CHECKS: Checks = {
  "required-status-of-fields": async () => {
    const client = await open();
    const got = await put(client, {});
    expect([got.status, got.json]).toEqual([201, { id: orderId(), createdAt: NOW, updatedAt: NOW }]);
    await expectConforms({ createdAt: "2020-01-01T00:00:00Z", updatedAt: "2020-01-02T00:00:00Z", valid: false });
  },
  "complete-value-lists": async () => {
    await expectConforms({ statuses: { status: "PARKED" }, items: [{ status: "LOST" }], context: { source: "MOON" } });
    const client = await open();
    await put(client, { statuses: { status: "PARKED" } });
    const count = async (status: string) =>
      (await loose(client, { path: `${ordersPath(client)}?orderStatus=${status}` })).json.count;
    expect([await count("PARKED"), await count("parked"), await count("PARK")]).toEqual([1, 0, 0]);
  },
  "amount-unit": async () => {
    await expectConforms({ amounts: { ...AMOUNTS, netTotal: 12_345, subTotal: -1, currency: "JPY" } });
    const client = await open({ data: "small" });
    const { orders } = (await client.call({ path: `${ordersPath(client)}?limit=100` })).json;
    for (const { amounts } of orders) expect(amounts.netTotal).toBeGreaterThanOrEqual(100);
  },
  "discount-and-fee-entries": () => expectConforms({ discounts: [{ a: [1, { b: null }] }], fees: [{ "": "x" }] }),
  "email-and-phone-fields": () => expectConforms({ customer: { emails: { home: ["a@b.example"] }, phones: { x: 1 } } }),
  "order-status-transitions": () =>
    expectAllTransitions(["OPENED", "COMPLETED", "CANCELLED"], (status) => ({ statuses: { status } })),
  "order-item-status-transitions": () =>
    expectAllTransitions(["ORDERED", "FULFILLED", "RETURNED"], (status) => ({ items: [{ id: 1, status }] })),
  "transaction-status-transitions": () =>
    expectAllTransitions(["AUTHORIZED", "CAPTURED", "REFUNDED", "VOIDED"], (status) => ({
      transactions: [{ id: "0c9687b5-c717-4d5d-b97f-59cd43cf94c1", status }],
    })),
  "void-action": () => expectConforms({ transactions: [{ action: "VOID" }] }),
  "other-list-entries": () =>
    expectConforms({
      items: [{ selectedVariants: [1, "two", null, { three: [] }] }],
      transactions: [{ amounts: { transactionFees: [false, { fee: 1 }] } }],
    }),
  "processor-emv-tags": () =>
    expectConforms({ transactions: [{ processorResponse: { emvTags: { "0x9F02": "00", other: [1, {}] } } }] }),
  "success-statuses": async () => {
    const client = await open();
    expect((await put(client, {})).status).toBe(201);
    expect((await put(client, {})).status).toBe(200);
    expect((await patch(client, [{ op: "replace", path: "/items", value: [] }])).status).toBe(400);
    expect((await patch(client, [{ op: "add", path: "/amounts", value: AMOUNTS }])).status).toBe(200);
    expect((await register(client, {})).status).toBe(201);
    for (const path of ["", `/${orderId()}`, `/${orderId()}/shipments`, `/${orderId()}/histories`])
      expect((await client.call({ path: `${ordersPath(client)}${path}` })).status).toBe(200);
  },
  "patch-media-type": async () => {
    const client = await open();
    await put(client, {});
    for (const type of ["application/json", "application/json-patch+json"])
      expect(
        (await patch(client, [{ op: "add", path: "/amounts", value: AMOUNTS }], { "Content-Type": type })).status,
      ).toBe(200);
    expect(
      (await patch(client, [{ op: "add", path: "/amounts", value: AMOUNTS }], { "Content-Type": "text/json" })).status,
    ).toBe(400);
  },
  "patch-paths": patchPaths,
  "fully-populated-order": async () => {
    const client = await open();
    const empty = await loose(client, { method: "PUT", path: ordersPath(client, 1) });
    expect([empty.status, empty.json.code]).toEqual([400, "MISSING_ORDER"]);
    await expectConforms({ notes: "only this" });
  },
  "related-order-links": async () => {
    const client = await open();
    const got = await put(client, { notes: "kept", links: [{ href: "/x", rel: "parent", method: "GET" }] });
    expect(got.json).not.toHaveProperty("links");
    expect((await client.call({ path: ordersPath(client, 1) })).json).not.toHaveProperty("links");
  },
  "single-order-if-modified-since": async () => {
    const client = await open();
    await put(client, { updatedAt: "2020-01-01T00:00:00Z" });
    const headers = { "If-Modified-Since": "2026-01-01T00:00:00Z" };
    expect((await client.call({ path: ordersPath(client, 1), headers })).status).toBe(200);
  },
  "event-triggers": async () => {
    const client = await open();
    const statuses = (status: string) => ({ statuses: { status } });
    for (const status of ["OPENED", "OPENED", "COMPLETED"]) await put(client, statuses(status));
    await patch(client, [{ op: "add", path: "/amounts", value: AMOUNTS }]);
    await put(client, statuses("CANCELLED"), 2);
    await put(client, statuses("PARKED"), 3);
    expect((await eventsOf(client)).toSorted()).toEqual(
      [
        ...["ORDER_OPENED", "ORDER_UPDATED", "ORDER_UPDATED", "ORDER_COMPLETED", "ORDER_UPDATED"],
        "ORDER_CANCELLED",
      ].toSorted(),
    );
  },
};

async function patchPaths(): Promise<void> {
  const client = await open();
  await put(client, { items: [{ id: 1 }], discounts: [], amounts: AMOUNTS });
  const status = async (...operations: object[]) => (await patch(client, operations)).status;
  expect(await status({ op: "replace", path: "/items", value: [{ id: 2 }] })).toBe(200);
  expect(await status({ op: "replace", path: "/discounts", value: [{}] })).toBe(200);
  expect(await status({ op: "add", path: "/amounts/feeTotal", value: 1 })).toBe(200);
  expect(await status({ op: "replace", path: "/amounts/feeTotal", value: 2 })).toBe(200);
  expect(await status({ op: "remove", path: "/amounts/feeTotal" })).toBe(200);
  expect(await status({ op: "remove", path: "/amounts" })).toBe(200);
  expect(await status({ op: "add", path: "/amounts", value: AMOUNTS })).toBe(200);
  expect(await status({ op: "replace", path: "/items/0", value: {} })).toBe(400);
  expect(await status({ op: "add", path: "/items", value: [] })).toBe(400);
  expect(await status({ op: "remove", path: "/discounts" })).toBe(400);
  expect(await status({ op: "replace", path: "/notes", value: "x" })).toBe(400);
  expect(await status({ op: "test", path: "/amounts/netTotal", value: 1 })).toBe(400);
  const one = { op: "replace", path: "/amounts/netTotal", value: 5 };
  expect(await status()).toBe(400);
  expect(await status(...Array(101).fill(one))).toBe(400);
  expect(await status(...Array(100).fill(one))).toBe(200);
  expect(await status({ ...one, value: 6 }, { op: "remove", path: "/amounts/taxTotal" })).toBe(400);
  expect((await client.call({ path: ordersPath(client, 1) })).json.amounts).toEqual({ ...AMOUNTS, netTotal: 5 });
}
