import { editBody, type Json } from "../../edits.js";
import type { Edit } from "../../fault.js";
import type { Defect } from "../defect.js";
import { acceptAnyToken, LIST_HISTORIES, LIST_SHIPMENTS, shiftHours } from "../edits-of-commerce.js";
import { emptyBody, notKept, repeatFirst } from "../shared-edits.js";

function mapArray(edit: (item: Json, index: number) => Json): Edit<"response"> {
  return editBody((it) => (Array.isArray(it) ? it.map(edit) : it));
}

const INCOMPLETE = notKept(/\ball\b|missing|complete|fewer|only|length|items|elements/);

export const PARTS_OF_ORDERS: readonly Defect[] = [
  {
    ...LIST_SHIPMENTS,
    id: "shipments-wrapped",
    title: "shipments are wrapped in an object",
    breaks: "seed: the response is an array",
    response: editBody((it) => ({ shipments: it, count: it.length })),
  },
  {
    ...LIST_SHIPMENTS,
    id: "shipments-mode-lower-case",
    title: "deliveryMode is in lower case",
    breaks: "seed: deliveryMode FOR_HERE; GET of the order has the same shipment",
    response: mapArray((it) =>
      typeof it.deliveryMode === "string" ? { ...it, deliveryMode: it.deliveryMode.toLowerCase() } : it,
    ),
  },
  {
    ...LIST_SHIPMENTS,
    id: "unauthorized-as-redirect",
    title: "a missing token redirects to a sign-in page",
    breaks: "seed: a missing or invalid token yields 401",
    response: (it) => {
      if (it.status !== 401) return;
      it.status = 302;
      it.headers.location = "/login";
    },
  },
  {
    ...LIST_SHIPMENTS,
    id: "shipments-stale",
    title: "shipments are cached over a PUT",
    breaks: "RFC 9110 9.3.4: a PUT replaces the state; all order shipments of the order are returned",
    response: repeatFirst(),
  },
  {
    ...LIST_HISTORIES,
    id: "histories-basic-scheme",
    title: "credentials of another scheme are accepted",
    breaks: "spec: the access token is sent as Authorization: Bearer; invalid tokens result in 401",
    request: acceptAnyToken((it) => it?.startsWith("Basic ") === true),
  },
  {
    ...LIST_HISTORIES,
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
  },
  {
    ...LIST_HISTORIES,
    id: "histories-any-etag",
    kind: "conditional request",
    title: "any If-None-Match gets 304",
    breaks: "RFC 9110 13.1.2: 304 only if the entity tag matches; spec: 304 is not documented",
    response: (it, { headers }) => {
      if (it.status === 200 && headers["if-none-match"] !== undefined) emptyBody(it, 304);
    },
    names: /\b304\b|if-none-match|etag|conditional/i,
  },
  {
    ...LIST_SHIPMENTS,
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
  },
  {
    ...LIST_SHIPMENTS,
    id: "shipments-open-only",
    kind: "consistency",
    title: "shipments with another status than NONE are left out",
    breaks: "seed: returns all order shipments of the order",
    response: editBody((it) =>
      Array.isArray(it) ? it.filter(({ status }) => status === undefined || status === "NONE") : it,
    ),
    names: INCOMPLETE,
  },
  {
    ...LIST_SHIPMENTS,
    id: "shipments-renumbered",
    kind: "response value",
    alsoOn: ["recordOrder"],
    title: "ids are positions in the list",
    breaks: "spec: id is the identifier of the shipment; the order has another id for it",
    response: mapArray((it, at) => ({ ...it, id: at + 1 })),
    names: notKept(/\bid\b/),
  },
  {
    ...LIST_SHIPMENTS,
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
  },
  {
    ...LIST_HISTORIES,
    id: "history-in-local-time",
    kind: "consistency",
    alsoOn: ["getOrder"],
    title: "the timestamps of listed history events are local times with a Z",
    breaks: "spec, conventions: all date-time values are GMT; the order has the same event with another time",
    response: mapArray((it) =>
      typeof it?.timestamp === "string" ? { ...it, timestamp: shiftHours(it.timestamp, -5) } : it,
    ),
    names: notKept(/timestamp|time|hour|zone|GMT|UTC/),
  },
];
