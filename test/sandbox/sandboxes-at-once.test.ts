import { createServer, request } from "node:http";
import { afterAll, beforeAll, expect, test } from "vitest";
import { listenOn } from "../../src/cli/process/listen-on.js";
import { createSandbox } from "../../src/sandbox/index.js";
import { type CheckedClient, defects, openCheckedClient, sendUnchecked } from "./checked-client.js";
import { PATIENT } from "./patient-limits.js";

const ORDER_ID = "9c1d2e3f-4a5b-4c6d-8e7f-0a1b2c3d4e5f";
const JSON_TYPE = { "Content-Type": "application/json" };

let root: CheckedClient;
beforeAll(async () => {
  // A busy machine must not cause a second attempt.
  root = await openCheckedClient({ data: "none", deliveries: PATIENT });
});
afterAll(async () => {
  await root.close();
  expect(defects).toEqual([]);
});

const order = (number: string) => ({ orderNumber: number, statuses: { status: "OPENED" } });
const pathOf = ({ businessId }: CheckedClient) => `/businesses/${businessId}/orders`;

test("50 sandboxes at once do not influence each other", async () => {
  const deliveries = new Map<string, number>();
  const listener = createServer((request, response) => {
    deliveries.set(request.url ?? "", (deliveries.get(request.url ?? "") ?? 0) + 1);
    response.end();
  });
  const deliveryUrl = await listenOn(listener);
  const startAt = { time: Date.parse("2026-03-14T09:30:00Z") };
  const clients = await Promise.all(
    Array.from({ length: 50 }, () => openCheckedClient({ data: "none", deliveries: PATIENT, startAt })),
  );
  const run = async (client: (typeof clients)[number], index: number) => {
    const { businessId, applicationId, call, admin } = client;
    const secret = "a-long-random-signing-secret";
    const hook = {
      applicationId,
      businessId,
      secret,
      deliveryUrl: `${deliveryUrl}/${index}`,
      eventTypes: ["ORDER_OPENED"],
    };
    expect((await call({ method: "POST", path: "/hooks", body: hook })).status).toBe(201);
    // As many orders as the index says, with the same ids in every sandbox.
    for (let number = 0; number <= index % 3; number += 1) {
      const path = `${pathOf(client)}/${ORDER_ID.slice(0, -1)}${number}`;
      const headers = { "Service-Request-Id": `request-${number}` };
      expect((await call({ method: "PUT", path, headers, body: order(`${index}-${number}`) })).status).toBe(201);
    }
    await admin("PUT", "/clock", { mode: "freeze", time: `2026-03-14T10:00:${String(index).padStart(2, "0")}Z` });
    if (index % 2 === 0) await admin("POST", "/faults", { do: { status: 503 } });
    if (index % 5 === 0) await admin("POST", "/reset", {});
  };
  await Promise.all(clients.map(run));
  const states = await Promise.all(
    clients.map(async ({ admin }) => {
      const { clock, faults, hooks, events, requests } = (await admin("GET", "/overview")).json;
      const count = requests.filter((it: { readonly operationId: string }) => it.operationId === "recordOrder").length;
      return [clock.mode, clock.mode === "frozen" ? clock.time : "", faults.length, hooks.length, events.length, count];
    }),
  );
  expect(states).toEqual(
    clients.map((_, index) => {
      const orders = (index % 3) + 1;
      if (index % 5 === 0) return ["running", "", 0, 0, 0, 0];
      const time = `2026-03-14T10:00:${String(index).padStart(2, "0")}.000Z`;
      return ["frozen", time, index % 2 === 0 ? 1 : 0, 1, orders, orders];
    }),
  );
  await expect
    .poll(() => clients.every((_, index) => index % 5 === 0 || deliveries.get(`/${index}`) === (index % 3) + 1), {
      timeout: 60_000,
    })
    .toBe(true);
  expect((await root.admin("GET", "/events")).json.events).toEqual([]);
  await Promise.all(clients.map((client) => client.close()));
  listener.close();
});

test("a token is valid in its own sandbox only", async () => {
  const clients = await Promise.all([1, 2].map(() => openCheckedClient({ seed: "its own", data: "small" })));
  const [one, other] = clients;
  if (one === undefined || other === undefined) throw new Error("not opened");
  expect(other.businessId).toBe(one.businessId);
  const headers = { Authorization: `Bearer ${other.token}` };
  expect((await one.call({ path: pathOf(one), headers })).status).toBe(401);
  expect((await other.call({ path: pathOf(other) })).status).toBe(200);
  await Promise.all(clients.map((client) => client.close()));
});

test("a sandbox takes data like that of a seed-data file", async () => {
  const businesses = [{ id: "7f3c1d52-4b8e-4a57-9c1e-2d6a8b0f4e11", name: "My shop" }];
  const sandbox = await createSandbox({ seed: "tests", data: { businesses } });
  expect(sandbox.demo).toBe(undefined);
  const reset = { method: "POST", path: "/reset", headers: JSON_TYPE, body: {} };
  expect((await sendUnchecked(sandbox.adminUrl, reset)).status).toBe(200);
  await sandbox.close();
  await expect(createSandbox({ seed: "tests", data: { businesses: [{ id: "no" }] } })).rejects.toThrow(
    /^data:1:\d+: \/businesses\/0: /,
  );
});

test.each([
  ["/trigger", 400],
  ["/snapshot", "waits for the body"],
])("a body of 17 MB to %s: %s", async (path, expected) => {
  const headers = { ...JSON_TYPE, "Content-Length": 17 * 1024 * 1024 };
  const sent = request(`${root.sandbox.adminUrl}${path}`, { method: "POST", headers });
  sent.on("error", () => undefined);
  sent.flushHeaders();
  const responded = new Promise((done) => sent.once("response", ({ statusCode }) => done(statusCode)));
  const waited = new Promise((done) => setTimeout(done, expected === 400 ? 20_000 : 200, "waits for the body"));
  expect(await Promise.race([responded, waited])).toBe(expected);
  sent.destroy();
});
