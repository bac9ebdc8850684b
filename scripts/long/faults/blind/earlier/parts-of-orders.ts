import { randomUUID } from "node:crypto";
import { editBody, type Json, setBody } from "../../edits.js";
import type { Edits } from "../../fault.js";
import type { Client } from "../client.js";
import type { Defect } from "../defect.js";
import { acceptAnyToken, LIST_HISTORIES, LIST_SHIPMENTS, shiftHours } from "../edits-of-commerce.js";
import { emptyBody, notKept } from "../shared-edits.js";

const SANDBOX = { service: "sandbox" } as const;

const HISTORIES = { service: "sandbox", operation: LIST_HISTORIES } as const;

function mapArray(edit: (item: Json) => Json): NonNullable<Edits["response"]> {
  return editBody((it) => (Array.isArray(it) ? it.map(edit) : it));
}

/** Shows that a sub-collection differs from what was recorded. */
function listsOther(name: string, member: string, items: readonly Json[]): (c: Client) => Promise<string | undefined> {
  return async (c) => {
    const { text, json } = await c.get(`${await c.record({ [member]: items })}/${name}`);
    return JSON.stringify(json) === JSON.stringify(items) ? undefined : text;
  };
}

const SHIPMENTS = { service: "sandbox", operation: LIST_SHIPMENTS } as const;

const INCOMPLETE = notKept(/\ball\b|missing|complete|fewer|only|length|items|elements/);

