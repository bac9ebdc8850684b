import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import {
  createJsonResponse,
  editBody,
  editRequest,
  type Json,
  parseRequestJson,
  setBody,
  setRequestJson,
} from "../edits.js";
import type { Edits, FaultResponse, Memory, Message } from "../fault.js";
import type { Client, Delivery, Reply } from "./client.js";
import { getPath } from "./edits-of-commerce.js";

export const SANDBOX = { service: "sandbox" } as const;

type Edit<Name extends keyof Edits> = NonNullable<Edits[Name]>;

/** Words for a value that a read does not return as it was written. */
const NOT_KEPT = /differ|wrote|written|stored|was sent|lost|kept|chang|not (the same|equal)|stale/;

/** Matches what one of the patterns matches, in any case. */
export function either(...patterns: readonly RegExp[]): RegExp {
  return new RegExp(patterns.map(({ source }) => source).join("|"), "i");
}

export function notKept(field: RegExp): RegExp {
  return either(NOT_KEPT, field);
}

/** Fails in place of the service. */
export function failIf(isAffected: (message: Message) => boolean, status = 500): Edit<"instead"> {
  return (message) => (isAffected(message) ? createJsonResponse(status, { message: "failed" }) : undefined);
}

/** Edits one string of the order that a request records. */
export function editNotes(edit: (notes: string) => string): Edit<"request"> {
  return editRequest((it) => (typeof it.notes === "string" ? { ...it, notes: edit(it.notes) } : it));
}

/** Edits each member of a list that is an object. */
export function editEach(member: string, edit: (item: Json, message: Message) => Json): Edit<"response"> {
  return editBody((it, message) =>
    Array.isArray(it[member]) ? { ...it, [member]: it[member].map((item: Json) => edit(item, message)) } : it,
  );
}

export function replaceResponse(response: FaultResponse, status: number, json: Json): void {
  const { headers, body } = createJsonResponse(status, json);
  Object.assign(response, { status, body, headers: { ...response.headers, ...headers } });
}

/** Removes the body of a response. */
export function emptyBody(response: FaultResponse, status: number): void {
  response.status = status;
  setBody(response, "");
  delete response.headers["content-type"];
  delete response.headers["content-length"];
}

/** Returns the JSON object of a request. */
export function readObject(message: Message): Record<string, Json> | undefined {
  const json: Json = parseRequestJson(message);
  return typeof json === "object" && json !== null && !Array.isArray(json) ? json : undefined;
}

export function getSegment({ target }: Message, index: number): string {
  return target.split("?", 1)[0]?.split("/").at(index) ?? "";
}

export function put(client: Client, path: string, order: Json, requestId: string = randomUUID()): Promise<Reply> {
  return client.send("PUT", path, { body: order, headers: { "Service-Request-Id": requestId } });
}

export function createOrderPath({ orders }: Client): string {
  return `${orders}/${randomUUID()}`;
}

/** Shows that a new order is rejected. */
export function rejected(order: Json): (client: Client) => Promise<string | undefined> {
  return async (client) => {
    const { status } = await put(client, createOrderPath(client), order);
    return status < 300 ? undefined : `status ${status}`;
  };
}

/** Shows that an invalid order is accepted. */
export function accepted(order: Json): (client: Client) => Promise<string | undefined> {
  return async (client) => {
    const { status } = await put(client, createOrderPath(client), order);
    return status < 300 ? `status ${status}` : undefined;
  };
}

export type Listener = {
  readonly url: string;
  readonly received: readonly (Delivery & { readonly method: string })[];
  /** Waits for a number of deliveries, at most `ms`. */
  readonly wait: (count: number, ms?: number) => Promise<void>;
};

