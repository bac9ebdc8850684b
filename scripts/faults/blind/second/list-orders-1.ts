import { editBody, getQuery, type Json, parseRequestJson, setQuery } from "../../edits.js";
import type { Defect } from "../defect.js";
import { DATE_TIME, getPath, LIST_ORDERS, shiftHours, UUID } from "../edits-of-commerce.js";
import { editEach, either, emptyBody, failIf, getSegment, notKept, put } from "./edits-of-second.js";

const OWN = { service: "sandbox", operation: LIST_ORDERS } as const;
const ORDER = "/businesses/{businessId}/orders/{orderId}";

const FILTER = (name: string): RegExp => either(/filter|match|only/, new RegExp(name));

export const LIST_ORDERS_1: readonly Defect[] = [
  {
    ...OWN,
    id: "orders-filtered-after-limit",
    kind: "pagination",
    title: "orderStatus is applied to the page of all orders: pages are short and end early",
    breaks: "seed: limit is the number of items returned; when more items exist, the response carries a next link",
    request: (message, memory) => {
      const status = getQuery(message, "orderStatus");
      memory.set("status", getQuery(message, "startOffset") === null ? status : null);
      if (status !== null && getQuery(message, "startOffset") === null) setQuery("orderStatus")(message);
    },
    response: (it, message, memory) => {
      const status = memory.get("status");
      if (typeof status !== "string") return;
      editBody((json) => {
        const orders = json.orders.filter((order: Json) => order.statuses?.status === status);
        return { ...json, orders, count: orders.length, links: orders.length < json.orders.length ? [] : json.links };
      })(it, message, memory);
    },
    names: FILTER("orderStatus|next|page|limit|missing|fewer|complete"),
    shows: async (c) => {
      const { json } = await c.get(`${c.orders}?limit=100`);
      const open = json.orders.filter((it: Json) => it.statuses.status === "OPENED").length;
      const listed = await c.pages(`${c.orders}?limit=5&orderStatus=OPENED`, "orders");
      return listed.length < open ? `${listed.length} of ${open} open orders` : undefined;
    },
  },
  {
    ...OWN,
    id: "order-number-prefix",
    kind: "filter",
    title: "orderNumber lists orders whose number starts with the value",
    breaks: "spec: orderNumber is the number of an order",
    request: (message, memory) => {
      const number = getQuery(message, "orderNumber");
      memory.set("number", number);
      if (number !== null && getQuery(message, "startOffset") === null) {
        setQuery("orderNumber")(message);
        setQuery("limit", "100")(message);
      }
    },
    response: (it, message, memory) => {
      const number = memory.get("number");
      if (typeof number !== "string" || getQuery(message, "startOffset") !== null) return;
      const limit = Number(getQuery(message, "limit") ?? 10);
      editBody((json) => {
        const orders = json.orders.filter((one: Json) => one.orderNumber?.startsWith(number)).slice(0, limit);
        return { ...json, orders, count: orders.length, links: [] };
      })(it, message, memory);
    },
    names: FILTER("orderNumber"),
    shows: async (c) => {
      const { json } = await c.get(`${c.orders}?orderNumber=H-100`);
      return json.orders.length > 0 ? `order ${json.orders[0].orderNumber}` : undefined;
    },
  },
  {
    ...OWN,
    id: "order-number-plus-as-space",
    kind: "filter",
    title: "orderNumber is decoded twice: A%2BB finds no order A+B",
    breaks: "RFC 3986 2.4: the same string is not decoded more than once; spec: orderNumber filters orders",
    request: (message) => {
      const number = getQuery(message, "orderNumber");
      if (number?.includes("+")) setQuery("orderNumber", number.replaceAll("+", " "))(message);
    },
    names: FILTER("orderNumber|decod|encod"),
    shows: async (c) => {
      await c.record({ orderNumber: "A+B" });
      const { json } = await c.get(`${c.orders}?orderNumber=A%2BB`);
      return json.orders.length === 0 ? "the order A+B is not found" : undefined;
    },
  },
  {
    ...OWN,
    id: "customer-zero-as-absent",
    kind: "filter",
    title: "customerUserId=0 lists the orders of all customers",
    breaks: "seed: customerUserId, orders placed by this customer",
    request: (message) => {
      if (getQuery(message, "customerUserId") === "0") setQuery("customerUserId")(message);
    },
    names: FILTER("customerUserId"),
    shows: async (c) => {
      const { json } = await c.get(`${c.orders}?customerUserId=0`);
      return json.orders.length > 0 ? "orders of other customers" : undefined;
    },
  },
  {
    ...OWN,
    id: "customer-above-32-bits-fails",
    kind: "server error",
    title: "customerUserId above 2^31 fails with 500",
    breaks: "spec: customerUserId is an integer without a maximum; RFC 9110 15.6: 5xx is a failure of the server",
    instead: failIf((it) => Number(getQuery(it, "customerUserId")) > 2_147_483_647),
    names: /\b50\d\b|server error|5xx/i,
    shows: async (c) => {
      const { status } = await c.get(`${c.orders}?customerUserId=3000000000`);
      return status === 500 ? "status 500" : undefined;
    },
  },
  {
    ...OWN,
    id: "holder-name-quote-fails",
    kind: "server error",
    title: "a quote in cardHolderLastName fails with 500",
    breaks: "spec: cardHolderLastName is a string; RFC 9110 15.6; OWASP: injection",
    instead: failIf((it) => getQuery(it, "cardHolderLastName")?.includes("'") === true),
    names: /\b50\d\b|server error|5xx|inject/i,
    shows: async (c) => {
      const { status } = await c.get(`${c.orders}?cardHolderLastName=O%27Brien`);
      return status === 500 ? "status 500" : undefined;
    },
  },
  {
    ...OWN,
    id: "expiration-month-ignored-with-year",
    kind: "filter",
    title: "cardExpirationMonth is ignored together with cardExpirationYear",
    breaks: "spec: cardExpirationMonth, only orders with a transaction by cards expiring in this month",
    request: (message) => {
      if (getQuery(message, "cardExpirationYear") !== null && getQuery(message, "startOffset") === null)
        setQuery("cardExpirationMonth")(message);
    },
    names: FILTER("cardExpiration"),
    shows: async (c) => {
      const { json } = await c.get(`${c.orders}?cardExpirationYear=2030&cardExpirationMonth=1`);
      return json.orders.length > 0 ? "orders of cards that expire in other months" : undefined;
    },
  },
  {
    ...OWN,
    id: "orders-end-in-local-time",
    kind: "filter",
    title: "endAt is read as local time, an hour late",
    breaks: "seed: endAt is the end of the time window; all date-time values are GMT",
    request: (message) => {
      const end = getQuery(message, "endAt");
      if (end !== null && DATE_TIME.test(end) && getQuery(message, "startOffset") === null)
        setQuery("endAt", shiftHours(end, 1))(message);
    },
    names: FILTER("endAt|window|after|later"),
    shows: async (c) => {
      const [order] = (await c.get(c.orders)).json.orders;
      const { json } = await c.get(`${c.orders}?endAt=${encodeURIComponent(shiftHours(order.updatedAt, -0.5))}`);
      return json.orders.some((it: Json) => it.id === order.id) ? "an order updated after endAt" : undefined;
    },
  },
  {
    ...OWN,
    id: "orders-304-if-none",
    kind: "conditional request",
    title: "If-Modified-Since gets 304 instead of an empty list",
    breaks: "seed: If-Modified-Since filters by last-updated time; spec: 200 with one page, 304 is not documented",
    response: (it, { headers }) => {
      if (it.status !== 200 || headers["if-modified-since"] === undefined) return;
      if (JSON.parse(it.body.toString()).orders.length === 0) emptyBody(it, 304);
    },
    names: /\b304\b|if-modified-since|undocumented status|not documented/i,
    shows: async (c) => {
      const { status } = await c.get(c.orders, { "If-Modified-Since": "2099-01-01T00:00:00Z" });
      return status === 304 ? "304" : undefined;
    },
  },
  {
    ...OWN,
    id: "status-filter-of-creation",
    kind: "stale data",
    paths: [ORDER],
    methods: ["GET", "PUT"],
    alsoOn: ["recordOrder"],
    title: "orderStatus searches an index that is not updated when an order is recorded again",
    breaks: "seed: orderStatus, only orders with this status; without other filters all of them",
    response: (it, message, memory) => {
      const status: Json = message.method === "PUT" ? (parseRequestJson(message)?.statuses?.status ?? "") : undefined;
      const id = getSegment(message, -1);
      if (status !== undefined && it.status < 300 && !memory.has(id)) memory.set(id, status);
      if (getPath(message).endsWith("/orders") && getQuery(message, "orderStatus") !== null)
        editBody((json) => {
          const isIndexed = (one: Json): boolean =>
            (memory.get(one.id) ?? one.statuses?.status) === one.statuses?.status;
          const orders = json.orders.filter(isIndexed);
          return { ...json, orders, count: orders.length };
        })(it, message, memory);
    },
    names: notKept(/orderStatus|missing|filter/),
    shows: async (c) => {
      const path = await c.record({ statuses: { status: "OPENED" } });
      await put(c, path, { statuses: { status: "COMPLETED" } });
      const listed = await c.pages(`${c.orders}?limit=100&orderStatus=COMPLETED`, "orders");
      return listed.some((it) => path.endsWith(it.id)) ? undefined : "the completed order is missing";
    },
  },
  {
    ...OWN,
    id: "orders-second-item-missing",
    kind: "consistency",
    alsoOn: ["getOrder", "recordOrder"],
    title: "listed orders have only their first item",
    breaks: "seed: orders is an array of Order; GET of the same order has all items",
    response: editEach("orders", (it) => (Array.isArray(it.items) ? { ...it, items: it.items.slice(0, 1) } : it)),
    names: notKept(/items/),
    shows: async (c) => {
      const path = await c.record({ orderNumber: "TWO", items: [{ id: 1 }, { id: 2 }] });
      const { json } = await c.get(`${c.orders}?orderNumber=TWO`);
      return path.endsWith(json.orders[0]?.id) && json.orders[0].items.length === 1 ? "one of two items" : undefined;
    },
  },
  {
    ...OWN,
    id: "orders-of-first-business",
    kind: "authorization",
    title: "the business of the path is ignored: its list is that of the business used first",
    breaks: "spec: lists orders of a business, the one of the path; OWASP API1",
    request: (message, memory) => {
      const business = getSegment(message, 2);
      if (!UUID.test(business)) return;
      const first = memory.get("business") ?? business;
      memory.set("business", first);
      message.target = message.target.replace(business, String(first));
    },
    names: /business|other|foreign|\b40[34]\b|access|belong|tenant|authoriz/i,
    shows: async (c) => {
      await c.get(c.orders);
      const { status, json } = await c.get(`/businesses/${c.otherBusiness}/orders`);
      return status === 200 && json.orders[0]?.context.businessId === c.business
        ? "orders of another business"
        : undefined;
    },
  },
];