export const PARTS_OF_ORDERS: readonly Defect[] = [
  {
    id: "shipments-wrapped",
    service: "sandbox",
    operation: LIST_SHIPMENTS,
    title: "shipments are wrapped in an object",
    breaks: "seed: the response is an array",
    response: editBody((it) => ({ shipments: it, count: it.length })),
    shows: async (c) => {
      const { json } = await c.get(`${await c.record({})}/shipments`);
      return Array.isArray(json) ? undefined : "an object";
    },
  },
  {
    id: "shipments-mode-lower-case",
    service: "sandbox",
    operation: LIST_SHIPMENTS,
    title: "deliveryMode is in lower case",
    breaks: "seed: deliveryMode FOR_HERE; GET of the order has the same shipment",
    response: editBody((it) =>
      it.map((one: Json) =>
        typeof one.deliveryMode === "string" ? { ...one, deliveryMode: one.deliveryMode.toLowerCase() } : one,
      ),
    ),
    shows: async (c) => {
      const path = await c.record({ orderShipments: [{ id: 1, deliveryMode: "FOR_HERE" }] });
      const { json } = await c.get(`${path}/shipments`);
      return json[0].deliveryMode === "FOR_HERE" ? undefined : json[0].deliveryMode;
    },
  },
  {
    id: "unauthorized-as-redirect",
    service: "sandbox",
    operation: LIST_SHIPMENTS,
    title: "a missing token redirects to a sign-in page",
    breaks: "seed: a missing or invalid token yields 401",
    response: (it) => {
      if (it.status !== 401) return;
      it.status = 302;
      it.headers.location = "/login";
    },
    shows: async (c) => {
      const { status } = await c.get(`${await c.record({})}/shipments`, { Authorization: undefined });
      return status === 401 ? undefined : `status ${status} for a missing token`;
    },
  },
  {
    id: "shipments-stale",
    service: "sandbox",
    operation: LIST_SHIPMENTS,
    title: "shipments are cached over a PUT",
    breaks: "RFC 9110 9.3.4: a PUT replaces the state; all order shipments of the order are returned",
    response: (it, { target }, memory) => {
      if (it.status !== 200) return;
      const old = memory.get(target);
      if (old instanceof Buffer) setBody(it, old.toString());
      else memory.set(target, it.body);
    },
    shows: async (c) => {
      const path = await c.record({ orderShipments: [{ id: 1 }] });
      await c.get(`${path}/shipments`);
      await c.send("PUT", path, {
        body: { orderShipments: [{ id: 2 }, { id: 3 }] },
        headers: { "Service-Request-Id": randomUUID() },
      });
      const { json } = await c.get(`${path}/shipments`);
      return json.length === 2 ? undefined : "the shipments before the PUT";
    },
  },
  {
    id: "histories-basic-scheme",
    service: "sandbox",
    operation: LIST_HISTORIES,
    title: "credentials of another scheme are accepted",
    breaks: "spec: the access token is sent as Authorization: Bearer; invalid tokens result in 401",
    request: acceptAnyToken((it) => it?.startsWith("Basic ") === true),
    shows: async (c) => {
      const path = `${await c.record({})}/histories`;
      await c.get(path);
      const { status } = await c.get(path, { Authorization: "Basic cHJvYmU6cHJvYmU=" });
      return status === 401 ? undefined : `status ${status} with Basic credentials`;
    },
  },
  {
    ...HISTORIES,
    id: "histories-twelve-hours",
    kind: "response value",
    title: "hours are formatted with 12 hours: 15:00 becomes 03:00",
    breaks: "seed: all date-time values are YYYY-MM-DDThh:mm:ssZ in GMT; an order has the same histories",
    response: mapArray((it) => ({
      ...it,
      timestamp: String(it.timestamp).replace(
        /T(\d\d)/,
        (_, hour: string) => `T${String(Number(hour) % 12 || 12).padStart(2, "0")}`,
      ),
    })),
    alsoOn: ["recordOrder"],
    names: notKept(/timestamp/),
    shows: listsOther("histories", "orderHistories", [{ id: 1, timestamp: "2026-01-01T15:00:00Z", event: "ACCEPTED" }]),
  },
  {
    ...HISTORIES,
    id: "histories-any-etag",
    kind: "conditional request",
    title: "any If-None-Match gets 304",
    breaks: "RFC 9110 13.1.2: 304 only if the entity tag matches; spec: 304 is not documented",
    response: (it, { headers }) => {
      if (it.status === 200 && headers["if-none-match"] !== undefined) emptyBody(it, 304);
    },
    names: /\b304\b|if-none-match|etag|conditional/i,
    shows: async (c) => {
      const { status } = await c.get(`${await c.record({})}/histories`, { "If-None-Match": '"other"' });
      return status === 304 ? "304 for another entity tag" : undefined;
    },
  },
  {
    ...SHIPMENTS,
    id: "shipments-month-as-minutes",
    kind: "response value",
    title: "the minutes of createdAt are the number of the month",
    breaks: "seed: all date-time values are YYYY-MM-DDThh:mm:ssZ; an order has the same shipments",
    response: mapArray((it) =>
      typeof it.createdAt === "string"
        ? { ...it, createdAt: it.createdAt.replace(/-(\d\d)-(\d\dT\d\d):\d\d/, "-$1-$2:$1") }
        : it,
    ),
    alsoOn: ["recordOrder"],
    names: notKept(/createdAt/),
    shows: listsOther("shipments", "orderShipments", [{ id: 1, createdAt: "2026-03-01T10:45:00Z" }]),
  },
  {
    ...SHIPMENTS,
    id: "shipments-open-only",
    kind: "consistency",
    title: "shipments with another status than NONE are left out",
    breaks: "seed: returns all order shipments of the order",
    response: editBody((it) =>
      Array.isArray(it) ? it.filter(({ status }) => status === undefined || status === "NONE") : it,
    ),
    names: INCOMPLETE,
    shows: listsOther("shipments", "orderShipments", [
      { id: 1, status: "NONE" },
      { id: 2, status: "DELIVERED" },
    ]),
  },
  {
    ...SHIPMENTS,
    id: "shipments-renumbered",
    kind: "response value",
    alsoOn: ["recordOrder"],
    title: "ids are positions in the list",
    breaks: "spec: id is the identifier of the shipment; the order has another id for it",
    response: editBody((it) => (Array.isArray(it) ? it.map((one, at) => ({ ...one, id: at + 1 })) : it)),
    names: notKept(/\bid\b/),
    shows: listsOther("shipments", "orderShipments", [{ id: 8001 }]),
  },
  {
    ...SHIPMENTS,
    id: "shipments-head-without-token",
    kind: "authentication",
    methods: ["HEAD", "GET"],
    title: "HEAD needs no token",
    breaks: "seed: the token is sent on every other call; a missing one yields 401",
    request: (message, memory) => {
      if (message.method === "HEAD") acceptAnyToken((it) => it === undefined)(message, memory);
      else memory.set("authorization", message.headers.authorization);
    },
    names: /HEAD|token|\b401\b|unauthori|authenti/i,
    shows: async (c) => {
      const path = `${await c.record({})}/shipments`;
      await c.get(path);
      const { status } = await c.send("HEAD", path, { headers: { Authorization: undefined } });
      return status === 200 ? "200 for HEAD without a token" : undefined;
    },
  },
  {
    ...SANDBOX,
    operation: LIST_HISTORIES,
    id: "history-in-local-time",
    kind: "consistency",
    alsoOn: ["getOrder"],
    title: "the timestamps of listed history events are local times with a Z",
    breaks: "spec, conventions: all date-time values are GMT; the order has the same event with another time",
    response: editBody((it) =>
      Array.isArray(it)
        ? it.map((event) =>
            typeof event?.timestamp === "string" ? { ...event, timestamp: shiftHours(event.timestamp, -5) } : event,
          )
        : it,
    ),
    names: notKept(/timestamp|time|hour|zone|GMT|UTC/),
    shows: async (c) => {
      const timestamp = "2026-02-03T04:05:06Z";
      const path = await c.record({ orderHistories: [{ id: 1, timestamp, event: "ACCEPTED" }] });
      const [event] = (await c.get(`${path}/histories`)).json;
      return event.timestamp === timestamp ? undefined : `the timestamp is ${event.timestamp}`;
    },
  },
];
