import { editBody, type Json } from "../../edits.js";
import type { FaultResponse } from "../../fault.js";
import type { Defect } from "../defect.js";
import {
  DATE_TIME,
  GET_ORDER,
  getPath,
  LIST_HISTORIES,
  LIST_ORDERS,
  LIST_SHIPMENTS,
  shiftHours,
} from "../edits-of-commerce.js";
import { copyResponse, either, emptyBody, getSegment, notKept, readResponse, repeatFirst } from "../shared-edits.js";

export const READ_ORDERS: readonly Defect[] = [
  {
    ...GET_ORDER,
    id: "order-etag-of-id-only",
    kind: "conditional request",
    alsoOn: ["updateOrder", "recordOrder"],
    title: "the ETag of an order depends on its id only, so that a changed order gets 304",
    breaks: "RFC 9110 8.8.1 and 13.1.2: a validator changes with the representation",
    response: (it, message) => {
      if (it.status !== 200) return;
      it.headers.etag = `"${getSegment(message, -1)}"`;
      if (message.headers["if-none-match"] === it.headers.etag) emptyBody(it, 304);
    },
    names: either(/\b304\b|etag|if-none-match|not modified|validator|stale|cache/),
  },
  {
    ...GET_ORDER,
    id: "order-cached-for-everyone",
    kind: "authentication",
    title: "an order that was read before is returned to requests without or with other credentials",
    breaks:
      "spec: Missing or invalid tokens result in 401; RFC 9111 3.5: responses to authorized requests are not shared",
    instead: (message, memory) => {
      const stored = memory.get(getPath(message)) as { owner: string; response: FaultResponse } | undefined;
      const isOther = stored !== undefined && stored.owner !== message.headers.authorization;
      return isOther ? copyResponse(stored.response) : undefined;
    },
    response: (it, message, memory) => {
      if (it.status === 200)
        memory.set(getPath(message), { owner: message.headers.authorization, response: copyResponse(it) });
    },
    names: either(/\b401\b|unauthori|authenticat|credential|without (a |an )?(access )?token|invalid token|cache/),
  },
  {
    ...GET_ORDER,
    id: "order-length-in-characters",
    kind: "HTTP",
    alsoOn: ["recordOrder"],
    title: "Content-Length counts characters instead of bytes, so that orders with non-ASCII text are cut off",
    breaks: "RFC 9110 8.6: Content-Length is the number of octets; RFC 8259 2",
    response: (it) => {
      const { length } = it.body.toString();
      if (length === it.body.length) return;
      it.body = it.body.subarray(0, length);
      it.headers["content-length"] = String(length);
    },
    names: either(
      /truncat|cut off|incomplete|content-length|(not|invalid|no) (valid )?JSON|pars|unexpected end|malformed/,
    ),
  },
  {
    ...GET_ORDER,
    id: "order-without-customer-is-null",
    kind: "response value",
    title: "an order without a customer is returned with `customer: null`",
    breaks: "spec: Order.customer has the type object; PUT order: the service records what is passed",
    response: editBody((it) => (it.customer === undefined ? { ...it, customer: null } : it)),
    names: either(/null|customer/),
  },
  {
    ...LIST_HISTORIES,
    id: "histories-first-ten-only",
    kind: "response value",
    alsoOn: ["recordOrder", "getOrder"],
    title: "only the first ten history events are returned",
    breaks: "spec: GET histories: Returns all order history events of the order",
    response: editBody((it) => (Array.isArray(it) ? it.slice(0, 10) : it)),
    names: notKept(/missing|fewer|incomplete|all (the |order )?(events|histor)|orderHistories/),
  },
  {
    ...LIST_HISTORIES,
    paths: [GET_ORDER.operation.path, LIST_ORDERS.operation.path],
    methods: ["GET", "PUT"],
    id: "histories-of-another-business",
    kind: "authorization",
    title: "the histories of an order are returned below another business too",
    breaks:
      "OWASP API1:2023; spec: {businessId} is the business of the order; docs/sandbox.md: 404 for a missing resource",
    request: (message, memory) => {
      const owner = memory.get(`order ${getSegment(message, 4)}`);
      if (message.target.includes("/histories") && typeof owner === "string")
        message.target = message.target.replace(/^\/businesses\/[^/]+/, `/businesses/${owner}`);
    },
    response: (it, message, memory) => {
      if (it.status >= 300 || message.target.includes("/histories")) return;
      const found: Json = readResponse(it);
      const ids: readonly string[] = Array.isArray(found?.orders)
        ? found.orders.map(({ id }: Json) => String(id))
        : [getSegment(message, 4)];
      for (const id of ids) memory.set(`order ${id}`, getSegment(message, 2));
    },
    names: either(/\b40[34]\b|foreign|(other|another|wrong) business|access|author|owner|bola|idor|leak/),
  },
  {
    ...LIST_SHIPMENTS,
    id: "shipment-times-in-local-time",
    kind: "consistency",
    alsoOn: ["getOrder", "recordOrder", "listOrders"],
    title: "the times of shipments are two hours later than in the order: they are in local time",
    breaks: "spec: All date-time values are GMT; GET shipments returns the shipments of the order",
    response: editBody((it) => {
      const shift = (time: Json): Json => (DATE_TIME.test(String(time)) ? shiftHours(time, 2) : time);
      const shifted = (shipment: Json): Json => ({
        ...shipment,
        createdAt: shift(shipment.createdAt),
        updatedAt: shift(shipment.updatedAt),
      });
      return Array.isArray(it) ? it.map(shifted) : it;
    }),
    names: notKept(/hour|time ?zone|createdAt|updatedAt|orderShipments/),
  },
  {
    ...LIST_SHIPMENTS,
    id: "no-shipments-no-content",
    kind: "status",
    title: "an order without shipments gets 204 instead of an empty array",
    breaks: "spec: GET shipments documents 200 with an array (example `no-shipments`), not 204",
    response: (it) => {
      if (it.status === 200 && it.body.toString() === "[]") emptyBody(it, 204);
    },
    names: either(/\b204\b|undocumented|no content|empty/),
  },
  {
    ...LIST_HISTORIES,
    id: "histories-cached-forever",
    kind: "stale data",
    alsoOn: ["recordOrder", "getOrder"],
    title: "the histories of an order stay as they were read first, also after the order is replaced",
    breaks: "docs/orders.md: A later PUT with the same id replaces the whole order; RFC 9111 4.4",
    response: repeatFirst(getPath),
    names: notKept(/cach|\bold\b|former|orderHistories/),
  },
];
