/** Orders whose changes are sent to a registered webhook. The listener is not a server: the service calls it directly. */
import { EXCHANGE_PART_POINTERS, type Exchange } from "../../../src/recording/index.js";
import type { Service, ServiceResponse, TranscriptOptions } from "./run-transcript.js";

const json = (schema: string): string =>
  `content: { application/json: { schema: { $ref: "#/components/schemas/${schema}" } } }`;

const EVENTS_SPEC = `openapi: 3.1.0
info: { title: Orders, version: "1" }
paths:
  /orders/{orderId}:
    parameters: [{ name: orderId, in: path, required: true, schema: { type: string, format: uuid } }]
    get: { operationId: getOrder, responses: { "200": { description: d, ${json("Order")} }, "404": { description: d } } }
    put: { operationId: putOrder, requestBody: { required: true, ${json("Order")} }, responses: { "200": { description: d, ${json("Order")} }, "201": { description: d, ${json("Order")} }, "400": { description: d } } }
  /hooks:
    post:
      operationId: createHook
      x-registers-webhooks: { url: /target/url, secret: /secret }
      requestBody: { required: true, ${json("Hook")} }
      responses: { "201": { description: d, ${json("Hook")} }, "400": { description: d } }
webhooks:
  onOrder:
    post:
      operationId: onOrder
      x-acknowledge-within-ms: 1000
      requestBody: { required: true, ${json("Event")} }
      responses: { "200": { description: d } }
components:
  schemas:
    Order: { type: object, required: [status, parts], properties: { id: { type: string }, parts: { type: array, minItems: 1, maxItems: 1, items: { type: object, required: [id], properties: { id: { type: string, format: uuid, examples: [0b9f7f1e-2222-4222-8222-222222222222] } } } }, status: { type: string, enum: [OPEN, DONE] } } }
    Hook: { type: object, required: [target, secret], properties: { hookId: { type: string, readOnly: true }, target: { type: object, required: [url], properties: { url: { type: string } } }, secret: { type: string, writeOnly: true } } }
    Event: { type: object, required: [eventId], properties: { eventId: { type: integer }, hookId: { type: string }, orderId: { type: string }, eventType: { type: string }, createdAt: { type: string }, links: { type: array, items: { type: object, properties: { rel: { type: string }, href: { type: string }, method: { type: string } } } } } }
`;

export type EventsDefect =
  | "another payload in the repetition"
  | "wrong hook"
  | "wrong state"
  | "times backwards"
  | "link to nothing"
  | "link to no operation"
  | "undeclared type"
  | "query of the URL dropped"
  | "hook refused"
  | "later hook without events"
  | "two events for a change"
  | "events of rejected writes";

type Listener = {
  readonly id: string;
  url: string;
  readonly secret: string;
  readonly deliveries: Exchange[];
  refusals: number;
};

type Events = {
  readonly hooks: Listener[];
  readonly has: (defect: EventsDefect) => boolean;
  count: number;
};

