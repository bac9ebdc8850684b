/** What the checks of the sandbox's answers to open points are made of. */
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

/** Does by hand what an answer says, and fails when the sandbox does something else. */
export type Check = () => Promise<void>;

/** By the id of the open point. */
export type Checks = Readonly<Record<string, Check>>;

export const START = Date.parse("2026-03-01T08:00:00Z");

/** A new sandbox whose clock stands still, without orders unless told. */
export async function open(options: SandboxOptions = {}): Promise<CheckedClient> {
  const client = await openCheckedClient({
    seed: "promises",
    data: "none",
    startAt: { time: START, freeze: true },
    ...options,
  });
  onTestFinished(() => client.close());
  return client;
}

/** An id of an order; the same number has the same. */
export function orderId(number = 1): string {
  return `5b8f0a1c-7d2e-4c39-9a60-${String(number).padStart(12, "0")}`;
}

export function ordersPath({ businessId }: CheckedClient, number?: number): string {
  return `/businesses/${businessId}/orders${number === undefined ? "" : `/${orderId(number)}`}`;
}

/** Calls signed in, with nothing said about the answer: what the contract has not heard of may stand in it. */
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

/** What an order is recorded as comes back as it was passed. */
export async function expectKept(parts: object): Promise<void> {
  const client = await open();
  expect((await put(client, parts)).status).toBe(201);
  expect((await loose(client, { path: ordersPath(client, 1) })).json).toMatchObject(parts);
}

/** Every order of statuses, each written over each. */
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

/** Registers a listener for all events; closed when the test has ended. */
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

/** The types of the events of a business; those of one moment come in any order. */
export async function eventsOf(client: CheckedClient): Promise<readonly string[]> {
  const { events } = (await client.admin("GET", "/events")).json;
  return events.map(({ eventType }: { eventType: string }) => eventType).reverse();
}

export async function advance(client: CheckedClient, by: string): Promise<void> {
  const got = await client.admin("PUT", "/clock", { mode: "advance", by });
  expect(got.status, got.text).toBe(200);
}
