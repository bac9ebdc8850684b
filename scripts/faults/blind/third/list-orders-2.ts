import { getQuery, type Json, setBody, setQuery } from "../../edits.js";
import type { Defect } from "../defect.js";
import { GET_ORDER, LIST_ORDERS } from "../edits-of-commerce.js";
import { either } from "../second/edits-of-second.js";
import { getOrderIds, readSuccess } from "./edits-of-third.js";

const LISTS = { service: "sandbox", operation: LIST_ORDERS } as const;
const OTHER_FILTERS: readonly string[] = ["orderStatus", "storeId", "customerUserId", "startAt", "endAt"];

export const LIST_ORDERS_2: readonly Defect[] = [
  {
    ...LISTS,
    id: "orders-of-boundary-second-skipped",
    kind: "pagination",
    title: "a following page skips orders with the updatedAt of the last order of the page before",
    breaks: "spec: all orders are returned, 10 at a time; follow the link to get the next page",
    response: (response, { target }, memory) => {
      const json = readSuccess(response);
      if (json === undefined) return;
      const boundary = memory.get(target);
      const orders = json.orders.filter((it: Json) => it.updatedAt !== boundary);
      const last = json.orders.at(-1)?.updatedAt;
      for (const { href } of json.links) memory.set(href, last);
      if (boundary !== undefined) setBody(response, JSON.stringify({ ...json, orders, count: orders.length }));
    },
    names: either(/page|missing|skip|lost|all (items|orders)|fewer/),
    shows: async (c) => {
      const store = "3c1d5e7f-9a2b-4c4d-8e6f-1a3b5c7d9e0f";
      const order = { context: { storeId: store }, updatedAt: "2026-03-14T09:26:53Z" };
      for (let it = 0; it < 4; it++) await c.record(order);
      const orders = await c.pages(`${c.orders}?storeId=${store}&limit=2`, "orders");
      return orders.length === 4 ? undefined : `the pages have ${orders.length} of 4 orders`;
    },
  },
  {
    ...LISTS,
    id: "order-number-replaces-other-filters",
    kind: "filter",
    title: "other filters are ignored if orderNumber is present",
    breaks: "docs/orders.md: parameters of the query filter a list, and all of them must match",
    request: (message) => {
      if (getQuery(message, "orderNumber") === null || getQuery(message, "startOffset") !== null) return;
      const isRemoved = (it: string): boolean => (getQuery(message, it) ?? "") !== "";
      for (const name of OTHER_FILTERS.filter(isRemoved)) setQuery(name)(message);
    },
    names: either(/filter|combin|orderStatus|storeId|startAt|endAt|customerUserId/),
    shows: async (c) => {
      const orderNumber = `O-${Date.now()}`;
      await c.record({ orderNumber, statuses: { status: "OPENED" } });
      const ids = await getOrderIds(c, `${c.orders}?orderNumber=${orderNumber}&orderStatus=CANCELLED`);
      return ids.length > 0 ? "an opened order is listed for orderStatus=CANCELLED" : undefined;
    },
  },
  {
    ...LISTS,
    id: "order-number-searched-in-all-businesses",
    kind: "authorization",
    methods: ["GET", "PUT"],
    paths: [GET_ORDER.path],
    alsoOn: ["recordOrder"],
    title: "a list by orderNumber includes orders of other businesses",
    breaks: "spec: lists orders of a business; OWASP API1: object level authorization",
    response: (response, message, memory) => {
      const json = readSuccess(response);
      if (json === undefined) return;
      const business = message.target.split("/")[2];
      if (message.method === "PUT" && json.orderNumber) memory.set(json.id, { business, order: json });
      const number = getQuery(message, "orderNumber");
      if (!Array.isArray(json.orders) || number === null) return;
      const known = [...memory.values()] as readonly Json[];
      const foreign = known.filter((it) => it.business !== business && it.order.orderNumber === number);
      const orders = [...json.orders, ...foreign.map(({ order }) => order)];
      setBody(response, JSON.stringify({ ...json, orders, count: orders.length }));
    },
    names: either(/\bbusiness\b|authoriz|leak|foreign|tenant/),
    shows: async (c) => {
      const orderNumber = `X-${Date.now()}`;
      await c.record({ orderNumber });
      const foreign = c.orders.replace(c.business, c.otherBusiness);
      const ids = await getOrderIds(c, `${foreign}?orderNumber=${orderNumber}`);
      return ids.length > 0 ? "an order of another business is listed" : undefined;
    },
  },
  {
    ...LISTS,
    id: "order-number-decoded-twice",
    kind: "filter",
    title: "the value of orderNumber is percent-decoded twice",
    breaks: "RFC 3986 2.4: a percent-encoded string must not be decoded more than once",
    request: (message) => {
      const value = getQuery(message, "orderNumber");
      if (value === null || getQuery(message, "startOffset") !== null) return;
      try {
        setQuery("orderNumber", decodeURIComponent(value.replaceAll("+", " ")))(message);
      } catch {
        setQuery("orderNumber", value)(message);
      }
    },
    names: either(/orderNumber|encod|decod|filter|escap|plus/),
    shows: async (c) => {
      const orderNumber = `A+${Date.now()}`;
      await c.record({ orderNumber });
      const ids = await getOrderIds(c, `${c.orders}?orderNumber=${encodeURIComponent(orderNumber)}`);
      return ids.length === 0 ? "an order number with + is not found" : undefined;
    },
  },
  {
    ...LISTS,
    id: "method-not-allowed-without-allow",
    kind: "HTTP",
    methods: ["POST", "PUT", "PATCH", "DELETE"],
    alsoOn: [""],
    title: "the response 405 has no header Allow",
    breaks: "RFC 9110 15.5.6: the origin server must generate an Allow header field in a 405 response",
    response: ({ headers }) => {
      delete headers.allow;
    },
    names: /\ballow\b|\b405\b|method/i,
    shows: async (c) => {
      const { status, headers } = await c.send("DELETE", c.orders);
      return status === 405 && headers.allow === undefined ? "405 without Allow" : undefined;
    },
  },
];
