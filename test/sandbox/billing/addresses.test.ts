/** The service and the billing service have addresses of their own, unless one address is chosen. */
import { expect, test } from "vitest";
import { type CheckedClient, openCheckedClient, sendUnchecked } from "../checked-client.js";

const getPlans = ({ applicationId }: CheckedClient): string => `/apps/${applicationId}/plans`;
const getOrders = ({ businessId }: CheckedClient): string => `/businesses/${businessId}/orders?limit=1`;

async function send(client: CheckedClient, base: string, path: string, method = "GET"): Promise<[number, string?]> {
  const headers = { "Api-Version": "1.2", Authorization: `Bearer ${client.token}` };
  const { status, json } = await sendUnchecked(base, { method, path, headers });
  return status < 300 ? [status] : [status, json.message];
}

test("each has its own paths only, and names the address of the others", async () => {
  const client = await openCheckedClient({ data: "none" });
  const { url, billingUrl, adminUrl } = client.sandbox;
  expect(new Set([url, billingUrl, adminUrl]).size).toBe(3);
  expect(await send(client, url, getOrders(client))).toEqual([200]);
  expect(await send(client, billingUrl, getPlans(client))).toEqual([200]);
  for (const method of ["GET", "POST"]) {
    const missing = "has no such path; the";
    expect(await send(client, url, getPlans(client), method)).toEqual([
      404,
      `the service ${missing} billing service has it: ${billingUrl}`,
    ]);
    expect(await send(client, billingUrl, getOrders(client), method)).toEqual([
      404,
      `the billing service ${missing} service has it: ${url}`,
    ]);
  }
  expect(await send(client, billingUrl, "/unknown")).toEqual([404, "the spec has no such path"]);
  const urls = (await client.admin("GET", "/requests")).json.requests.map(({ url: each }: { url: string }) => each);
  expect(urls).toContain(`${billingUrl}${getPlans(client)}`);
  expect(urls).toContain(`${url}${getOrders(client)}`);
  await client.close();
});

test("a single address has the paths of both", async () => {
  const client = await openCheckedClient({ data: "none", singleAddress: true });
  const { url, billingUrl } = client.sandbox;
  expect(billingUrl).toBe(url);
  expect(await send(client, url, getOrders(client))).toEqual([200]);
  expect(await send(client, url, getPlans(client))).toEqual([200]);
  await client.close();
});

test("no webhook leads to the billing address", async () => {
  const client = await openCheckedClient({ data: "none" });
  const { applicationId, businessId, sandbox } = client;
  const body = { applicationId, businessId, secret: "s3cret", eventTypes: ["ORDER_OPENED"] };
  const register = async (deliveryUrl: string): Promise<number> =>
    (await client.call({ method: "POST", path: "/hooks", body: { ...body, deliveryUrl } })).status;
  expect(await register(`${sandbox.billingUrl}/hooks`)).toBe(400);
  expect(await register("http://127.0.0.1:45678/hooks")).toBe(201);
  await client.close();
});
