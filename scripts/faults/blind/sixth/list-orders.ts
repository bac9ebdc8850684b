import { getQuery, type Json, setQuery } from "../../edits.js";
import type { Defect } from "../defect.js";
import { LIST_ORDERS } from "../edits-of-commerce.js";
import { editEach, either, put } from "../second/edits-of-second.js";
import { readSuccess } from "./edits-of-sixth.js";

const OF_LIST = { service: "sandbox", operation: LIST_ORDERS } as const;
const OTHER_FILTERS = ["orderNumber", "storeId", "customerUserId"];

/** The first page of a list, and the number of items before a later page. */
type Later = { readonly first: string; readonly offset: number };

export const LIST_ORDERS_DEFECTS: readonly Defect[] = [
  {
    ...OF_LIST,
    id: "list-orders-pages-by-offset",
    kind: "pagination",
    title: "pages are offsets into the current list, so that a write between two pages makes an order go missing",
    breaks: "spec, listOrders: follow the link to get the next page; spec/open-points.yaml, next-link-filters",
    request: (message, memory) => {
      const later = memory.get(message.target) as Later | undefined;
      if (later === undefined) return;
      message.target = later.first;
      setQuery("startOffset", String(later.offset))(message);
    },
    response: (it, { target }, memory) => {
      const page = readSuccess(it);
      const next = page?.links.find(({ rel }: Json) => rel === "next");
      if (next === undefined) return;
      const { first, offset } = (memory.get(target) as Later | undefined) ?? { first: target, offset: 0 };
      memory.set(next.href, { first, offset: offset + page.orders.length } satisfies Later);
    },
    names: either(/page|paging|next|missing|missed|skip|lost|repeat|twice|snapshot/),
    shows: async (c) => {
      const ids = (await c.get(`${c.orders}?limit=100`)).json.orders.map(({ id }: Json) => id);
      const { json } = await c.get(`${c.orders}?limit=2`);
      await put(c, `${c.orders}/${ids[0]}`, { notes: "changed" });
      const { orders } = (await c.get(json.links[0].href)).json;
      return orders[0].id === ids[2] ? undefined : "the third order is on no page";
    },
  },
  {
    ...OF_LIST,
    id: "list-orders-one-shipment",
    kind: "consistency",
    title: "the list has only the first shipment of an order",
    breaks: "spec, includeOrderShipments: specifies if the shipments of the orders are included",
    response: editEach("orders", (it) =>
      Array.isArray(it.orderShipments) ? { ...it, orderShipments: it.orderShipments.slice(0, 1) } : it,
    ),
    names: either(/shipment|differ|list/),
    shows: async (c) => {
      await c.record({ orderNumber: "S-31", orderShipments: [{ id: 1 }, { id: 2 }] });
      const { orders } = (await c.get(`${c.orders}?orderNumber=S-31&includeOrderShipments=true`)).json;
      return orders[0].orderShipments.length === 2 ? undefined : "one of two shipments";
    },
  },
  {
    ...OF_LIST,
    id: "list-orders-status-beside-others",
    kind: "filter",
    title: "orderStatus is ignored beside orderNumber, storeId or customerUserId",
    breaks: "docs/orders.md: an order must match all parameters; spec, orderStatus: only orders with this status",
    request: (message) => {
      if (OTHER_FILTERS.some((name) => getQuery(message, name) !== null)) setQuery("orderStatus")(message);
    },
    names: either(/status|filter|match/),
    shows: async (c) => {
      await c.record({ orderNumber: "S-32", statuses: { status: "OPENED" } });
      const { orders } = (await c.get(`${c.orders}?orderNumber=S-32&orderStatus=CANCELLED`)).json;
      return orders.length === 0 ? undefined : "an opened order among the cancelled ones";
    },
  },
  {
    ...OF_LIST,
    id: "list-orders-number-decoded-twice",
    kind: "filter",
    title: "orderNumber is decoded twice, so that a number with a plus or a percent sign is not found",
    breaks: "RFC 3986 2.4: a string must not be decoded more than once; spec, orderNumber: number of an order",
    request: (message) => {
      const value = getQuery(message, "orderNumber");
      if (value !== null && /[+%]/.test(value)) setQuery("orderNumber", decode(value))(message);
    },
    names: either(/orderNumber|encod|decod|percent|plus|filter/),
    shows: async (c) => {
      await c.record({ orderNumber: "A+1" });
      const { orders } = (await c.get(`${c.orders}?orderNumber=A%2B1`)).json;
      return orders.length === 0 ? "the order A+1 is not found" : undefined;
    },
  },
  {
    ...OF_LIST,
    id: "list-orders-limit-text",
    kind: "validation",
    title: "a limit that is no number counts as absent",
    breaks: "spec, limit: an integer from 1 to 100",
    request: (message) => {
      if (!/^-?\d+(\.\d+)?$/.test(getQuery(message, "limit") ?? "0")) setQuery("limit")(message);
    },
    names: either(/limit|\b200\b|accept|invalid/),
    shows: async (c) => {
      const { status } = await c.get(`${c.orders}?limit=ten`);
      return status === 200 ? "200 for the limit ten" : undefined;
    },
  },
];

function decode(value: string): string {
  try {
    return decodeURIComponent(value.replaceAll("+", " "));
  } catch {
    return value.replaceAll("+", " ");
  }
}
