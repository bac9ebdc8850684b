/** Checks of events: registration, sending and retries. */
import { expect } from "vitest";
import { listenOn } from "../../../src/cli/process/listen-on.js";
import { verify } from "../../../src/webhooks/index.js";
import type { CheckedClient } from "../checked-client.js";
import { advance, type Checks, listener, loose, open, ordersPath, put, register, START } from "./check-setup.js";

type Delivery = {
  readonly state: string;
  readonly createdAt: string;
  readonly signature?: string;
  readonly attempts: readonly { readonly startedAt: string; readonly status?: number; readonly reason: string }[];
};

async function deliveriesOf(client: CheckedClient): Promise<readonly Delivery[]> {
  return (await client.admin("GET", "/deliveries?limit=1000")).json.deliveries;
}

const opened = (client: CheckedClient, number = 1) => put(client, { statuses: { status: "OPENED" } }, number);

export const DELIVERY_CHECKS: Checks = {
  "other-event-types": async () => {
    const client = await open();
    for (const type of ["ORDER_OPENED", "ORDER_COMPLETED", "ORDER_CANCELLED", "ORDER_UPDATED"])
      expect((await register(client, { eventTypes: [type] })).status).toBe(201);
    for (const type of ["ORDER_DELETED", "order_opened", ""])
      expect((await register(client, { eventTypes: ["ORDER_OPENED", type] })).status).toBe(400);
  },
  "retry-count-and-interval": retries,
  "notification-list-endpoint": async () => {
    const client = await open();
    await listener(client, [500]);
    await opened(client);
    await advance(client, "PT1H");
    const [delivery] = await deliveriesOf(client);
    expect(delivery?.attempts.map(({ status }) => status)).toEqual([500, 200]);
    await advance(client, "P29DT22H");
    expect((await deliveriesOf(client)).length).toBe(1);
    await advance(client, "PT2H");
    expect((await deliveriesOf(client)).length).toBe(0);
  },
  "webhook-event-ids": async () => {
    const client = await open();
    const listening = await listener(client);
    const [storeId, storeDeviceId] = [
      "1daef824-206a-4f94-999f-205ca806f884",
      "urn:tid:5b8f0a1c-7d2e-4c39-9a60-1f2e3d4c5b6a",
    ];
    await put(client, { statuses: { status: "OPENED" }, context: { storeId, storeDeviceId } }, 1);
    await opened(client, 2);
    await advance(client, "PT1S");
    const [first, second] = listening.bodies.map((body) => JSON.parse(body));
    const { applicationId, businessId } = client;
    const byOrder = [first, second].toSorted((one, other) => (one.resourceId < other.resourceId ? -1 : 1));
    expect(byOrder[0]).toMatchObject({ applicationId, businessId, storeId, deviceId: storeDeviceId });
    for (const name of ["storeId", "deviceId"]) expect(byOrder[1]).not.toHaveProperty(name);
  },
  "delivery-method": async () => {
    const client = await open();
    const { createServer } = await import("node:http");
    const seen: string[] = [];
    const server = createServer((request, response) => {
      const chunks: Buffer[] = [];
      request.on("data", (chunk: Buffer) => chunks.push(chunk));
      request.on("end", async () => {
        const signature = String(request.headers["service-webhook-signature"]);
        const isRight = await verify(Buffer.concat(chunks), signature, "a-secret-to-sign-with");
        seen.push(`${request.method} ${request.headers["content-type"]} ${isRight}`);
        response.writeHead(200).end();
      });
    });
    expect((await register(client, { deliveryUrl: `${await listenOn(server)}/` })).status).toBe(201);
    await opened(client);
    await advance(client, "PT1S");
    server.close();
    expect(seen).toEqual(["POST application/json true"]);
  },
  "masked-secret": async () => {
    const client = await open();
    for (const secret of ["s", "a-much-longer-secret-than-that"]) {
      expect((await register(client, { secret })).json.secret).toBe("********");
    }
    expect((await client.admin("GET", "/hooks")).text).not.toContain("a-much-longer");
  },
};

const SECONDS = [5, 30, 120, 600, 1800, 7200, 18_000, 36_000, 36_000];

async function retries(): Promise<void> {
  const client = await open();
  await listener(client, Array(100).fill(500));
  await opened(client);
  await advance(client, "P2D");
  const [delivery] = await deliveriesOf(client);
  const times = delivery?.attempts.map(({ startedAt }) => Date.parse(startedAt)) ?? [];
  expect([delivery?.state, times.length]).toEqual(["exhausted", 10]);
  const waits = times.slice(1).map((time, index) => (time - (times[index] ?? 0)) / 1000 / (SECONDS[index] ?? 0));
  for (const wait of waits) {
    expect(wait).toBeGreaterThanOrEqual(0.9);
    expect(wait).toBeLessThanOrEqual(1.1);
  }
  await patience();
  await gone();
  await fiveDays();
}

/** A listener that asks to wait two hours gets a pause of one hour. */
async function patience(): Promise<void> {
  const { createServer } = await import("node:http");
  const client = await open();
  const server = createServer((_, response) => response.writeHead(503, { "Retry-After": "7200" }).end());
  await register(client, { deliveryUrl: `${await listenOn(server)}/` });
  await opened(client);
  await advance(client, "PT1H1S");
  server.close();
  const [delivery] = await deliveriesOf(client);
  expect(delivery?.attempts.map(({ startedAt }) => Date.parse(startedAt) - START)).toEqual([0, 3_600_000]);
}

async function isActive(client: CheckedClient): Promise<boolean> {
  return (await client.admin("GET", "/hooks")).json.hooks[0].active;
}

async function gone(): Promise<void> {
  const client = await open();
  await listener(client, [410]);
  await opened(client);
  await advance(client, "PT1S");
  expect([await isActive(client), (await deliveriesOf(client))[0]?.state]).toEqual([false, "disabled"]);
}

async function fiveDays(): Promise<void> {
  const client = await open({ policies: { tokenLifetime: 10 * 86_400 } });
  await listener(client, Array(1000).fill(500));
  for (const day of [1, 2, 3, 4, 5]) {
    await opened(client, day);
    await advance(client, day === 5 ? "PT23H59M" : "P1D");
    expect(await isActive(client)).toBe(true);
  }
  await opened(client, 6);
  await advance(client, "P1D");
  expect(await isActive(client)).toBe(false);
  expect((await loose(client, { path: ordersPath(client, 6) })).status).toBe(200);
}
