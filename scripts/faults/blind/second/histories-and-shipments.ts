import { editBody, type Json, setBody } from "../../edits.js";
import type { Edits } from "../../fault.js";
import type { Client } from "../client.js";
import type { Defect } from "../defect.js";
import { ABSENT, acceptAnyToken, LIST_HISTORIES, LIST_SHIPMENTS } from "../edits-of-commerce.js";
import { emptyBody, getSegment, notKept, replaceResponse } from "./edits-of-second.js";

const HISTORIES = { service: "sandbox", operation: LIST_HISTORIES } as const;
const SHIPMENTS = { service: "sandbox", operation: LIST_SHIPMENTS } as const;
const INCOMPLETE = notKept(/\ball\b|missing|complete|fewer|only|length|items|elements/);

function mapArray(edit: (item: Json) => Json): NonNullable<Edits["response"]> {
  return editBody((it) => (Array.isArray(it) ? it.map(edit) : it));
}

const createEvents = (count: number): Json =>
  Array.from({ length: count }, (_, at) => ({ id: at + 1, timestamp: "2026-01-01T00:00:00Z", event: "ACCEPTED" }));

/** Shows that a sub-collection differs from what was recorded. */
function listsOther(name: string, member: string, items: readonly Json[]): (c: Client) => Promise<string | undefined> {
  return async (c) => {
    const { text, json } = await c.get(`${await c.record({ [member]: items })}/${name}`);
    return JSON.stringify(json) === JSON.stringify(items) ? undefined : text;
  };
}

export const HISTORIES_AND_SHIPMENTS: readonly Defect[] = [
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
    id: "histories-first-ten",
    kind: "consistency",
    title: "only the first ten history events are returned",
    breaks: "seed: returns all order history events of the order",
    response: editBody((it) => (Array.isArray(it) ? it.slice(0, 10) : it)),
    names: INCOMPLETE,
    shows: listsOther("histories", "orderHistories", createEvents(12)),
  },
  {
    ...HISTORIES,
    id: "histories-joined",
    kind: "consistency",
    title: "each history event occurs twice",
    breaks: "seed: returns all order history events of the order; an order has each of them once",
    response: editBody((it) => (Array.isArray(it) ? it.flatMap((one) => [one, one]) : it)),
    names: notKept(/duplicate|twice|unique|repeated|more|length/),
    shows: listsOther("histories", "orderHistories", createEvents(1)),
  },
  {
    ...HISTORIES,
    id: "histories-empty-without-content",
    kind: "status",
    title: "an order without history events gets 204",
    breaks: "seed: the response is an array; spec: 204 is not documented",
    response: (it) => {
      if (it.status === 200 && it.body.toString() === "[]") emptyBody(it, 204);
    },
    names: /\b204\b|body|empty|undocumented status|not documented|status/i,
    shows: async (c) => {
      const { status } = await c.get(`${await c.record({})}/histories`);
      return status === 204 ? "204" : undefined;
    },
  },
  {
    ...HISTORIES,
    id: "histories-of-previous-order",
    kind: "leak",
    title: "events of the order that was read before are listed too",
    breaks: "seed: returns all order history events of the order, the one of the path",
    response: (it, message, memory) => {
      if (it.status !== 200) return;
      const own: Json = JSON.parse(it.body.toString());
      const { id, events } = (memory.get("previous") as Json) ?? { id: "", events: [] };
      memory.set("previous", { id: getSegment(message, -2), events: own });
      if (id !== getSegment(message, -2)) setBody(it, JSON.stringify([...events, ...own]));
    },
    names: notKept(/other|more|histor|length/),
    shows: async (c) => {
      await c.get(`${await c.record({ orderHistories: createEvents(1) })}/histories`);
      const { json } = await c.get(`${await c.record({})}/histories`);
      return json.length > 0 ? "events of another order" : undefined;
    },
  },
  {
    ...HISTORIES,
    id: "histories-token-suffix",
    kind: "authentication",
    title: "characters after the access token are ignored",
    breaks: "seed: a missing or invalid token yields 401",
    request: ({ headers }, memory) => {
      const good = memory.get("authorization");
      if (typeof good !== "string") memory.set("authorization", headers.authorization);
      else if (headers.authorization?.startsWith(good)) headers.authorization = good;
    },
    names: /token|\b401\b|unauthori|authenti|credential/i,
    shows: async (c) => {
      const path = `${await c.record({})}/histories`;
      await c.get(path);
      const { status } = await c.get(path, { Authorization: `${c.authorization}x` });
      return status === 200 ? "200 with a changed token" : undefined;
    },
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
    id: "shipments-of-unknown-order",
    kind: "status",
    title: "an unknown order has no shipments instead of 404",
    breaks: "seed: 404 not found; RFC 9110 15.5.5: the server did not find the target resource",
    response: (it) => {
      if (it.status === 404) replaceResponse(it, 200, []);
    },
    names: /\b404\b|unknown|not found|does not exist|missing|random/i,
    shows: async (c) => {
      const { status } = await c.get(`${c.orders}/${ABSENT}/shipments`);
      return status === 200 ? "200 for an unknown order" : undefined;
    },
  },
  {
    ...SHIPMENTS,
    id: "shipments-of-other-business",
    kind: "authorization",
    title: "shipments are readable below another business",
    breaks: "spec: the path names an order of the business; OWASP API1 object-level authorization",
    request: (message, memory) => {
      const id = getSegment(message, -2);
      const owner = memory.get(id);
      if (typeof owner === "string") message.target = owner;
    },
    response: (it, message, memory) => {
      const id = getSegment(message, -2);
      if (it.status === 200 && !memory.has(id)) memory.set(id, message.target);
    },
    names: /business|other|foreign|\b40[34]\b|access|belong|tenant|object-level|authoriz/i,
    shows: async (c) => {
      const path = `${await c.record({ orderShipments: [{ id: 1 }] })}/shipments`;
      await c.get(path);
      const { status } = await c.get(path.replace(c.business, c.otherBusiness));
      return status === 200 ? "shipments of another business" : undefined;
    },
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
];