export function createEvents(
  ...defects: readonly EventsDefect[]
): Pick<TranscriptOptions, "spec" | "service" | "listen"> {
  const has = (defect: EventsDefect): boolean => defects.includes(defect);
  const orders = new Map<string, object>();
  const events: Events = { hooks: [], has, count: 0 };
  const listeners = new Map<string, Listener>();
  const register = (body: unknown): ServiceResponse => {
    const { target } = body as { readonly target: { readonly url: string } };
    const listener = listeners.get(target.url.replace(/\?.*$/, ""));
    if (has("hook refused") && listener !== undefined) return { status: 400 };
    if (listener !== undefined) {
      if (!has("query of the URL dropped")) listener.url = target.url;
      events.hooks.push(listener);
    }
    return { status: 201, body: { hookId: listener?.id ?? "h0", target } };
  };
  const service: Service = ({ method, path, json: body, headers }) => {
    const [, resource, id = ""] = path.split("/");
    if (resource === "hooks") return register(body);
    const known = orders.get(id);
    if (method === "GET") return known === undefined ? { status: 404 } : { status: 200, body: known };
    const order = readOrder(body);
    if (order === undefined) {
      if (has("events of rejected writes")) deliver(events, { id, status: "OPEN", origin: `http://${headers.host}` });
      return { status: 400 };
    }
    orders.set(id, { id, ...order });
    for (const _ of has("two events for a change") ? [1, 2] : [1])
      deliver(events, { id, status: order.status, origin: `http://${headers.host}` });
    return { status: known === undefined ? 201 : 200, body: orders.get(id) };
  };
  const listen: TranscriptOptions["listen"] = async (secret, refusals) => {
    const id = `h${listeners.size + 1}`;
    const opened = { id, url: `http://listener.example/events/${id}`, secret, refusals, deliveries: [] };
    listeners.set(opened.url, opened);
    return {
      url: `http://listener.example/events/${id}`,
      getDeliveries: () => opened.deliveries,
      close: async () => void events.hooks.splice(0),
    };
  };
  return { spec: EVENTS_SPEC, service, listen };
}

type OrderBody = { readonly status: string; readonly parts: readonly { readonly id: string }[] };

function readOrder(body: unknown): OrderBody | undefined {
  if (typeof body !== "object" || body === null) return undefined;
  const {
    id = "",
    status,
    parts,
  } = body as { readonly id?: unknown; readonly status?: unknown; readonly parts?: unknown };
  const isValid = typeof id === "string" && (status === "OPEN" || status === "DONE");
  const isPart = (it: unknown): it is { readonly id: string } =>
    typeof it === "object" &&
    it !== null &&
    "id" in it &&
    /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(String(it.id));
  if (!isValid || !Array.isArray(parts) || parts.length !== 1 || !parts.every(isPart)) return undefined;
  return { status, parts };
}

type Order = { readonly id: string; readonly status: string; readonly origin: string };

function deliver(events: Events, order: Order): void {
  events.count += 1;
  for (const hook of events.has("later hook without events") ? events.hooks.slice(0, 1) : events.hooks) {
    const isRefused = hook.refusals > 0;
    hook.refusals -= 1;
    const event = buildEvent(events, order, hook);
    const isOther = events.has("another payload in the repetition");
    const again = isOther ? { ...event, createdAt: "2026-01-01T01:00:00Z" } : event;
    hook.deliveries.push(createDelivery(hook.url, event, isRefused ? 503 : 200));
    if (isRefused) hook.deliveries.push(createDelivery(hook.url, again, 200));
  }
}

function buildEvent({ has, count }: Events, { id, status, origin }: Order, hook: Listener): object {
  const seconds = String(has("times backwards") ? 60 - (count % 60) : count % 60).padStart(2, "0");
  const other = status === "OPEN" ? "DONE" : "OPEN";
  return {
    ...{ eventId: count, hookId: has("wrong hook") ? "h9" : hook.id, orderId: id },
    ...{ eventType: `ORDER_${has("wrong state") ? other : status}`, createdAt: `2026-01-01T00:00:${seconds}Z` },
    links: [
      { rel: "resource", href: `${origin}/orders/${has("link to nothing") ? "0" : id}`, method: "GET" },
      { rel: "delete", href: `${origin}/orders/${id}`, method: "DELETE" },
      ...(has("link to no operation") ? [{ rel: "self", href: `${origin}/parcels/${id}` }] : []),
    ],
    ...(has("undeclared type") ? { priority: 1 } : {}),
  };
}

function createDelivery(url: string, event: object, status: number): Exchange {
  return {
    request: {
      ...{ method: "POST", url, headers: [["Content-Type", "application/json"]] },
      body: { kind: "text", text: JSON.stringify(event) },
    },
    response: { status, headers: [], body: { kind: "none" } },
    origin: { source: "service", index: 0, pointer: "", parts: EXCHANGE_PART_POINTERS },
    webhook: {},
  };
}
