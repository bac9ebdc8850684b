/**
 * Writes a large, valid HAR: `tsx scripts/bench/large-har.ts --size 1GB --out FILE [--every-nth-broken 1000] [--pretty]`.
 *
 * The same arguments give the same bytes. Prints the expected numbers of exchanges and violations as JSON.
 */

import { once } from "node:events";
import { createWriteStream } from "node:fs";
import { parseArgs } from "node:util";
import { createRandom } from "./random.js";

const { values } = parseArgs({
  options: {
    size: { type: "string", default: "200MB" },
    out: { type: "string" },
    "every-nth-broken": { type: "string", default: "0" },
    pretty: { type: "boolean", default: false },
    seed: { type: "string", default: "1" },
  },
});
if (values.out === undefined) throw new Error("--out FILE is missing");

// Nine single orders of about 4 KB for each list of ten and each update: about 7 KB per entry.
const operations = { getOrder, listOrders, updateOrder };
const cycle = [...Array<"getOrder">(9).fill("getOrder"), "listOrders", "updateOrder"] as const;

const everyNthBroken = Number(values["every-nth-broken"]);
const random = createRandom(Number(values.seed));
const indent = values.pretty ? 1 : undefined;
const businessId = createUuid();
const counts = { bytes: 0, entries: 0, broken: 0, byOperation: {} as Record<string, number> };
await writeHar(values.out, parseSize(values.size));
process.stdout.write(`${JSON.stringify(counts)}\n`);

async function writeHar(path: string, size: number): Promise<void> {
  const file = createWriteStream(path, { highWaterMark: 1024 * 1024 });
  let pending = '{"log":{"version":"1.2","creator":{"name":"big-har","version":"1"},"entries":[\n';
  while (counts.bytes + pending.length < size) {
    const text = JSON.stringify(createEntry(counts.entries), null, indent);
    pending += `${counts.entries === 0 ? "" : ","}${indent === undefined ? "" : "\n"}${text}`;
    counts.entries++;
    if (pending.length >= 1024 * 1024) pending = await flush(pending);
  }
  await flush(`${pending}]}}\n`);
  file.end();
  await once(file, "finish");

  // The text is ASCII, so its length is its number of bytes.
  async function flush(text: string): Promise<""> {
    counts.bytes += text.length;
    if (!file.write(text, "latin1")) await once(file, "drain");
    return "";
  }
}

function createEntry(index: number): unknown {
  const isBroken = everyNthBroken > 0 && index % everyNthBroken === everyNthBroken - 1;
  const operation = cycle[index % cycle.length] ?? "getOrder";
  counts.byOperation[operation] = (counts.byOperation[operation] ?? 0) + 1;
  if (isBroken) counts.broken++;
  return operations[operation](index, isBroken);
}

function getOrder(index: number, isBroken: boolean): unknown {
  const id = createUuid();
  // The id must be a UUID, so an integer violates the spec.
  const body = { ...createOrder(id, index), id: isBroken ? index : id };
  return createExchange({ index, method: "GET", path: `/businesses/${businessId}/orders/${id}`, body });
}

function listOrders(index: number, isBroken: boolean): unknown {
  const orders = Array.from({ length: 10 }, (_, position) => {
    const id = createUuid();
    return { ...createOrder(id, index), id: isBroken && position === 9 ? index : id };
  });
  const path = `/businesses/${businessId}/orders?startOffset=${(index % 50) * 10}&limit=10`;
  return createExchange({ index, method: "GET", path, body: { links: [], count: orders.length, orders } });
}

function updateOrder(index: number, isBroken: boolean): unknown {
  const id = createUuid();
  const body = { ...createOrder(id, index), id: isBroken ? index : id };
  const patch = JSON.stringify([{ op: "replace", path: "/items", value: [createItem(1, "2025-01-01T00:00:00Z")] }]);
  return createExchange({ index, method: "PATCH", path: `/businesses/${businessId}/orders/${id}`, body, sent: patch });
}

