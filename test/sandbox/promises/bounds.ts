/** Checks of errors, limits and idempotency. */
import { expect } from "vitest";
import { advance, type Checks, eventsOf, loose, open, ordersPath, put } from "./check-setup.js";

const refused = async (client: Parameters<typeof loose>[0], method: string, path: string): Promise<number> =>
  (await loose(client, { method, path, ...(method === "GET" ? {} : { body: {} }) })).status;

export const BOUND_CHECKS: Checks = {
  "order-create-and-delete-endpoints": async () => {
    const client = await open();
    expect(await refused(client, "POST", ordersPath(client))).toBe(405);
    expect(await refused(client, "DELETE", ordersPath(client, 1))).toBe(405);
    expect(await refused(client, "POST", "/orders")).toBe(404);
    expect((await put(client, {})).status).toBe(201);
  },
  "single-transaction-endpoints": async () => {
    const client = await open();
    const id = "0c9687b5-c717-4d5d-b97f-59cd43cf94c1";
    const path = `/businesses/${client.businessId}/transactions`;
    await put(client, { transactions: [{ id }] });
    expect((await client.call({ path })).json.transactions).toMatchObject([{ id }]);
    for (const method of ["GET", "PUT", "PATCH", "DELETE"])
      expect(await refused(client, method, `${path}/${id}`)).toBe(404);
    expect(await refused(client, "POST", `${path}/${id}/capture`)).toBe(404);
  },
  "hook-and-notification-endpoints": async () => {
    const client = await open();
    for (const [method, path, status] of [
      ["GET", "/hooks", 405],
      ["DELETE", "/hooks", 405],
      ["DELETE", "/hooks/5b8f0a1c-7d2e-4c39-9a60-1f2e3d4c5b6a", 404],
      ["GET", "/notifications", 404],
    ] as const)
      expect(await refused(client, method, path)).toBe(status);
    expect((await client.admin("GET", "/hooks")).json).toEqual({ hooks: [] });
    expect((await client.admin("GET", "/deliveries")).json).toEqual({ deliveries: [] });
  },
  "error-body-shape": async () => {
    const client = await open();
    const got = await put(client, { items: 1 });
    expect(got.json).toEqual({ status: 400, code: "INVALID_BODY", message: expect.any(String) });
    expect(got.header("content-type")).toBe("application/json");
  },
  "error-conditions": async () => {
    const client = await open();
    const status = async (path: string) => (await client.call({ path })).status;
    expect(await status(`${ordersPath(client)}?limit=0`)).toBe(400);
    expect(await status("/businesses/1daef824-206a-4f94-999f-205ca806f884/orders")).toBe(403);
    expect(await status("/apps/urn:aid:6d8f0b2a-afc2-48e9-9bed-5f7b9d1c3ad1/plans")).toBe(403);
    expect(await status(ordersPath(client, 1))).toBe(404);
    expect((await loose(client, { path: "/nowhere" })).status).toBe(404);
    const method = await loose(client, { method: "DELETE", path: ordersPath(client) });
    expect([method.status, method.header("allow")]).toEqual([405, "GET"]);
  },
  "request-size-limits": requestSizes,
  "deprecation-policy": async () => {
    const client = await open();
    for (const version of ["1.1", "1.20", "2", "", " 1.3"])
      expect((await client.call({ path: ordersPath(client), headers: { "Api-Version": version } })).status).toBe(400);
    expect((await client.call({ path: ordersPath(client) })).status).toBe(200);
  },
  idempotency: async () => {
    const client = await open({ policies: { tokenLifetime: 100_000 } });
    const headers = { "Service-Request-Id": "one" };
    const send = (body: object, number = 1) =>
      client.call({ method: "PUT", path: ordersPath(client, number), body, headers });
    const first = await send({ statuses: { status: "OPENED" } });
    await put(client, { notes: "changed meanwhile" });
    const again = await send({ statuses: { status: "OPENED" } });
    expect([first.status, again.status, again.text]).toEqual([201, 201, first.text]);
    const { requests } = (await client.admin("GET", "/requests")).json;
    expect(requests.map(({ replayed }: { replayed?: boolean }) => replayed).slice(0, 3)).toEqual([
      true,
      undefined,
      undefined,
    ]);
    expect((await eventsOf(client)).toSorted()).toEqual(["ORDER_OPENED", "ORDER_UPDATED"]);
    const other = await send({ statuses: { status: "COMPLETED" } });
    expect([other.status, other.json.code]).toEqual([400, "REQUEST_ID_REUSED"]);
    // The request id is scoped to path and method.
    expect((await send({ statuses: { status: "OPENED" } }, 2)).status).toBe(201);
    const body = [{ op: "add", path: "/amounts", value: { authorizedTotals: {} } }];
    expect((await client.call({ method: "PATCH", path: ordersPath(client, 1), body, headers })).status).toBe(200);
    await advance(client, "PT23H59M59S");
    expect((await send({ statuses: { status: "OPENED" } })).status).toBe(201);
    await advance(client, "PT1S");
    expect((await send({ statuses: { status: "OPENED" } })).status).toBe(200);
  },
};

async function requestSizes(): Promise<void> {
  const client = await open();
  const status = async (body: string) => (await put(client, Buffer.from(body))).status;
  const sized = (size: number) => `{"notes":"${"x".repeat(size - 12)}"}`;
  expect(sized(100).length).toBe(100);
  const [first, second] = [await put(client, { notes: "" }), await put(client, { notes: "" })];
  expect([first.status, second.status]).toEqual([201, 200]);
  const raw = (body: string) =>
    loose(client, {
      method: "PUT",
      path: ordersPath(client, 1),
      body,
      headers: { "Content-Type": "application/json" },
    });
  expect((await raw(sized(1024 * 1024))).status).toBe(200);
  expect((await raw(sized(1024 * 1024 + 1))).status).toBe(400);
  const nested = (levels: number) => `{"fees":[{"x":${"[".repeat(levels - 3)}${"]".repeat(levels - 3)}}]}`;
  expect([(await raw(nested(64))).status, (await raw(nested(65))).status]).toEqual([200, 400]);
  const items = (count: number) => `{"fees":[${Array(count).fill("{}").join()}]}`;
  expect([(await raw(items(5000))).status, (await raw(items(5001))).status]).toEqual([200, 400]);
  const members = (count: number) =>
    `{"fees":[{${Array.from({ length: count - 1 }, (_, number) => `"m${number}":0`).join()}}]}`;
  expect([(await raw(members(10_000))).status, (await raw(members(10_001))).status]).toEqual([200, 400]);
  expect(await status("{}")).toBe(200);
  const headed = async (size: number) =>
    (await loose(client, { path: ordersPath(client), headers: { "X-Long": "x".repeat(size) } })).status;
  expect(await headed(14 * 1024)).toBe(200);
  expect(await headed(16 * 1024)).toBe(431);
}
