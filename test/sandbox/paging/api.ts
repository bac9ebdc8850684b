/** Calls the service without a network and checks every response against the spec. */

import { createContract } from "../../../src/check/contract.js";
import { type Json, type JsonObject, loadDocument } from "../../../src/document/index.js";
import { EXCHANGE_PART_POINTERS, type HeaderField } from "../../../src/recording/index.js";
import { HANDLERS } from "../../../src/sandbox/commerce.js";
import { type AppContext, DEFAULT_POLICIES, type Policies } from "../../../src/sandbox/context/app-context.js";
import { type Caller, Refusal } from "../../../src/sandbox/context/request-context.js";
import { createDeliveryProfile } from "../../../src/sandbox/delivery-urls/delivery-profile.js";
import { createOperationServer } from "../../../src/sandbox/requests/operation-server.js";
import type { SerializedResponse } from "../../../src/sandbox/server/send-response.js";
import type { Database } from "../../../src/sandbox/store/database.js";
import { createSchemas } from "../../../src/schema/index.js";

const contract = createContract(loadDocument("spec/openapi.yaml"));
const schemas = createSchemas(contract.document);

export const APP = "urn:aid:6d8f0b2a-afc2-48e9-9bed-5f7b9d1c3ad1";
export const OTHER_APP = "urn:aid:7e9f1c3b-b0d3-49fa-8cfe-6a8c0e2d4be2";
/** Access token of APP. */
export const SHOP = "7f3c1d52-4b8e-4a57-9c1e-2d6a8b0f4e11";
/** Access token of OTHER_APP. */
export const OTHER_SHOP = "8a4d2e63-5c9f-4b68-8d2f-3e7b9c1a5f22";

export const START = Date.parse("2026-03-14T12:00:00Z");

const CALLERS: Readonly<Record<string, Caller>> = {
  app: { applicationId: APP, businessIds: [SHOP] },
  other: { applicationId: OTHER_APP, businessIds: [OTHER_SHOP] },
  user: { applicationId: APP, businessIds: [SHOP], username: "clerk" },
};

export type Request = {
  readonly method?: string;
  readonly path: string;
  readonly query?: string;
  readonly body?: Json;
  readonly headers?: Readonly<Record<string, string>>;
  readonly as?: keyof typeof CALLERS;
  /** The response may contain undocumented data, because the client sent it. */
  readonly mayDrift?: boolean;
  readonly withoutRequestId?: boolean;
};

/** Untyped, because tests fail when an expected member is missing. */
export type Reply = { readonly status: number; readonly body: ReturnType<typeof JSON.parse>; readonly text: string };

export type Api = {
  readonly database: Database;
  readonly send: (request: Request) => Promise<Reply>;
  readonly at: (time: number) => void;
  readonly put: (order: JsonObject, request?: Partial<Request>) => Promise<Reply>;
  readonly patch: (id: string, patch: Json, request?: Partial<Request>) => Promise<Reply>;
  readonly list: (query?: string, request?: Partial<Request>) => Promise<Reply>;
};

export async function createApi(database: Database, policies: Partial<Policies> = {}): Promise<Api> {
  let now = START;
  const world: AppContext = {
    seed: "test",
    baseUrl: () => "https://services.commerce-cloud.example",
    billingUrl: () => "https://billing.commerce-cloud.example",
    schemas,
    policies: { ...DEFAULT_POLICIES, ...policies },
    deliveryProfile: createDeliveryProfile({ reach: "shared" }),
    wake: () => undefined,
    realClock: { now: () => now, randomBytes: (count) => new Uint8Array(count) },
  };
  for (const id of [SHOP, OTHER_SHOP])
    await database.run("INSERT INTO businesses (id, name, sequence) VALUES ($1, 'Shop', 0)", [id]);
  const service = createOperationServer({
    database,
    app: world,
    operations: contract.operations,
    handlers: HANDLERS,
    authenticate: async ([name]) => {
      const caller = CALLERS[String(name)];
      if (caller === undefined) throw new Refusal(401, "INVALID_TOKEN", "an unknown caller");
      return caller;
    },
    onDefect: (error) => {
      throw error;
    },
  });
  let requests = 0;
  const send = async (request: Request): Promise<Reply> => {
    const { method = "GET", path, query = "", body, as = "app", mayDrift = false } = request;
    requests += 1;
    const target = query === "" ? path : `${path}?${query}`;
    const given = {
      "Api-Version": "1.2",
      Authorization: String(as),
      ...(method === "GET" || request.withoutRequestId === true ? {} : { "Service-Request-Id": `request-${requests}` }),
      ...(body === undefined ? {} : { "Content-Type": "application/json" }),
      ...request.headers,
    };
    const headers = Object.entries(given);
    const sent = body === undefined ? "" : JSON.stringify(body);
    const { response } = await service.serve(service.locate({ method, target, headers, body: Buffer.from(sent) }), now);
    const text = Buffer.from(response.body).toString();
    check({ method, target, headers, sent }, response, mayDrift);
    return { status: response.status, body: JSON.parse(text), text };
  };
  return {
    database,
    send,
    at: (time) => {
      now = time;
    },
    put: (order, request) => send({ method: "PUT", path: orderPath(String(order.id)), body: order, ...request }),
    patch: (id, patch, request) => send({ method: "PATCH", path: orderPath(id), body: patch, ...request }),
    list: (query = "", request) => send({ path: `/businesses/${SHOP}/orders`, query, ...request }),
  };
}

