import { afterAll, beforeAll, expect, test } from "vitest";
import { type CheckedClient, openCheckedClient } from "../checked-client.js";

const NOW = "2026-03-14T09:30:00Z";
const LATER = "2026-03-14T09:30:01Z";
const WARNING = `299 sandbox "updatedAt ${LATER} is ahead of the clock ${NOW}: lists need an endAt after it"`;
let client: CheckedClient;
let path: string;
beforeAll(async () => {
  client = await openCheckedClient({ data: "none", startAt: { time: Date.parse(NOW), freeze: true } });
  path = `/businesses/${client.businessId}/orders`;
});
afterAll(() => client.close());

test.each([
  ["an order ahead of the clock", LATER, WARNING, 0],
  ["an order of the present time", NOW, undefined, 1],
])("%s", async (_, updatedAt, warning, listed) => {
  const orderPath = `${path}/9c1d2e3f-4a5b-4c6d-8e7f-0a1b2c3d4e5${listed}`;
  const written = await client.call({ method: "PUT", path: orderPath, body: { updatedAt } });
  expect([written.status, written.header("warning")]).toEqual([201, warning]);
  expect((await client.call({ path })).json.orders).toHaveLength(listed);
  const [logged] = (await client.admin("GET", "/requests?limit=2")).json.requests.slice(1);
  expect([logged.method, logged.warning]).toEqual(["PUT", warning]);
});