function createExchange({ index, method, path, body, sent }: ExchangeParts): unknown {
  const text = JSON.stringify(body);
  const startedDateTime = new Date(Date.UTC(2026, 0, 1) + index * 100).toISOString();
  const headers = [
    { name: "Host", value: "services.commerce-cloud.example" },
    { name: "Accept", value: "application/json" },
    { name: "Api-Version", value: "1.2" },
    { name: "Authorization", value: "Bearer eyJhbGciOiJSUzI1NiJ9.e30.c2ln" },
  ];
  if (sent !== undefined) {
    headers.push(
      { name: "Content-Type", value: "application/json" },
      { name: "Service-Request-Id", value: createUuid() },
    );
  }
  return {
    startedDateTime,
    time: 20,
    request: {
      method,
      url: `https://services.commerce-cloud.example${path}`,
      httpVersion: "HTTP/1.1",
      cookies: [],
      headers,
      queryString: [],
      ...(sent === undefined ? {} : { postData: { mimeType: "application/json", text: sent } }),
      headersSize: -1,
      bodySize: sent?.length ?? 0,
    },
    response: {
      status: 200,
      statusText: "OK",
      httpVersion: "HTTP/1.1",
      cookies: [],
      headers: [
        { name: "Content-Type", value: "application/json;charset=UTF-8" },
        { name: "Date", value: new Date(startedDateTime).toUTCString() },
        { name: "Cache-Control", value: "no-store" },
      ],
      content: { size: text.length, mimeType: "application/json;charset=UTF-8", text },
      redirectURL: "",
      headersSize: -1,
      bodySize: text.length,
    },
    cache: {},
    timings: { send: 1, wait: 18, receive: 1 },
  };
}

/** Creates an order with declared properties only, so that an entry that is not broken has no findings. */
function createOrder(id: string, index: number): Record<string, unknown> {
  const createdAt = new Date(Date.UTC(2025, 0, 1) + index * 1000).toISOString().replace(".000Z", "Z");
  const currency = "USD";
  const netTotal = 1000 + Math.floor(random() * 100_000);
  return {
    id,
    orderNumber: String(index),
    createdAt,
    updatedAt: createdAt,
    taxExempted: false,
    valid: true,
    accepted: true,
    notes: 'Says "ring twice",\nleave at the door \\o/ ',
    customerUserId: Math.floor(random() * 1e9),
    context: {
      businessId,
      storeId: createUuid(),
      channelId: createUuid(),
      employeeUserId: Math.floor(random() * 1e9),
      storeDeviceId: `urn:tid:${createUuid()}`,
      sourceApp: "com.service.virtualterminal",
      transactionInstruction: "NONE",
      source: "INSTORE",
    },
    items: Array.from({ length: 7 }, (_, position) => createItem(position + 1, createdAt)),
    discounts: [],
    fees: [],
    transactions: [],
    orderHistories: [{ id: 1, timestamp: createdAt, event: "ACCEPTED" }],
    amounts: {
      ...{ subTotal: netTotal, discountTotal: 0, feeTotal: 0, taxTotal: 0, netTotal, currency },
      capturedTotals: { transactionAmount: netTotal, orderAmount: netTotal, tipAmount: 0, cashbackAmount: 0, currency },
    },
    statuses: { status: "COMPLETED", fulfillmentStatus: "FULFILLED", transactionStatusSummary: "COMPLETED" },
  };
}

function createItem(id: number, createdAt: string): unknown {
  const unitPrice = 100 + Math.floor(random() * 900);
  const tax = Math.floor(unitPrice / 10);
  return {
    id,
    createdAt,
    updatedAt: createdAt,
    name: ["Croissant", "Espresso", "Baguette", "Lemonade"][id % 4],
    sku: `SKU-${id}`,
    productId: createUuid(),
    quantity: 1 + (id % 3),
    unitPrice,
    discount: 0,
    fee: 0,
    tax,
    status: "FULFILLED",
    taxExempted: false,
    unitOfMeasure: "EACH",
    discounts: [],
    fees: [],
    taxes: [
      { id: createUuid(), type: "custom", taxExempted: false, catalogLevel: true, amountPrecision: 0, amount: tax },
    ],
  };
}

type ExchangeParts = { index: number; method: string; path: string; body: unknown; sent?: string };

function createUuid(): string {
  const hex = Array.from({ length: 4 }, () =>
    Math.floor(random() * 2 ** 32)
      .toString(16)
      .padStart(8, "0"),
  ).join("");
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-a${hex.slice(17, 20)}-${hex.slice(20)}`;
}

function parseSize(size: string): number {
  const [, number, unit = ""] = /^(\d+(?:\.\d+)?)(KB|MB|GB)?$/i.exec(size) ?? [];
  if (number === undefined) throw new Error(`invalid --size ${size}: expected a size such as 500KB, 200MB or 1GB`);
  return Number(number) * ({ "": 1, KB: 1e3, MB: 1e6, GB: 1e9 }[unit.toUpperCase()] ?? 1);
}