export function orderPath(id: string, business = SHOP): string {
  return `/businesses/${business}/orders/${id}`;
}

type Sent = {
  readonly method: string;
  readonly target: string;
  readonly headers: readonly HeaderField[];
  readonly sent: string;
};

/** @throws Error when a response violates the spec or contains undocumented data */
function check(request: Sent, response: SerializedResponse, mayDrift: boolean): void {
  const { method, target, sent } = request;
  const text = Buffer.from(response.body).toString();
  const host = target.startsWith("/apps/") ? "billing" : "services";
  const { verdict, findings, reasons } = contract.check({
    request: {
      method,
      url: `https://${host}.commerce-cloud.example${target}`,
      headers: request.headers.map(([name, value]) => [name, name === "Authorization" ? `Bearer ${value}` : value]),
      body: sent === "" ? { kind: "none" } : { kind: "text", text: sent },
    },
    response: { status: response.status, headers: response.headers, body: { kind: "text", text } },
    origin: { source: "test", index: 0, pointer: "", parts: EXCHANGE_PART_POINTERS },
  });
  const found = findings
    .filter(({ code, level }) => code.startsWith("response.") && (!mayDrift || level === "error"))
    .map(({ code, message }) => `${code}: ${message}`);
  if (found.length > 0 || verdict === "partial" || verdict === "skipped")
    throw new Error(
      `${method} ${target} (${response.status}): ${verdict} ${[...found, ...reasons].join("; ")} ${text}`,
    );
}

/** A UUID that ends with a number. */
export function uuid(number: number, kind = "0"): string {
  return `3e5a7c91-0b2d-4f68-a1c3-${kind}${String(number).padStart(11, "0")}`;
}

/** A small order with the given parts. */
export function anOrder(number: number, parts: JsonObject = {}): JsonObject {
  return {
    id: uuid(number),
    orderNumber: `A-${number}`,
    createdAt: "2026-03-14T09:00:00Z",
    updatedAt: "2026-03-14T10:00:00Z",
    context: { businessId: SHOP, storeId: "1b9f6c34-8d2a-4e60-b7a5-0c3f5e7d9a21" },
    statuses: { status: "OPENED" },
    amounts: { netTotal: 100, currency: "USD", authorizedTotals: { orderAmount: 100 } },
    ...parts,
  };
}

/** A card transaction with the given parts. */
export function aTransaction(number: number, parts: JsonObject = {}, card: JsonObject = {}): JsonObject {
  return {
    id: uuid(number, "f"),
    action: "SALE",
    status: "CAPTURED",
    createdAt: "2026-03-14T09:00:00Z",
    updatedAt: "2026-03-14T10:00:00Z",
    fundingSource: {
      type: "CREDIT_DEBIT",
      card: {
        ...{ numberFirst6: "411111", numberLast4: "1111", expirationMonth: 8, expirationYear: 2028 },
        ...{ cardHolderFirstName: "ANA", cardHolderLastName: "DIAZ", ...card },
      },
    },
    amounts: { transactionAmount: 100, currency: "USD" },
    ...parts,
  };
}
