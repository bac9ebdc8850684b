import { getQuery, type Json, rejectValid, setQuery } from "../../edits.js";
import type { Defect } from "../defect.js";
import { DATE_TIME, INTEGER, LIST_ORDERS } from "../edits-of-commerce.js";
import { editEach, notKept } from "../second/edits-of-second.js";
import { mapTexts, payWith, SANDBOX } from "./edits-of-fourth.js";

const STATUSES = ["OPENED", "COMPLETED", "CANCELLED"];
const STORE = "1b9f6c34-8d2a-4e60-b7a5-0c3f5e7d9a21";
const ENTITIES: Readonly<Record<string, string>> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" };

export const LIST_ORDERS_OF_FOURTH: readonly Defect[] = [
  {
    ...SANDBOX,
    operation: LIST_ORDERS,
    id: "order-limit-maximum-exclusive",
    kind: "validation",
    title: "the largest limit is rejected",
    breaks: "spec, LimitQuery: maximum 100; info, Pagination: 1 to 100",
    instead: rejectValid((it) => getQuery(it, "limit") === "100"),
    names: /limit|\b100\b|\b400\b|reject|refus/i,
    shows: async (c) => {
      const { status } = await c.get(`${c.orders}?limit=100`);
      return status === 400 ? "limit=100 is a 400" : undefined;
    },
  },
  {
    ...SANDBOX,
    operation: LIST_ORDERS,
    id: "order-shipments-flag-as-text",
    kind: "response value",
    title: "includeOrderShipments=false includes the shipments",
    breaks: "spec, IncludeOrderShipmentsQuery: specifies if the shipments of the orders are included",
    request: (it) => {
      if (getQuery(it, "includeOrderShipments") === "false") setQuery("includeOrderShipments", "true")(it);
    },
    names: /shipment|includ/i,
    shows: async (c) => {
      const { json } = await c.get(`${c.orders}?includeOrderShipments=false`);
      return json.orders.some((it: Json) => it.orderShipments !== undefined) ? "shipments are included" : undefined;
    },
  },
  {
    ...SANDBOX,
    operation: LIST_ORDERS,
    id: "order-card-month-from-zero",
    kind: "filter",
    title: "cardExpirationMonth counts months from zero, so that the next month is listed",
    breaks: "spec, CardExpirationMonthQuery: only orders with a card that expires in this month are listed",
    request: (it) => {
      const month = getQuery(it, "cardExpirationMonth") ?? "";
      if (INTEGER.test(month) && getQuery(it, "startOffset") === null)
        setQuery("cardExpirationMonth", String(Number(month) + 1))(it);
    },
    names: /month|expir|filter|match|card/i,
    shows: async (c) => {
      const path = await c.record({ transactions: [payWith({ expirationMonth: 3, expirationYear: 2029 })] });
      const listed = await c.pages(`${c.orders}?cardExpirationMonth=3`, "orders");
      return listed.some((it) => path.endsWith(it.id)) ? undefined : "the order is not listed by the month of its card";
    },
  },
  {
    ...SANDBOX,
    operation: LIST_ORDERS,
    id: "order-other-status-lists-all",
    kind: "filter",
    title: "orderStatus with a value that the service does not know lists all orders",
    breaks: "spec, OrderStatusQuery: only orders with this status are listed; info: other values of enums are possible",
    request: (it) => {
      const status = getQuery(it, "orderStatus");
      if (status !== null && !STATUSES.includes(status)) setQuery("orderStatus")(it);
    },
    names: /status|filter|match/i,
    shows: async (c) => {
      const { json } = await c.get(`${c.orders}?orderStatus=ARCHIVED`);
      return json.orders.length > 0 ? `${json.orders.length} orders without the status` : undefined;
    },
  },
  {
    ...SANDBOX,
    operation: LIST_ORDERS,
    id: "order-end-at-without-effect-after-start-at",
    kind: "filter",
    title: "endAt has no effect if startAt is present",
    breaks: "spec, EndAtQuery: end of the time window; docs/lists.md: startAt and endAt limit a list",
    request: (it) => {
      const [start, end] = ["startAt", "endAt"].map((name) => getQuery(it, name) ?? "");
      const isWindow = [start, end].every((time) => DATE_TIME.test(time ?? "")) && String(start) <= String(end);
      if (isWindow && getQuery(it, "startOffset") === null) setQuery("endAt")(it);
    },
    names: /endAt|window|later|filter|updatedAt/i,
    shows: async (c) => {
      const { json } = await c.get(`${c.orders}?startAt=2001-01-01T00:00:00Z&endAt=2001-02-01T00:00:00Z`);
      return json.orders.length > 0 ? `${json.orders.length} orders after the end of the window` : undefined;
    },
  },
  {
    ...SANDBOX,
    operation: LIST_ORDERS,
    id: "order-texts-escaped-in-list",
    kind: "consistency",
    alsoOn: ["getOrder", "recordOrder"],
    title: "the list has the texts of orders with HTML entities",
    breaks: "spec, recordOrder: the service records what is passed; RFC 8259 7: JSON has no entities",
    response: editEach("orders", (order) =>
      mapTexts(order, (text) => text.replace(/[&<>"]/g, (it) => ENTITIES[it] ?? it)),
    ),
    names: notKept(/escap|entit|html|&amp;|&lt;|&quot;/),
    shows: async (c) => {
      const path = await c.record({ orderNumber: "ESC-1", notes: "Salt & pepper <extra>" });
      const { json } = await c.get(`${c.orders}?orderNumber=ESC-1`);
      const notes = json.orders.find((it: Json) => path.endsWith(it.id))?.notes;
      return notes === "Salt & pepper <extra>" ? undefined : `notes are ${notes}`;
    },
  },
  {
    ...SANDBOX,
    operation: LIST_ORDERS,
    id: "order-store-hides-customer",
    kind: "filter",
    title: "customerUserId has no effect if storeId is present",
    breaks:
      "spec, CustomerUserIdQuery: only orders placed by this customer are listed; docs/orders.md: all filters must match",
    request: (it) => {
      const customer = getQuery(it, "customerUserId") ?? "";
      if (INTEGER.test(customer) && getQuery(it, "storeId") !== null) setQuery("customerUserId")(it);
    },
    names: /customerUserId|customer|storeId|filter|match|combin/i,
    shows: async (c) => {
      for (const customerUserId of [71, 72]) await c.record({ customerUserId, context: { storeId: STORE } });
      const listed = await c.pages(`${c.orders}?storeId=${STORE}&customerUserId=71`, "orders");
      return listed.every((it) => it.customerUserId === 71) ? undefined : "orders of another customer are listed";
    },
  },
];
