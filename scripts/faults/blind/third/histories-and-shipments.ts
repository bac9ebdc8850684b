import { editBody, setBody } from "../../edits.js";
import type { FaultResponse } from "../../fault.js";
import type { Defect } from "../defect.js";
import { ABSENT, getPath, LIST_HISTORIES, LIST_SHIPMENTS } from "../edits-of-commerce.js";
import { either, getSegment, notKept, put, replaceResponse } from "../second/edits-of-second.js";
import { readSuccess } from "./edits-of-third.js";

const HISTORIES = { service: "sandbox", operation: LIST_HISTORIES } as const;
const SHIPMENTS = { service: "sandbox", operation: LIST_SHIPMENTS } as const;
const FIRST = 10;

export const HISTORIES_AND_SHIPMENTS_OF_THIRD: readonly Defect[] = [
  {
    ...HISTORIES,
    id: "order-without-history-is-404",
    kind: "status",
    title: "the histories of an order without events are a 404",
    breaks: "spec: all history events are returned, with the example no-events",
    response: (response) => {
      if (readSuccess(response)?.length === 0) replaceResponse(response, 404, { status: 404, message: "no events" });
    },
    names: /\b404\b|empty|not found/i,
    shows: async (c) => {
      const { status } = await c.get(`${await c.record({ notes: "x" })}/histories`);
      return status === 404 ? "404 for an order without events" : undefined;
    },
  },
  {
    ...HISTORIES,
    id: "histories-end-after-ten",
    kind: "consistency",
    alsoOn: ["getOrder", "recordOrder"],
    title: "only the first ten history events are returned",
    breaks: "spec: returns all order history events of the order",
    response: editBody((json) => (Array.isArray(json) ? json.slice(0, FIRST) : json)),
    names: notKept(/histor|missing|\ball\b|\bten\b|\b10\b/),
    shows: async (c) => {
      const timestamp = "2026-03-14T09:26:53Z";
      const orderHistories = Array.from({ length: 12 }, (_, id) => ({ id, timestamp, event: "ACCEPTED" }));
      const { json } = await c.get(`${await c.record({ orderHistories })}/histories`);
      return json.length < orderHistories.length ? `${json.length} of 12 events` : undefined;
    },
  },
  {
    ...HISTORIES,
    id: "history-timestamps-with-milliseconds",
    kind: "response value",
    title: "timestamps of history events have milliseconds",
    breaks: "spec: date-time values have the format YYYY-MM-DDThh:mm:ssZ",
    response: editBody((json) =>
      Array.isArray(json) ? json.map((it) => ({ ...it, timestamp: it.timestamp?.replace(/Z$/, ".000Z") })) : json,
    ),
    names: /timestamp|pattern|format|milli|date/i,
    shows: async (c) => {
      const { orders } = (await c.get(`${c.orders}?limit=1`)).json;
      const { json } = await c.get(`${c.orders}/${orders[0].id}/histories`);
      return json[0].timestamp.includes(".") ? `timestamp is ${json[0].timestamp}` : undefined;
    },
  },
  {
    ...HISTORIES,
    id: "history-ids-are-positions",
    kind: "consistency",
    alsoOn: ["getOrder", "recordOrder"],
    title: "the ids of history events are their positions",
    breaks: "spec: id is the identifier of the event; orderHistories of the order has the same events",
    response: editBody((json) => (Array.isArray(json) ? json.map((it, at) => ({ ...it, id: at + 1 })) : json)),
    names: notKept(/\bid\b|identif/),
    shows: async (c) => {
      const { orders } = (await c.get(`${c.orders}?limit=1&includeOrderHistories=true`)).json;
      const { json } = await c.get(`${c.orders}/${orders[0].id}/histories`);
      return json[0].id === orders[0].orderHistories[0].id ? undefined : "the ids differ from those of the order";
    },
  },
  {
    ...SHIPMENTS,
    id: "shipments-cached-at-first-read",
    kind: "stale data",
    methods: ["GET"],
    alsoOn: ["recordOrder", "getOrder"],
    title: "shipments that were read once do not change when the order is recorded again",
    breaks: "RFC 9111 4.4 and RFC 9110 9.3.4: a read after a PUT returns the new state",
    response: (response, message, memory) => {
      const first = memory.get(getPath(message)) as Buffer | undefined;
      if (response.status !== 200) return;
      if (first === undefined) memory.set(getPath(message), response.body);
      else setBody(response, first.toString());
    },
    names: notKept(/shipment|cache/),
    shows: async (c) => {
      const path = await c.record({ orderShipments: [{ id: 1 }] });
      await c.get(`${path}/shipments`);
      await put(c, path, { orderShipments: [{ id: 2 }] });
      const { json } = await c.get(`${path}/shipments`);
      return json[0].id === 1 ? "the shipments are those of the first read" : undefined;
    },
  },
  {
    ...SHIPMENTS,
    id: "shipments-through-any-business",
    kind: "authorization",
    title: "shipments are returned below the path of a business without access, if the id of the order is right",
    breaks: "open question endpoint-permissions: other businesses get 403; OWASP API1: object level authorization",
    response: (response, message, memory) => {
      const id = getSegment(message, -2);
      const found = memory.get(id) as FaultResponse | undefined;
      if (response.status === 200) memory.set(id, { ...response, headers: { ...response.headers } });
      else if ([403, 404].includes(response.status) && found !== undefined) Object.assign(response, found);
    },
    names: either(/\bbusiness\b|\b403\b|authoriz|bola|foreign/),
    shows: async (c) => {
      const path = `${await c.record({ orderShipments: [{ id: 1 }] })}/shipments`;
      await c.get(path);
      const { status } = await c.get(path.replace(c.business, ABSENT));
      return status === 200 ? "200 below the path of an unknown business" : undefined;
    },
  },
];
