import { editBody, getQuery, type Json, setQuery } from "../../edits.js";
import type { Message } from "../../fault.js";
import type { Defect } from "../defect.js";
import { LIST_ORDERS, LIST_SUBSCRIPTIONS, LIST_TRANSACTIONS } from "../edits-of-commerce.js";
import { either } from "../second/edits-of-second.js";
import { getState, readJson, replaceBody, SANDBOX } from "./edits-of-fifth.js";

const FILTER = /filter|not match|ignor|selected/;
const isFirstPage = (message: Message): boolean => getQuery(message, "startOffset") === null;

function keep(json: Json, member: string, isKept: (item: Json) => boolean): Json {
  const items = json[member].filter(isKept);
  return { ...json, [member]: items, count: items.length };
}

export const FILTERED_LISTS: readonly Defect[] = [
  {
    ...SANDBOX,
    operation: LIST_ORDERS,
    id: "start-at-compares-created-at",
    kind: "filter",
    title: "startAt leaves out orders that were created before it and updated after it",
    breaks: "spec, startAt: start of the time window, compared with updatedAt of each item",
    response: editBody((it, message) => {
      const startAt = getQuery(message, "startAt");
      const isAffected = startAt !== null && isFirstPage(message) && Array.isArray(it.orders);
      return isAffected ? keep(it, "orders", ({ createdAt }) => createdAt >= startAt) : it;
    }),
    names: either(/startAt/, /createdAt|updatedAt/, /time.?window/, /missing|absent|not listed/),
    shows: async (c) => {
      await c.record({ orderNumber: "W-1", createdAt: "2026-01-01T00:00:00Z", updatedAt: "2026-01-03T00:00:00Z" });
      const { json } = await c.get(`${c.orders}?startAt=2026-01-02T00:00:00Z&endAt=2026-01-04T00:00:00Z`);
      return json.count === 0 ? "an order that was updated in the window is missing" : undefined;
    },
  },
  {
    ...SANDBOX,
    operation: LIST_TRANSACTIONS,
    id: "if-modified-since-beside-start-at",
    kind: "filter",
    title: "If-Modified-Since still filters when startAt is present",
    breaks: "spec, pagination: when startAt is present, the server ignores If-Modified-Since",
    response: editBody((it, message) => {
      const since = message.headers["if-modified-since"];
      const isBoth = since !== undefined && getQuery(message, "startAt") !== null;
      if (!isBoth || !isFirstPage(message) || !Array.isArray(it.transactions)) return it;
      return keep(it, "transactions", ({ updatedAt }) => updatedAt >= since);
    }),
    names: either(/If-Modified-Since/, /startAt/, /missing|absent|fewer|ignor/),
    shows: async (c) => {
      const path = `${c.transactions}?startAt=2020-01-01T00:00:00Z&limit=100`;
      const { json } = await c.get(path, { "If-Modified-Since": "2030-01-01T00:00:00Z" });
      return json.count === 0 ? "the list is empty" : undefined;
    },
  },
  {
    ...SANDBOX,
    operation: LIST_TRANSACTIONS,
    id: "end-at-cut-to-day",
    kind: "filter",
    title: "endAt is cut to the start of its day",
    breaks: "spec, endAt: end of the time window, a date and time",
    request: (message) => {
      const endAt = getQuery(message, "endAt");
      if (endAt !== null && isFirstPage(message)) setQuery("endAt", endAt.replace(/T[\d:]+Z$/, "T00:00:00Z"))(message);
    },
    names: either(/endAt/, /time.?window/, /missing|absent|not listed/),
    shows: async (c) => {
      const [{ updatedAt }] = (await c.get(c.transactions)).json.transactions;
      const { status, json } = await c.get(`${c.transactions}?startAt=2020-01-01T00:00:00Z&endAt=${updatedAt}`);
      return status === 200 && json.count === 0 ? `a transaction of ${updatedAt} is missing` : undefined;
    },
  },
  {
    ...SANDBOX,
    operation: LIST_ORDERS,
    id: "shipments-need-histories",
    kind: "response value",
    title: "includeOrderShipments has no effect without includeOrderHistories",
    breaks: "spec, includeOrderShipments: specifies if the shipments of the orders are included",
    request: (message) => {
      if (getQuery(message, "includeOrderHistories") !== "true") setQuery("includeOrderShipments")(message);
    },
    names: either(/includeOrderShipments|orderShipments|shipment/, /include/),
    shows: async (c) => {
      const { orders } = (await c.get(`${c.orders}?limit=1&includeOrderShipments=true`)).json;
      return orders[0].orderShipments === undefined ? "the order has no shipments" : undefined;
    },
  },
  {
    ...SANDBOX,
    operation: LIST_ORDERS,
    id: "status-filter-after-paging",
    kind: "pagination",
    title:
      "orderStatus selects from the orders of a page, so that pages are shorter than limit although more orders match",
    breaks: "spec, limit: number of items to return; a next link exists when more items exist than were returned",
    request: (message) => {
      if (getQuery(message, "orderStatus") !== null) setQuery("orderStatus")(message);
    },
    response: editBody((it, message) => {
      const status = getQuery(message, "orderStatus");
      if (status === null || !Array.isArray(it.orders)) return it;
      const links = it.links.map((link: Json) => ({
        ...link,
        href: `${link.href}&orderStatus=${encodeURIComponent(status)}`,
      }));
      return { ...keep(it, "orders", ({ statuses }) => statuses?.status === status), links };
    }),
    names: either(/limit/, /fewer|short|empty|less/, /number of (items|orders)|page size/),
    shows: async (c) => {
      const { json } = await c.get(`${c.orders}?orderStatus=CANCELLED&limit=2`);
      return json.count < 2 && json.links.length > 0 ? `${json.count} orders with limit=2 and a next link` : undefined;
    },
  },
  {
    ...SANDBOX,
    operation: LIST_TRANSACTIONS,
    id: "first-transaction-id-only",
    kind: "filter",
    title: "only the first of several transactionIds is found",
    breaks: "spec, transactionIds: identifiers of transactions, separated by commas; only these are listed",
    request: (message) => {
      const [first, ...others] = (getQuery(message, "transactionIds") ?? "").split(",");
      if (others.length > 0) setQuery("transactionIds", first)(message);
    },
    names: either(/transactionIds/, /comma/, FILTER),
    shows: async (c) => {
      const [one, two] = (await c.get(c.transactions)).json.transactions;
      const { json } = await c.get(`${c.transactions}?transactionIds=${one.id},${two.id}`);
      return json.count === 1 ? "one of two transactions is listed" : undefined;
    },
  },
  {
    ...SANDBOX,
    operation: LIST_SUBSCRIPTIONS,
    id: "start-drops-business",
    kind: "filter",
    title: "businessId is ignored when start is present",
    breaks: "spec, businessId: when absent, subscriptions of all merchants are listed",
    request: (message) => {
      if (getQuery(message, "start") !== null) setQuery("businessId")(message);
    },
    names: either(/businessId/, /\bstart\b/, /combin|together/, FILTER),
    shows: async (c) => {
      const query = `start=2020-01-01T00:00:00Z&businessId=${c.business}`;
      const { list } = (await c.get(`/apps/${c.application}/subscriptions?${query}`)).json;
      const isForeign = list.some((it: Json) => it.businessId !== c.business);
      return isForeign ? "subscriptions of another business are listed" : undefined;
    },
  },
  {
    ...SANDBOX,
    operation: LIST_TRANSACTIONS,
    id: "page-repeats-last-item",
    kind: "pagination",
    title: "each further page begins with the last transaction of the page before",
    breaks: "spec, pagination: limit is the number of items returned; follow the link to get the next page",
    response: (it, message, memory) => {
      const json = readJson(it);
      if (it.status !== 200 || !Array.isArray(json?.transactions)) return;
      const last = getState<Json>(memory, "last");
      const earlier = last.get(getQuery(message, "startOffset") ?? "");
      const next = json.links.find(({ rel }: Json) => rel === "next")?.href;
      const offset = next === undefined ? null : new URL(next, "http://localhost").searchParams.get("startOffset");
      if (offset !== null) last.set(offset, json.transactions.at(-1));
      if (earlier !== undefined)
        replaceBody(it, { ...json, transactions: [earlier, ...json.transactions], count: json.count + 1 });
    },
    names: either(/twice|repeat|duplicate|again|overlap|already/, /limit/),
    shows: async (c) => {
      const ids = (await c.pages(`${c.transactions}?limit=5`, "transactions")).map(({ id }) => id);
      return new Set(ids).size < ids.length ? "a transaction is on two pages" : undefined;
    },
  },
];
