import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { selfSignedAssertion } from "../../../src/sandbox/index.js";
import { createFolder, runContract } from "../../cli/run-contract.js";
import { type CheckedClient, defects, openCheckedClient, sendUnchecked } from "../checked-client.js";

let client: CheckedClient;
beforeAll(async () => {
  client = await openCheckedClient({ data: "none" });
});
afterAll(async () => {
  await client.close();
  expect(defects).toEqual([]);
});

const post = (path: string, body: object) => client.admin("POST", path, body);

describe("a trigger", () => {
  test.each([
    ["order.opened", ["ORDER_OPENED"], "OPENED"],
    ["order.completed", ["ORDER_OPENED", "ORDER_UPDATED", "ORDER_COMPLETED"], "COMPLETED"],
    ["order.cancelled", ["ORDER_OPENED", "ORDER_UPDATED", "ORDER_CANCELLED"], "CANCELLED"],
    ["order.updated", ["ORDER_OPENED", "ORDER_UPDATED"], "OPENED"],
  ])("%s makes an order with its events", async (event, events, status) => {
    const { status: code, json } = await post("/trigger", { event });
    expect([code, json.businessId, json.events]).toEqual([201, client.businessId, events]);
    const read = await client.call({ path: `/businesses/${client.businessId}/orders/${json.order.id}` });
    expect([read.status, read.json.statuses.status]).toEqual([200, status]);
    const published = (await client.admin("GET", `/events?orderId=${json.order.id}`)).json.events;
    expect(published.map((it: { readonly eventType: string }) => it.eventType).sort()).toEqual([...events].sort());
  });

  test("changes an order that exists, with members of the request", async () => {
    const orderId = "9c1d2e3f-4a5b-4c6d-8e7f-0a1b2c3d4e5f";
    const created = await post("/trigger", { event: "order.opened", orderId, order: { orderNumber: "H-1" } });
    expect([created.json.order.id, created.json.order.orderNumber]).toEqual([orderId, "H-1"]);
    const changed = await post("/trigger", { event: "order.completed", orderId, order: { notes: "done" } });
    expect(changed.json.events).toEqual(["ORDER_UPDATED", "ORDER_COMPLETED"]);
    expect(changed.json.order).toMatchObject({ orderNumber: "H-1", notes: "done", statuses: { status: "COMPLETED" } });
  });

  test("makes orders of a business that was added", async () => {
    const { json: business } = await post("/businesses", { name: "New shop" });
    const { json } = await post("/trigger", { event: "order.opened", businessId: business.id });
    expect([json.businessId, json.order.context.businessId]).toEqual([business.id, business.id]);
  });

  test("is a command", async () => {
    const { url, adminUrl } = client.sandbox;
    const credentials = { url, adminUrl, audience: "a", applicationId: "i", privateKey: "k" };
    const file = join(createFolder({ "c.json": JSON.stringify(credentials) }), "c.json");
    const { code, stdout } = await runContract(["trigger", "order.completed", "--credentials", file]);
    expect([code, stdout]).toEqual([
      0,
      expect.stringMatching(
        /^ORDER_OPENED\nORDER_UPDATED\nORDER_COMPLETED\norder [-0-9a-f]{36}\nbusiness [-0-9a-f]{36}\n$/,
      ),
    ]);
    const wrong = await runContract(["trigger", "order.lost", "--credentials", file]);
    expect([wrong.code, wrong.stderr]).toEqual([2, expect.stringContaining("`event` must be one of order.opened")]);
  });
});

test("an application with a new key can sign in and sees its business and its user", async () => {
  const { json: business } = await post("/businesses", { name: "Shop of an application", applicationIds: [] });
  const { status, json: application } = await post("/applications", { name: "New", businessIds: [business.id] });
  expect(status).toBe(201);
  expect((await post("/users", { businessId: business.id, username: "eve", password: "a password" })).status).toBe(201);
  const { url } = client.sandbox;
  const assertion = await selfSignedAssertion({
    ...{ applicationId: application.id, privateKeyPem: application.privateKey, audience: url, jti: "first" },
    now: Date.parse((await sendUnchecked(url, { method: "HEAD", path: "/token" })).header("date") ?? ""),
  });
  const grantType = "urn:ietf:params:oauth:grant-type:jwt-bearer";
  const headers = { "Api-Version": "1.2", "Content-Type": "application/x-www-form-urlencoded" };
  const body = new URLSearchParams({ grantType, assertion }).toString();
  const token = await client.raw({ method: "POST", path: "/token", headers, body });
  expect(token.status).toBe(200);
  const call = (path: string) => client.call({ path, headers: { Authorization: `Bearer ${token.json.accessToken}` } });
  expect((await call(`/businesses/${business.id}/orders`)).status).toBe(200);
  expect((await call(`/businesses/${client.businessId}/orders`)).status).toBe(403);
  const { applications } = (await client.admin("GET", "/applications")).json;
  const listed = applications.find((it: { readonly id: string }) => it.id === application.id);
  expect(listed.businesses).toEqual([{ id: business.id, name: "Shop of an application", users: ["eve"] }]);
  expect(JSON.stringify(applications)).not.toContain("PRIVATE");
});

