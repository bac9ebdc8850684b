import { editBody, type Json } from "../../edits.js";
import type { FaultResponse } from "../../fault.js";
import type { Defect } from "../defect.js";
import { LIST_HISTORIES, LIST_SHIPMENTS, RECORD_ORDER } from "../edits-of-commerce.js";
import { getSegment, notKept, put, replaceResponse } from "../second/edits-of-second.js";
import { SANDBOX } from "./edits-of-fourth.js";

const HISTORIES = Array.from({ length: 3 }, (_, at) => ({ id: at + 1, event: "ACCEPTED" }));

export const HISTORIES_AND_SHIPMENTS_OF_FOURTH: readonly Defect[] = [
  {
    ...SANDBOX,
    operation: LIST_HISTORIES,
    id: "histories-one-for-each-kind",
    kind: "response value",
    alsoOn: ["recordOrder", "getOrder"],
    title: "of several history events of one kind only the first is returned",
    breaks: "spec, listOrderHistories: returns all order history events of the order",
    response: editBody((it) => (Array.isArray(it) ? keepFirstOfKind(it) : it)),
    names: notKept(/histor|length|missing|number of/),
    shows: async (c) => {
      const { json } = await c.get(`${await c.record({ orderHistories: HISTORIES })}/histories`);
      return json.length === HISTORIES.length ? undefined : `${json.length} of ${HISTORIES.length} events`;
    },
  },
  {
    ...SANDBOX,
    operation: LIST_HISTORIES,
    id: "histories-of-any-version",
    kind: "validation",
    title: "any value of Api-Version is accepted",
    breaks: "spec, ApiVersionHeader: const 1.2; info: must be 1.2",
    request: ({ headers }) => {
      if (headers["api-version"] !== undefined) headers["api-version"] = "1.2";
    },
    names: /api-version|version/i,
    shows: async (c) => {
      const { status } = await c.get(`${await c.record({})}/histories`, { "Api-Version": "9.7" });
      return status === 200 ? "200 for version 9.7" : undefined;
    },
  },
  {
    ...SANDBOX,
    operation: LIST_HISTORIES,
    methods: ["GET", "PUT"],
    paths: [RECORD_ORDER.path],
    id: "histories-below-another-business",
    kind: "authorization",
    title: "the histories of an order can be read below another business",
    breaks:
      "spec, BusinessIdPath and OrderIdPath: the order of the business; docs/sandbox.md: 404 for a missing resource",
    response: (it, message, memory) => {
      const isList = getSegment(message, -1) === "histories";
      const id = getSegment(message, isList ? -2 : -1).toLowerCase();
      if (it.status < 300) memory.set(id, readHistories(it));
      else if (it.status === 404 && isList && memory.has(id)) replaceResponse(it, 200, memory.get(id));
    },
    names: /business|tenant|\b404\b|owner|foreign|another|leak/i,
    shows: async (c) => {
      const path = await c.record({ orderHistories: HISTORIES });
      const { status } = await c.get(`${path.replace(c.business, c.otherBusiness)}/histories`);
      return status === 200 ? "200 below another business" : undefined;
    },
  },
  {
    ...SANDBOX,
    operation: LIST_SHIPMENTS,
    id: "shipment-ids-as-text",
    kind: "response value",
    title: "the id of a shipment is a text",
    breaks: "spec, OrderShipment: id is an integer",
    response: editBody((it) =>
      Array.isArray(it)
        ? it.map((shipment: Json) => (shipment.id === undefined ? shipment : { ...shipment, id: String(shipment.id) }))
        : it,
    ),
    names: /\bid\b|integer|string|type|schema/i,
    shows: async (c) => {
      const { json } = await c.get(`${await c.record({ orderShipments: [{ id: 4, status: "NONE" }] })}/shipments`);
      return typeof json[0]?.id === "string" ? "an id is a text" : undefined;
    },
  },
  {
    ...SANDBOX,
    operation: LIST_SHIPMENTS,
    id: "shipments-cached-until-restart",
    kind: "stale data",
    alsoOn: ["recordOrder", "getOrder"],
    title: "shipments that were read once stay the same after the order is replaced",
    breaks: "RFC 9110 9.3.4: a GET after a PUT returns the new state; docs/orders.md: a PUT replaces the whole order",
    response: (it, { target }, memory) => {
      if (it.status !== 200) return;
      const cached = memory.get(target);
      if (Buffer.isBuffer(cached)) replaceResponse(it, 200, JSON.parse(cached.toString()));
      else memory.set(target, it.body);
    },
    names: notKept(/cache|stale|old|former|shipment/),
    shows: async (c) => {
      const path = await c.record({ orderShipments: [{ id: 4 }] });
      await c.get(`${path}/shipments`);
      await put(c, path, { orderShipments: [{ id: 5 }] });
      const { json } = await c.get(`${path}/shipments`);
      return json[0].id === 4 ? "the former shipments" : undefined;
    },
  },
];

function readHistories({ body }: FaultResponse): Json {
  const json: Json = JSON.parse(body.toString());
  return Array.isArray(json) ? json : (json.orderHistories ?? []);
}

function keepFirstOfKind(events: readonly Json[]): readonly Json[] {
  return events.filter(({ event }, at) => events.findIndex((it) => it.event === event) === at);
}
