/** Lists with large orders are sent in parts. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { type CheckedClient, defects, openCheckedClient, sendUnchecked } from "../checked-client.js";

let client: CheckedClient;
let list: string;
const id = (number: number): string => `5b8f0a1c-7d2e-4c39-9a60-1f2e3d4c5b6${number}`;
const sizes = [20, 30_000, 20, 900_000];

beforeAll(async () => {
  client = await openCheckedClient({ data: "none" });
  list = `/businesses/${client.businessId}/orders`;
  for (const [number, size] of sizes.entries()) {
    const body = { orderNumber: `L-${number}`, notes: "x".repeat(size), orderHistories: [] };
    await client.call({ method: "PUT", path: `${list}/${id(number)}`, body });
  }
});
afterAll(() => client.close());

test("has the same items and links as a list that is sent at once", async () => {
  const whole = await client.call({ path: list });
  expect(whole.json.orders.map(({ notes }: { notes: string }) => notes.length)).toEqual(sizes);
  expect(whole.json.orders.map((order: object) => "orderHistories" in order)).toEqual(sizes.map(() => false));
  expect([whole.json.count, whole.json.links, whole.header("content-length")]).toEqual([4, [], undefined]);
  const first = await client.call({ path: `${list}?limit=2` });
  const second = await client.call({ path: first.json.links[0].href });
  expect([...first.json.orders, ...second.json.orders]).toEqual(whole.json.orders);
  const small = await client.call({ path: `${list}?limit=1` });
  expect(Number(small.header("content-length"))).toBe(small.bytes.length);
  const headers = { "Api-Version": "1.2", Authorization: `Bearer ${client.token}` };
  const head = await sendUnchecked(client.sandbox.url, { method: "HEAD", path: list, headers });
  expect([head.status, head.bytes.length]).toEqual([200, 0]);
});

test("is in the log without its body, and can be cut off by a fault rule", async () => {
  await client.call({ path: list });
  const { requests } = (await client.admin("GET", "/requests")).json;
  const logged = await client.admin("GET", `/requests/${requests[0].id}`);
  expect(logged.text).toContain("the log does not keep large lists");
  await client.admin("POST", "/faults", { match: { method: "GET", times: 1 }, do: { truncate: 50_000 } });
  const response = await fetch(`${client.sandbox.url}${list}`, {
    headers: { "Api-Version": "1.2", Authorization: `Bearer ${client.token}` },
  });
  await expect(response.text()).rejects.toThrow();
  expect((await client.call({ path: list })).status).toBe(200);
  expect(defects).toEqual([]);
});
