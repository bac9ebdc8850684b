import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { createServer, request as httpRequest, type IncomingHttpHeaders } from "node:http";
import type { AddressInfo } from "node:net";
import type { Json } from "../edits.js";

export type Reply = {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly text: string;
  readonly bytes: Buffer;
  /** Undefined if the body is not JSON. */
  readonly json: Json;
};

export type Delivery = { readonly headers: IncomingHttpHeaders; readonly text: string; readonly json: Json };

export type Sending = {
  readonly headers?: Readonly<Record<string, string | undefined>>;
  /** An object is sent as JSON, a string unchanged. */
  readonly body?: unknown;
};

export type AssertionChanges = { readonly now?: number };

export type ClientOptions = {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly business?: string;
  readonly otherBusiness?: string;
  readonly application?: string;
  readonly assertion?: (changes?: AssertionChanges) => Promise<string>;
  /** The value of the header. */
  readonly authorization?: string;
};

export type Client = Required<Omit<ClientOptions, "headers">> & {
  readonly send: (method: string, path: string, sending?: Sending) => Promise<Reply>;
  readonly get: (path: string, headers?: Sending["headers"]) => Promise<Reply>;
  /** The path of the orders of the business. */
  readonly orders: string;
  readonly transactions: string;
  /** Records an order and returns its path. */
  readonly record: (order: Json) => Promise<string>;
  readonly patch: (path: string, operations: Json, headers?: Sending["headers"]) => Promise<Reply>;
  readonly hook: (registration?: Json) => Promise<Reply>;
  /** Registers a hook, records an order with the status, and returns the deliveries. */
  readonly deliver: (status?: string) => Promise<readonly Delivery[]>;
  /** The members of all pages. */
  readonly pages: (path: string, member: string) => Promise<readonly Json[]>;
};

export function createClient(options: ClientOptions): Client {
  const { url, business = "", otherBusiness = "", application = "" } = options;
  const orders = `/businesses/${business}/orders`;
  const { assertion = async () => "", authorization = "" } = options;
  const send: Client["send"] = (method, path, { headers = {}, body } = {}) =>
    sendRequest(new URL(path, url), method, { headers: { ...options.headers, ...headers }, body });
  const record: Client["record"] = async (order) => {
    const path = `${orders}/${randomUUID()}`;
    await send("PUT", path, { body: order, headers: { "Service-Request-Id": randomUUID() } });
    return path;
  };
  const hook: Client["hook"] = (registration = {}) => {
    const own = { applicationId: application, businessId: business, deliveryUrl: "http://127.0.0.1:9/Hook" };
    const body = { ...own, secret: "a-long-random-signing-secret", eventTypes: ["ORDER_OPENED"], ...registration };
    return send("POST", "/hooks", { body, headers: { "Service-Request-Id": randomUUID() } });
  };
  return {
    ...{ url, business, otherBusiness, application, assertion, authorization, orders, send, record, hook },
    transactions: `/businesses/${business}/transactions`,
    get: (path, headers = {}) => send("GET", path, { headers }),
    patch: (path, operations, headers = {}) =>
      send("PATCH", path, { body: operations, headers: { "Service-Request-Id": randomUUID(), ...headers } }),
    deliver: (status = "OPENED") => collectDeliveries({ hook, record }, status),
    pages: async (path, member) => {
      const items: Json[] = [];
      for (let next: string | undefined = path, page = 0; next !== undefined && page < 40; page++) {
        const { json }: Reply = await send("GET", next);
        items.push(...json[member]);
        next = json.links.find((it: Json) => it.rel === "next")?.href;
      }
      return items;
    },
  };
}

type SendRequest = Required<Pick<Sending, "headers">> & { readonly body: unknown };

async function sendRequest(to: URL, method: string, { headers, body }: SendRequest): Promise<Reply> {
  const text = body === undefined || typeof body === "string" ? body : JSON.stringify(body);
  const type = typeof body === "string" || body === undefined ? {} : { "Content-Type": "application/json" };
  const present = Object.entries({ ...type, ...headers }).filter(([, value]) => value !== undefined);
  const request = httpRequest(to, { method, headers: Object.fromEntries(present) as Record<string, string> });
  request.end(text);
  const [response] = await once(request, "response");
  const chunks: Buffer[] = [];
  for await (const chunk of response) chunks.push(chunk);
  const bytes = Buffer.concat(chunks);
  return { status: response.statusCode, headers: response.headers, bytes, text: bytes.toString(), json: parse(bytes) };
}

function parse(bytes: Buffer): Json {
  try {
    return JSON.parse(bytes.toString());
  } catch {
    return undefined;
  }
}

const MAX_WAIT_MS = 2_000;

async function collectDeliveries(
  { hook, record }: Pick<Client, "hook" | "record">,
  status: string,
): Promise<readonly Delivery[]> {
  const received: Delivery[] = [];
  let onDelivery = (): void => {};
  const first = new Promise<void>((done) => (onDelivery = done));
  const server = createServer(async (incoming, outgoing) => {
    const chunks: Buffer[] = [];
    for await (const chunk of incoming) chunks.push(chunk as Buffer);
    const bytes = Buffer.concat(chunks);
    received.push({ headers: incoming.headers, text: bytes.toString(), json: parse(bytes) });
    outgoing.writeHead(200).end();
    onDelivery();
  });
  await new Promise<void>((ready) => server.listen(0, "127.0.0.1", ready));
  const { port } = server.address() as AddressInfo;
  await hook({ deliveryUrl: `http://127.0.0.1:${port}/hook`, eventTypes: [`ORDER_${status}`] });
  await record({ orderNumber: "D-1", statuses: { status } });
  await Promise.race([first, new Promise((done) => setTimeout(done, MAX_WAIT_MS).unref())]);
  await new Promise((done) => setTimeout(done, 50));
  server.closeAllConnections();
  server.close();
  return received;
}
