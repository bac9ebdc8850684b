/** Setup for the checks of the sandbox's behavior for open questions. */
import { expect, onTestFinished } from "vitest";
import type { SandboxOptions } from "../../../src/sandbox/index.js";
import { type Listener, listenForEvents } from "../admin/listener.js";
import {
  type CheckedClient,
  type CheckedResponse,
  openCheckedClient,
  sendUnchecked,
  type TestRequest,
} from "../checked-client.js";
import { PATIENT } from "../patient-limits.js";

/** Performs the documented behavior and fails when the sandbox behaves differently. */
export type Check = () => Promise<void>;

/** Keyed by the id of the open question. */
export type Checks = Readonly<Record<string, Check>>;

export const START = Date.parse("2026-03-01T08:00:00Z");

/** Starts a sandbox with a frozen clock, without orders by default. */
export async function open(options: SandboxOptions = {}): Promise<CheckedClient> {
  const client = await openCheckedClient({
    seed: "promises",
    data: "none",
    startAt: { time: START, freeze: true },
    deliveries: PATIENT,
    ...options,
  });
  onTestFinished(() => client.close());
  return client;
}

/** The order id for a number. */
export function orderId(number = 1): string {
  return `5b8f0a1c-7d2e-4c39-9a60-${String(number).padStart(12, "0")}`;
}

export function ordersPath({ businessId }: CheckedClient, number?: number): string {
  return `/businesses/${businessId}/orders${number === undefined ? "" : `/${orderId(number)}`}`;
}

/** Sends an authenticated request without checking the response, which may contain undocumented data. */
export function loose(client: CheckedClient, sent: TestRequest): Promise<CheckedResponse> {
  const { method = "GET" } = sent;
  requests += 1;
  const headers = {
    "Api-Version": "1.2",
    Authorization: `Bearer ${client.token}`,
    ...(method === "GET" ? {} : { "Service-Request-Id": `promised-${requests}` }),
    ...sent.headers,
  };
  return sendUnchecked(client.sandbox.url, { ...sent, headers });
}

let requests = 0;

/** Records an order. */
export function put(client: CheckedClient, body: object, number = 1): Promise<CheckedResponse> {
  return loose(client, { method: "PUT", path: ordersPath(client, number), body });
}

export function patch(
  client: CheckedClient,
  body: object,
  headers: TestRequest["headers"] = {},
): Promise<CheckedResponse> {
  return loose(client, { method: "PATCH", path: ordersPath(client, 1), body, headers });
}

/** Checks that an order is returned as it was sent. */
export async function expectConforms(parts: object): Promise<void> {
  const client = await open();
  expect((await put(client, parts)).status).toBe(201);
  expect((await loose(client, { path: ordersPath(client, 1) })).json).toMatchObject(parts);
}

/** Records every transition between statuses. */
export async function expectAllTransitions(
  statuses: readonly string[],
  orderOf: (status: string) => object,
): Promise<void> {
  const client = await open();
  await put(client, {});
  for (const from of statuses)
    for (const to of statuses) {
      await put(client, orderOf(from));
      const got = await put(client, orderOf(to));
      expect([got.status, got.json]).toMatchObject([200, orderOf(to)]);
    }
}

/** Registers a listener for all events, which is closed at the end of the test. */
export async function listener(client: CheckedClient, statuses: number[] = []): Promise<Listener> {
  const listening = await listenForEvents(statuses);
  onTestFinished(() => listening.close());
  const got = await register(client, { deliveryUrl: listening.url });
  expect(got.status).toBe(201);
  return listening;
}

export function register(client: CheckedClient, parts: object): Promise<CheckedResponse> {
  const { applicationId, businessId } = client;
  const eventTypes = ["ORDER_OPENED", "ORDER_COMPLETED", "ORDER_CANCELLED", "ORDER_UPDATED"];
  const deliveryUrl = "http://127.0.0.1:4999/";
  const hook = { applicationId, businessId, deliveryUrl, secret: "a-secret-to-sign-with", eventTypes, ...parts };
  return loose(client, { method: "POST", path: "/hooks", body: hook });
}

/** The event types of a business, sorted, because simultaneous events have no order. */
export async function eventsOf(client: CheckedClient): Promise<readonly string[]> {
  const { events } = (await client.admin("GET", "/events")).json;
  return events.map(({ eventType }: { eventType: string }) => eventType).reverse();
}

export async function advance(client: CheckedClient, by: string): Promise<void> {
  const got = await client.admin("PUT", "/clock", { mode: "advance", by });
  expect(got.status, got.text).toBe(200);
}
