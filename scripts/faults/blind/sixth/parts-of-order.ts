import { setBody } from "../../edits.js";
import type { Defect } from "../defect.js";
import { GET_ORDER, LIST_HISTORIES, LIST_SHIPMENTS } from "../edits-of-commerce.js";
import { either, emptyBody, getSegment, notKept, put } from "../second/edits-of-second.js";

const OF_HISTORIES = { service: "sandbox", operation: LIST_HISTORIES } as const;

/** Histories and shipments. */
export const PARTS_OF_ORDER_DEFECTS: readonly Defect[] = [
  {
    ...OF_HISTORIES,
    id: "histories-of-any-business",
    kind: "authorization",
    methods: ["GET", "PUT"],
    paths: [GET_ORDER.path],
    title: "the histories of an order are found by its id alone, below any business",
    breaks: "spec, listOrderHistories: the order is one of the business in the path, and 404 is not found; OWASP API1",
    request: (message, memory) => {
      const owner = memory.get(getSegment(message, 4).toLowerCase());
      const { method, target } = message;
      if (method !== "GET" || typeof owner !== "string" || !target.split("?", 1)[0]?.endsWith("/histories")) return;
      message.target = target.replace(/^\/businesses\/[^/]+/, `/businesses/${owner}`);
    },
    response: ({ status }, message, memory) => {
      const id = getSegment(message, 4).toLowerCase();
      if (status < 300 && !memory.has(id)) memory.set(id, getSegment(message, 2));
    },
    names: either(/business|foreign|owner|authori|access|another|tenant|\b200\b|\b40[34]\b/),
    shows: async (c) => {
      const path = await c.record({ orderHistories: [{ id: 1, event: "ACCEPTED" }] });
      const { status } = await c.get(`${path.replace(c.business, c.otherBusiness)}/histories`);
      return status === 200 ? "200 below another business" : undefined;
    },
  },
  {
    ...OF_HISTORIES,
    id: "histories-cached",
    kind: "stale data",
    alsoOn: ["recordOrder", "getOrder"],
    title: "histories that were read once stay the same after the order is replaced",
    breaks: "docs/orders.md: a later PUT replaces the whole order; spec, listOrderHistories: all events; RFC 9111 4.4",
    response: (it, { target }, memory) => {
      if (it.status !== 200) return;
      const known = memory.get(target);
      if (typeof known === "string") setBody(it, known);
      else memory.set(target, it.body.toString());
    },
    names: notKept(/stale|cache|former|histor|replac/),
    shows: async (c) => {
      const path = await c.record({ orderHistories: [{ id: 1, event: "ACCEPTED" }] });
      await c.get(`${path}/histories`);
      await put(c, path, { orderHistories: [] });
      const { json } = await c.get(`${path}/histories`);
      return json.length === 0 ? undefined : `${json.length} events after the order was recorded without any`;
    },
  },
  {
    ...OF_HISTORIES,
    id: "histories-version-optional",
    kind: "validation",
    title: "a request without Api-Version is accepted",
    breaks: "spec, listOrderHistories: the header Api-Version is required",
    request: ({ headers }) => {
      headers["api-version"] ??= "1.2";
    },
    names: either(/api-version|required|missing|\b200\b|accept/),
    shows: async (c) => {
      const path = await c.record({});
      const { status } = await c.get(`${path}/histories`, { "Api-Version": undefined });
      return status === 200 ? "200 without Api-Version" : undefined;
    },
  },
  {
    service: "sandbox",
    operation: LIST_SHIPMENTS,
    id: "no-shipments-204",
    kind: "status",
    title: "an order without shipments gets 204 instead of an empty array",
    breaks: "spec, listOrderShipments: 200 with an array of all shipments",
    response: (it) => {
      if (it.status === 200 && it.body.toString() === "[]") emptyBody(it, 204);
    },
    names: either(/\b204\b|undocumented|no content|empty|no body/),
    shows: async (c) => {
      const { status } = await c.get(`${await c.record({})}/shipments`);
      return status === 204 ? "204 for no shipments" : undefined;
    },
  },
];