/** Listens for deliveries. The first ones get the statuses, all further ones 200. */
export async function listen<T>(use: (listener: Listener) => Promise<T>, statuses: readonly number[] = []): Promise<T> {
  const received: (Delivery & { method: string })[] = [];
  const server = createServer(async (incoming, outgoing) => {
    const chunks: Buffer[] = [];
    for await (const chunk of incoming) chunks.push(chunk as Buffer);
    const text = Buffer.concat(chunks).toString();
    const status = statuses[received.length] ?? 200;
    received.push({ method: incoming.method ?? "", headers: incoming.headers, text, json: JSON.parse(text) });
    outgoing.writeHead(status).end();
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const wait: Listener["wait"] = async (count, ms = 2_000) => {
    for (const end = Date.now() + ms; received.length < count && Date.now() < end; )
      await new Promise((done) => setTimeout(done, 20));
  };
  try {
    return await use({ url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`, received, wait });
  } finally {
    server.closeAllConnections();
    server.close();
  }
}

/** Returns the delivery of a new order. */
export function deliverOrder(client: Client, order: Json): Promise<Delivery | undefined> {
  return listen(async ({ url, received, wait }) => {
    await client.hook({ deliveryUrl: url, eventTypes: ["ORDER_OPENED"] });
    await put(client, createOrderPath(client), { statuses: { status: "OPENED" }, ...order });
    await wait(1);
    return received[0];
  });
}

/** Returns the JSON object or array of a successful response. */
export function readSuccess({ status, body }: FaultResponse): Json | undefined {
  if (status >= 300 || body.length === 0) return undefined;
  try {
    return JSON.parse(body.toString());
  } catch {
    return undefined;
  }
}

/** Remembers the order of a successful response. */
export function rememberOrder(response: FaultResponse, message: Message, memory: Memory): void {
  const order = readSuccess(response);
  if (order !== undefined) memory.set(getPath(message), order);
}

export function recallOrder(message: Message, memory: Memory): Json | undefined {
  return memory.get(getPath(message));
}

export async function getOrderIds({ get }: Client, path: string): Promise<readonly string[]> {
  return (await get(path)).json.orders.map((it: Json) => it.id);
}

/** Edits the JSON object of a request. Undefined leaves the request unchanged. */
export function editObject(edit: (it: Record<string, Json>) => Record<string, Json> | undefined): Edit<"request"> {
  return (message) => {
    const object = readObject(message);
    const edited = object && edit(object);
    if (edited !== undefined) setRequestJson(message, edited);
  };
}

/** Edits the items of the order that a request records. */
export function editItems(edit: (items: readonly Json[]) => readonly Json[]): Edit<"request"> {
  return editObject((it) => (Array.isArray(it.items) ? { ...it, items: edit(it.items) } : undefined));
}

/** Removes members of a page and corrects its count. */
export function keepItems(response: FaultResponse, member: string, keep: (item: Json) => boolean): void {
  const page = readResponse(response);
  if (response.status !== 200 || !Array.isArray(page?.[member])) return;
  const kept = page[member].filter(keep);
  if (kept.length < page[member].length)
    setBody(response, JSON.stringify({ ...page, [member]: kept, count: kept.length }));
}

/** Returns the JSON of a response, or undefined if its body is not JSON. */
export function readResponse({ body }: FaultResponse): Json {
  return parseText(body);
}

function parseText(bytes: Buffer): Json {
  try {
    return JSON.parse(bytes.toString());
  } catch {
    return undefined;
  }
}

export function copyResponse({ status, headers, body }: FaultResponse): FaultResponse {
  return { status, headers: { ...headers }, body };
}

/** Returns the paths of the JSON Patch in a request. */
export function listPatchPaths(message: Message): readonly string[] {
  const operations: Json = parseRequestJson(message);
  return Array.isArray(operations) ? operations.map((it) => String(it?.path)) : [];
}

/** Returns the claims of a JSON Web Token, or undefined if it has none. */
export function readClaims(token: string): Json {
  return parseText(Buffer.from(token.split(".")[1] ?? "", "base64url"));
}

/** Returns a number that no order has. */
export function createOrderNumber(): string {
  return `Q-${randomUUID().slice(0, 8)}`;
}

/** A payment by a card. */
export function payWith(card: Json, others: Json = {}): Json {
  return { action: "SALE", status: "CAPTURED", fundingSource: { type: "CREDIT_DEBIT", card }, ...others };
}

/** Responds to a success with the body of the success before it, at the same target. */
export function respondWithPrevious(response: FaultResponse, { target }: Message, memory: Memory): void {
  if (response.status !== 200) return;
  const old = memory.get(target);
  memory.set(target, response.body);
  if (old instanceof Buffer) setBody(response, old.toString());
}