test("a subscription to a new plan starts with its trial, and can be cancelled", async () => {
  const { applicationId, businessId } = client;
  const { json: plan } = await post("/plans", { name: "Trial", trialPeriodDays: 7 });
  const created = await post("/subscriptions", { businessId, planId: plan.planId });
  expect([created.status, created.json.phase, created.json.status]).toEqual([201, "TRIAL", "ACTIVE"]);
  const { subscriptionId } = created.json;
  const path = `/apps/${applicationId}/subscriptions`;
  expect((await client.call({ path })).json.list).toEqual([created.json]);
  expect((await client.call({ path: `/apps/${applicationId}/plans` })).json.list).toEqual([plan]);
  const cancelled = await client.admin("PATCH", `/subscriptions/${subscriptionId}`, { status: "CANCELLED" });
  expect([cancelled.status, cancelled.json.status]).toEqual([200, "CANCELLED"]);
  expect((await client.call({ path })).json.list).toEqual([]);
  const headers = { "Api-Version": "1.2", Authorization: `Bearer ${client.token}` };
  const read = await sendUnchecked(client.sandbox.billingUrl, { path: `${path}/${subscriptionId}`, headers });
  expect(read.json.status).toBe("CANCELLED");
  expect(read.checkResult.findings.map(({ code }) => code)).toEqual(
    expect.arrayContaining(["response.body.not-in-enum"]),
  );
  expect((await client.admin("GET", "/subscriptions")).json.subscriptions).toEqual([cancelled.json]);
  expect((await client.admin("GET", "/plans")).json.plans).toEqual([plan]);
});

test("a hook can be deleted, with its history kept", async () => {
  const { applicationId, businessId } = client;
  const registration = {
    applicationId,
    businessId,
    deliveryUrl: "http://127.0.0.1:49999/",
    secret: "a-long-random-signing-secret",
    eventTypes: ["ORDER_OPENED"],
  };
  const { status, json: hook } = await client.call({ method: "POST", path: "/hooks", body: registration });
  expect([status, hook.message]).toEqual([201, undefined]);
  await post("/trigger", { event: "order.opened" });
  expect((await client.admin("DELETE", `/hooks/${hook.id}`)).json).toEqual({ deleted: true });
  expect((await client.admin("GET", "/hooks")).json.hooks).toEqual([]);
  const kept = async () => (await client.admin("GET", `/deliveries?hookId=${hook.id}`)).json.deliveries;
  await expect.poll(async () => (await kept()).map((it: { readonly state: string }) => it.state)).toEqual(["disabled"]);
  const [{ id }] = await kept();
  expect((await post("/deliveries/replay", { ids: [id] })).json.replayed).toBe(0);
  await post("/trigger", { event: "order.opened" });
  expect(await kept()).toHaveLength(1);
  expect((await client.admin("DELETE", `/hooks/${hook.id}`)).status).toBe(404);
});

const OTHER = "7f3c1d52-4b8e-4a57-9c1e-2d6a8b0f4e11";
type Refusal = readonly [path: string, body: object, status: number, message: string];
const REFUSED: readonly Refusal[] = [
  ["/trigger", {}, 400, "`event` must be one of"],
  ["/trigger", { event: "toString" }, 400, "`event` must be one of"],
  ["/trigger", { event: "order.opened", businessId: OTHER }, 404, "no business"],
  ["/trigger", { event: "order.opened", businessId: "../x" }, 400, "`businessId` must be"],
  ["/trigger", { event: "order.opened", orderId: "1" }, 400, "`orderId` must be"],
  ["/trigger", { event: "order.opened", order: [] }, 400, "`order` must be"],
  [
    "/trigger",
    { event: "order.opened", order: { items: [{ quantity: "two" }] } },
    400,
    "order/items/0/quantity: expected",
  ],
  ["/trigger", { event: "order.opened", order: { context: { businessId: OTHER } } }, 400, ""],
  ["/businesses", { name: "x", applicationIds: [`urn:aid:${OTHER}`] }, 400, "registered applications"],
  ["/businesses", { name: "x", applicationIds: "all" }, 400, "must be an array"],
  ["/businesses", { id: "1", name: "x" }, 400, "UUID"],
  ["/businesses", {}, 400, "name"],
  ["/applications", { name: "x", keys: [] }, 400, "public keys"],
  ["/applications", { name: "x", businessIds: [OTHER] }, 400, "registered business"],
  ["/applications", { id: "x", name: "x" }, 400, "application id"],
  ["/users", { businessId: OTHER, username: "a", password: "b" }, 400, "registered business"],
  ["/users", { businessId: OTHER, username: 1, password: "b" }, 400, "username"],
  ["/plans", { planId: 1 }, 400, "/planId: expected"],
  ["/plans", { appId: `urn:aid:${OTHER}` }, 400, "applications"],
  ["/subscriptions", { businessId: OTHER }, 400, "businesses"],
  ["/subscriptions", { planId: OTHER }, 400, "`planId`"],
];
test.each(REFUSED)("POST %s %j: %i %s", async (path, body, status, message) => {
  const lists = ["/applications", "/plans", "/subscriptions", "/events"];
  const read = () => Promise.all(lists.map(async (list) => (await client.admin("GET", list)).json));
  const before = await read();
  const got = await post(path, body);
  expect([got.status, got.json.message]).toEqual([status, expect.stringContaining(message)]);
  expect(await read()).toEqual(before);
});
