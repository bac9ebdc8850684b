import { createServer, request } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createSandbox, type Sandbox } from "../../../src/sandbox/index.js";
import { verifyRequests } from "../../../src/testing/index.js";
import {
  type CheckedClient,
  createCheckedClient,
  defects,
  openCheckedClient,
  sendUnchecked,
} from "../checked-client.js";
import { PATIENT } from "../patient-limits.js";

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

async function createChild(order: object = {}): Promise<CheckedClient & { readonly id: string }> {
  const { status, json } = await root.admin("POST", "/sandboxes", order);
  expect(status).toBe(201);
  const close = async (): Promise<void> => void (await root.admin("DELETE", `/sandboxes/${json.id}`));
  return { id: json.id, ...(await createCheckedClient({ ...json, close } as Sandbox)) };
}

const order = (number: string) => ({ orderNumber: number, statuses: { status: "OPENED" } });
const pathOf = ({ businessId }: CheckedClient) => `/businesses/${businessId}/orders`;

test("50 sandboxes at once do not influence each other", async () => {
  const deliveries = new Map<string, number>();
  const listener = createServer((request, response) => {
    deliveries.set(request.url ?? "", (deliveries.get(request.url ?? "") ?? 0) + 1);
    response.end();
  });
  await new Promise<void>((ready) => listener.listen(0, "127.0.0.1", ready));
  const deliveryUrl = `http://127.0.0.1:${(listener.address() as AddressInfo).port}`;
  const clients = await Promise.all(
    Array.from({ length: 50 }, (_, index) => createChild({ id: `t-${index}`, time: "2026-03-14T09:30:00Z" })),
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
  expect((await root.admin("GET", "/sandboxes")).json.sandboxes).toHaveLength(50);
  expect((await root.admin("GET", "/events")).json.events).toEqual([]);
  await Promise.all(clients.map((client) => client.close()));
  expect((await root.admin("GET", "/sandboxes")).json.sandboxes).toEqual([]);
  listener.close();
});

describe("one sandbox", () => {
  let child: Awaited<ReturnType<typeof createChild>>;
  beforeAll(async () => {
    child = await createChild({
      id: "one",
      data: "small",
      seed: "its own",
      time: "2026-03-14T09:30:00Z",
      freeze: true,
    });
  });

  test("has the seed, the time and the data of the request", async () => {
    const { url, adminUrl } = child.sandbox;
    expect([url, adminUrl]).toEqual([`${root.sandbox.url}/s/one`, `${root.sandbox.adminUrl}/s/one`]);
    expect(child.applicationId).not.toBe(root.applicationId);
    expect((await child.admin("GET", "/clock")).json).toMatchObject({
      mode: "frozen",
      time: "2026-03-14T09:30:00.000Z",
    });
    const list = await child.call({ path: `${pathOf(child)}?limit=1` });
    const [next] = list.json.links.filter((it: { readonly rel: string }) => it.rel === "next");
    expect((await child.call({ path: next.href })).status).toBe(200);
    expect((await sendUnchecked(adminOrigin(), { path: "/s/one/" })).text).toContain("<title>");
  });

  test("a token is valid in its own sandbox only", async () => {
    const other = await createChild({ seed: "its own" });
    expect(other.businessId).toBe(child.businessId);
    const headers = { Authorization: `Bearer ${other.token}` };
    expect((await child.call({ path: pathOf(child), headers })).status).toBe(401);
    expect((await other.call({ path: pathOf(other) })).status).toBe(200);
    expect((await root.call({ path: pathOf(root), headers })).status).toBe(401);
    await other.close();
  });

  test("takes data like that of a seed-data file", async () => {
    const businesses = [{ id: "7f3c1d52-4b8e-4a57-9c1e-2d6a8b0f4e11", name: "My shop" }];
    const created = await root.admin("POST", "/sandboxes", { id: "inline", data: { businesses } });
    expect([created.status, created.json.demo]).toEqual([201, undefined]);
    const reset = await root.admin("POST", "/s/inline/reset", {});
    expect(reset.status).toBe(200);
    const invalid = await root.admin("POST", "/sandboxes", { data: { businesses: [{ id: "no" }] } });
    expect([invalid.status, invalid.json.code]).toEqual([400, "INVALID_DATA"]);
  });
});

const adminOrigin = (): string => new URL(root.sandbox.adminUrl).origin;

type Refusal = readonly [method: string, path: string, body: object | undefined, status: number, code: string];
const REFUSED: readonly Refusal[] = [
  ["POST", "/sandboxes", { id: "One" }, 400, "INVALID_SANDBOX"],
  ["POST", "/sandboxes", { id: "../one" }, 400, "INVALID_SANDBOX"],
  ["POST", "/sandboxes", { id: "" }, 400, "INVALID_SANDBOX"],
  ["POST", "/sandboxes", { id: "a".repeat(41) }, 400, "INVALID_SANDBOX"],
  ["POST", "/sandboxes", { id: 1 }, 400, "INVALID_SANDBOX"],
  ["POST", "/sandboxes", { id: "one" }, 409, "CANNOT_CREATE_SANDBOX"],
  ["POST", "/sandboxes", { data: "/etc/passwd" }, 400, "INVALID_SANDBOX"],
  ["POST", "/sandboxes", { data: [] }, 400, "INVALID_SANDBOX"],
  ["POST", "/sandboxes", { seed: "" }, 400, "INVALID_SANDBOX"],
  ["POST", "/sandboxes", { time: "tomorrow" }, 400, "INVALID_TIME"],
  ["POST", "/sandboxes", { freeze: "yes" }, 400, "INVALID_SANDBOX"],
  ["POST", "/sandboxes", { database: "/tmp/x" }, 400, "INVALID_BODY"],
  ["PUT", "/sandboxes", {}, 405, "UNKNOWN_METHOD"],
  ["POST", "/s/one/sandboxes", {}, 404, "UNKNOWN_PATH"],
  ["GET", "/s/one/s/one/clock", undefined, 404, "UNKNOWN_PATH"],
  ["GET", "/s/one/../../clock", undefined, 404, "UNKNOWN_PATH"],
  ["GET", "/s/missing/clock", undefined, 404, "UNKNOWN_PATH"],
  ["GET", "/s/%6Fne/clock", undefined, 404, "UNKNOWN_PATH"],
  ["GET", "/s//clock", undefined, 404, "UNKNOWN_PATH"],
  ["DELETE", "/sandboxes/missing", undefined, 404, "UNKNOWN_SANDBOX"],
  ["DELETE", "/sandboxes", undefined, 405, "UNKNOWN_METHOD"],
];
test.each(REFUSED)("%s %s %j: %i %s", async (method, path, body, status, code) => {
  const got = await sendUnchecked(adminOrigin(), {
    method,
    path,
    headers: JSON_TYPE,
    ...(body === undefined ? {} : { body }),
  });
  expect([got.status, got.json.code]).toEqual([status, code]);
});

test.each([
  ["/sandboxes", 400],
  ["/s/one/trigger", 400],
  ["/snapshots", 400],
  ["/s/one/snapshot", "waits for the body"],
])("a body of 17 MB to %s: %s", async (path, expected) => {
  const headers = { ...JSON_TYPE, "Content-Length": 17 * 1024 * 1024 };
  const sent = request(`${adminOrigin()}${path}`, { method: "POST", headers });
  sent.on("error", () => undefined);
  sent.flushHeaders();
  const responded = new Promise((done) => sent.once("response", ({ statusCode }) => done(statusCode)));
  const waited = new Promise((done) => setTimeout(done, expected === 400 ? 20_000 : 200, "waits for the body"));
  expect(await Promise.race([responded, waited])).toBe(expected);
  sent.destroy();
});

test("the access rules of the admin address apply below it", async () => {
  const guarded = await createSandbox({ seed: "tests", data: "none", adminToken: "secret" });
  const authorized = { ...JSON_TYPE, Authorization: "Bearer secret" };
  const send = (method: string, path: string, headers: object) =>
    sendUnchecked(guarded.adminUrl, {
      method,
      path,
      headers: { ...headers },
      ...(method === "POST" ? { body: { id: "a", data: "none" } } : {}),
    });
  expect((await send("POST", "/sandboxes", JSON_TYPE)).status).toBe(401);
  expect((await send("POST", "/sandboxes", authorized)).status).toBe(201);
  expect((await send("GET", "/s/a/clock", JSON_TYPE)).status).toBe(401);
  expect((await send("GET", "/s/a/clock", { ...authorized, Origin: "https://page.example" })).status).toBe(403);
  expect((await send("GET", "/s/a/clock", authorized)).status).toBe(200);
  expect((await send("GET", "/s/a/health", {})).status).toBe(200);
  await guarded.close();
});

describe("shared sandboxes of a program", () => {
  test("use one server, until the last is closed", async () => {
    const [first, second] = await Promise.all(
      [1, 2].map(() => createSandbox({ shared: true, seed: "tests", data: "none" })),
    );
    if (first === undefined || second === undefined) throw new Error("not created");
    expect(new URL(first.url).origin).toBe(new URL(second.url).origin);
    expect(first.url).not.toBe(second.url);
    await fetch(`${first.url}/businesses`);
    const match = { path: "/businesses" };
    await verifyRequests(first.adminUrl, { match, count: 1 });
    await verifyRequests(second.adminUrl, { match, count: 0 });
    await first.advance("P1D");
    const offsets = [first, second].map(
      async ({ adminUrl }) => (await sendUnchecked(adminUrl, { path: "/clock" })).json.offset,
    );
    expect((await Promise.all(offsets)).map((it) => Math.round(it / 1000))).toEqual([86_400, 0]);
    await Promise.all([first.close(), first.close()]);
    expect((await fetch(`${second.adminUrl}/health`)).status).toBe(200);
    await second.close();
    await expect(fetch(`${second.adminUrl}/health`)).rejects.toThrow();
  });

  test("have no options of a server", async () => {
    await expect(createSandbox({ shared: true, port: 4020 })).rejects.toThrow(
      "port: a shared sandbox has no server of its own",
    );
  });
});
