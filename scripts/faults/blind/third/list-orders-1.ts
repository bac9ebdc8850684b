import { editBody, getQuery, type Json, setBody, setQuery } from "../../edits.js";
import type { Defect } from "../defect.js";
import { DATE_TIME, GET_ORDER, LIST_ORDERS, setTotal } from "../edits-of-commerce.js";
import { either, notKept, put } from "../second/edits-of-second.js";
import { EARLY, getNext, getOrderIds, readSuccess } from "./edits-of-third.js";

const LISTS = { service: "sandbox", operation: LIST_ORDERS } as const;

export const LIST_ORDERS_1: readonly Defect[] = [
  {
    ...LISTS,
    id: "status-filtered-after-paging",
    kind: "pagination",
    title: "orderStatus is compared after the page was cut, so pages have fewer orders than the limit or none",
    breaks:
      "spec: limit is the number of items returned; a next link only if more items exist; open question count-reach",
    request: setQuery("orderStatus"),
    response: (response, message) => {
      const status = getQuery(message, "orderStatus");
      const json = readSuccess(response);
      if (status === null || json === undefined) return;
      const orders = json.orders.filter((it: Json) => it.statuses?.status === status);
      for (const link of json.links) link.href += `&orderStatus=${encodeURIComponent(status)}`;
      setBody(response, JSON.stringify({ ...json, orders, count: orders.length }));
    },
    names: either(/limit|fewer|empty page|page|next/),
    shows: async (c) => {
      const reply = await c.get(`${c.orders}?orderStatus=CANCELLED&limit=2`);
      const isShort = reply.json.orders.length < 2 && getNext(reply) !== undefined;
      return isShort ? "a page is shorter than the limit, with a next link" : undefined;
    },
  },
  {
    ...LISTS,
    id: "next-link-without-store",
    kind: "pagination",
    title: "the next link does not keep the filter storeId, and later pages have orders of all stores",
    breaks: "spec: only items of this store are listed; open question next-link-filters: it keeps all filters",
    response: (response, message) => {
      const json = readSuccess(response);
      if (json === undefined || getQuery(message, "storeId") === null) return;
      for (const link of json.links) {
        const url = new URL(link.href, "http://localhost");
        url.searchParams.delete("storeId");
        url.searchParams.set("startOffset", String(json.count));
        url.searchParams.set("startAt", EARLY);
        link.href = `${url.pathname}${url.search}`;
      }
      setBody(response, JSON.stringify(json));
    },
    names: either(/storeId|filter|next|link|page/),
    shows: async (c) => {
      const { json } = await c.get(`${c.orders}?limit=1`);
      const { storeId } = json.orders[0].context;
      const orders = await c.pages(`${c.orders}?limit=3&storeId=${storeId}`, "orders");
      return orders.some((it: Json) => it.context?.storeId !== storeId)
        ? "a page has orders of other stores"
        : undefined;
    },
  },
  {
    ...LISTS,
    id: "list-not-refreshed-by-update",
    kind: "stale data",
    methods: ["GET", "PUT", "PATCH"],
    paths: [GET_ORDER.path],
    alsoOn: ["updateOrder", "getOrder"],
    title: "a list shows the amounts of an order before its latest update",
    breaks:
      "spec: all orders are listed as they are; RFC 5789 3 and RFC 9111 4.4: an update invalidates stored responses",
    response: (response, message, memory) => {
      const json = readSuccess(response);
      if (json === undefined) return;
      if (Array.isArray(json.orders)) {
        for (const { id, amounts } of json.orders) if (!memory.has(id)) memory.set(id, amounts);
        const restore = (it: Json): Json => ({ ...it, amounts: memory.get(it.id) });
        setBody(response, JSON.stringify({ ...json, orders: json.orders.map(restore) }));
      } else if (message.method === "PUT") memory.set(json.id, json.amounts);
    },
    names: notKept(/amounts/),
    shows: async (c) => {
      const orderNumber = `S-${Date.now()}`;
      const path = await c.record({ orderNumber, amounts: { netTotal: 1 } });
      await c.patch(path, setTotal(2));
      const { json } = await c.get(`${c.orders}?orderNumber=${orderNumber}`);
      return json.orders[0].amounts.netTotal === 1 ? "the list has the old netTotal" : undefined;
    },
  },
  {
    ...LISTS,
    id: "include-flag-false-includes",
    kind: "filter",
    title: "includeOrderHistories=false includes the histories",
    breaks: "spec: includeOrderHistories is a boolean that specifies if the histories are included",
    request: (message) => {
      if (getQuery(message, "includeOrderHistories") === "false") setQuery("includeOrderHistories", "true")(message);
    },
    names: /includeOrderHistories|orderHistories|histor/i,
    shows: async (c) => {
      const { json } = await c.get(`${c.orders}?includeOrderHistories=false&limit=1`);
      return json.orders[0].orderHistories === undefined ? undefined : "the list has histories";
    },
  },
  {
    ...LISTS,
    id: "end-at-extended-to-end-of-day",
    kind: "filter",
    title: "endAt is compared by its date only",
    breaks: "spec: endAt is the end of the time window, compared with updatedAt",
    request: (message) => {
      const endAt = getQuery(message, "endAt") ?? "";
      const isLink = getQuery(message, "startOffset") !== null;
      if (DATE_TIME.test(endAt) && !isLink) setQuery("endAt", `${endAt.slice(0, 10)}T23:59:59Z`)(message);
    },
    names: either(/endAt|window|updatedAt|later|filter/),
    shows: async (c) => {
      const path = await c.record({ updatedAt: "2026-03-14T18:00:00Z" });
      const window = "startAt=2026-03-14T00:00:00Z&endAt=2026-03-14T12:00:00Z";
      const ids = await getOrderIds(c, `${c.orders}?${window}`);
      return ids.some((it) => path.endsWith(it)) ? "an order after endAt is listed" : undefined;
    },
  },
  {
    ...LISTS,
    id: "list-drops-falsy-members",
    kind: "consistency",
    alsoOn: ["getOrder", "recordOrder"],
    title: "members of orders that are false, 0 or empty are missing in lists",
    breaks:
      "spec: a list has the orders of the business; open question required-status-of-fields: fields are stored as sent",
    response: editBody((json) => {
      const strip = (it: Json): Json => Object.fromEntries(Object.entries(it).filter(([, value]) => Boolean(value)));
      return Array.isArray(json.orders) ? { ...json, orders: json.orders.map(strip) } : json;
    }),
    names: notKept(/missing|accepted|taxExempted|notes/),
    shows: async (c) => {
      const orderNumber = `B-${Date.now()}`;
      await put(c, await c.record({ notes: "x" }), { orderNumber, accepted: false });
      const { json } = await c.get(`${c.orders}?orderNumber=${orderNumber}`);
      return json.orders[0].accepted === undefined ? "accepted is missing in the list" : undefined;
    },
  },
];
