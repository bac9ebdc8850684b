import { randomUUID } from "node:crypto";
import { setTimeout as pause } from "node:timers/promises";
import type { ChaosRequest, Client } from "./client.js";
import type { Read, Write } from "./history.js";

export type Writing = { readonly writes: Write[]; readonly reads: Read[]; readonly unexpected: string[] };

export type WriterSettings = {
  readonly client: Client;
  readonly random: () => number;
  readonly businessId: string;
  /** Milliseconds between two writes of a writer, on average. */
  readonly pauseMs: number;
  readonly writing: Writing;
  readonly isOver: () => boolean;
};

/** Writes orders, one write after another, until `isOver` and the last write is acknowledged. */
export async function write(settings: WriterSettings): Promise<void> {
  const { random, pauseMs, isOver } = settings;
  while (!isOver()) {
    const orderId = randomUUID();
    const updates = Math.floor(random() * 4);
    for (let step = 0; step <= updates && !isOver(); step += 1) {
      await writeOnce(settings, orderId, step === 0 ? "record" : "update");
      await pause(2 * pauseMs * random());
    }
  }
}

async function writeOnce(settings: WriterSettings, orderId: string, kind: Write["kind"]): Promise<void> {
  const { client, random, businessId, writing } = settings;
  const value = Math.floor(random() * 1e9);
  const requestId = randomUUID();
  const request: ChaosRequest = {
    requestId,
    path: `/businesses/${businessId}/orders/${orderId}`,
    ...(kind === "record"
      ? { method: "PUT", body: order(orderId, value) }
      : { method: "PATCH", body: [{ op: "replace", path: "/amounts/netTotal", value }] }),
  };
  const startedAt = Date.now();
  const twin = random() < 0.1 ? client.sendOnce(request) : undefined;
  const first = await client.sendUntilResponse(request);
  const acknowledgedAt = Date.now();
  const repeated = random() < 0.1 ? await client.sendUntilResponse(request) : undefined;
  const responses = [first, await twin, repeated].filter((response) => response !== undefined);
  for (const { status, text } of responses)
    if (status >= 300) writing.unexpected.push(`${status} to ${request.method} ${request.path}: ${text}`);
  // An error response acknowledges nothing.
  if (first.status >= 300) return;
  writing.writes.push({
    ...{ requestId, orderId, kind, value, startedAt, acknowledgedAt },
    requests: first.requests + (twin === undefined ? 0 : 1) + (repeated?.requests ?? 0),
    responses: responses.filter(({ status }) => status < 300).map(({ text }) => text),
  });
  if (random() < 0.2) writing.reads.push({ orderId, expected: value, seen: await read(settings, orderId) });
}

async function read({ client, businessId, writing }: WriterSettings, orderId: string): Promise<number | undefined> {
  const path = `/businesses/${businessId}/orders/${orderId}`;
  const { status, text } = await client.sendUntilResponse({ method: "GET", path });
  if (status !== 200) writing.unexpected.push(`${status} to GET ${path}: ${text}`);
  return status === 200 ? (JSON.parse(text) as Order).amounts?.netTotal : undefined;
}

function order(id: string, netTotal: number): object {
  const captured = { transactionAmount: netTotal, orderAmount: netTotal, tipAmount: 0, cashbackAmount: 0 };
  return {
    id,
    orderNumber: id.slice(0, 8),
    statuses: { status: "OPENED", fulfillmentStatus: "NONE", transactionStatusSummary: "PENDING" },
    items: [{ id: 1, name: "Coffee beans", sku: "BEA-03", quantity: 1, unitPrice: netTotal, status: "ORDERED" }],
    amounts: {
      ...{ subTotal: netTotal, discountTotal: 0, feeTotal: 0, taxTotal: 0, netTotal, currency: "EUR" },
      capturedTotals: { transactionFees: [], ...captured, currency: "EUR" },
    },
  };
}

export type Order = { readonly id: string; readonly amounts?: { readonly netTotal?: number } };
