/** The receiver against the sandbox, which signs and delivers as the service does. */
import assert from "node:assert/strict";
import { once } from "node:events";
import type { Server } from "node:http";
import type { AddressInfo } from "node:net";
import { after, before, test } from "node:test";
import {
  type ApplicationId,
  type BusinessId,
  type Client,
  createClient,
  jwtBearer,
  type OrderId,
  orThrow,
} from "commerce-contract";
import { createSandbox, type Sandbox } from "commerce-contract/sandbox";
import { sign } from "commerce-contract/webhooks";
import { createReceiver } from "../src/receiver.js";

const SECRET = "current-secret";
const opened: string[] = [];
let receiver: Server;
let deliveryUrl: string;
let sandbox: Sandbox;
let client: Client;
let businessId: BusinessId;

before(async () => {
  receiver = createReceiver({
    secrets: [SECRET, "next-secret"],
    onOrderOpened: (orderId) => void opened.push(orderId),
  });
  receiver.listen(0, "127.0.0.1");
  await once(receiver, "listening");
  deliveryUrl = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/webhooks`;

  sandbox = await createSandbox({ seed: "webhook-receiver" });
  assert.ok(sandbox.demo);
  businessId = sandbox.demo.businessId as BusinessId;
  const applicationId = sandbox.demo.applicationId as ApplicationId;
  client = createClient({ baseUrl: sandbox.url, signIn: { oauth2: jwtBearer(sandbox.demo) } });
  const body = { applicationId, businessId, deliveryUrl, secret: SECRET, eventTypes: ["ORDER_OPENED" as const] };
  orThrow(await client.createHook({ body }));
});

after(async () => {
  await sandbox.close();
  receiver.close();
});

test("processes an order once, although it is delivered twice", async () => {
  const orderId = crypto.randomUUID() as OrderId;
  const params = { path: { businessId, orderId } };
  orThrow(await client.recordOrder({ params, body: { statuses: { status: "OPENED" } } }));
  const [delivery] = await deliveriesWith(1);
  assert.deepEqual(opened, [orderId]);

  await fetch(`${sandbox.adminUrl}/deliveries/replay`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ ids: [delivery?.id] }),
  });
  const [repeated] = await deliveriesWith(2);
  assert.deepEqual(
    repeated?.attempts.map(({ status }) => status),
    [200, 200],
  );
  assert.deepEqual(opened, [orderId]);
});

test("refuses a wrong signature", async () => {
  const body = JSON.stringify({ id: "1", eventType: "ORDER_OPENED", resourceId: "forged" });
  const send = (signature: string) =>
    fetch(deliveryUrl, { method: "POST", headers: { "service-webhook-signature": signature }, body });
  assert.equal((await send(await sign(body, "another-secret"))).status, 401);
  assert.equal((await send(await sign(body, "next-secret"))).status, 200);
  assert.equal(opened.filter((orderId) => orderId === "forged").length, 1);
});

type Delivery = { readonly id: string; readonly attempts: readonly { readonly status?: number }[] };

/** The deliveries of the sandbox, as soon as the first has this many attempts that got a response. */
async function deliveriesWith(count: number): Promise<readonly Delivery[]> {
  for (;;) {
    const { deliveries } = (await (await fetch(`${sandbox.adminUrl}/deliveries`)).json()) as { deliveries: Delivery[] };
    if (deliveries[0]?.attempts.filter(({ status }) => status !== undefined).length === count) return deliveries;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}
