import { editBody, getQuery, type Json, setBody, setHeader, setQuery } from "../../edits.js";
import type { Defect } from "../defect.js";
import { getPath, LIST_ORDERS, setTotal } from "../edits-of-commerce.js";
import { either, failIf, notKept } from "./edits-of-second.js";

const OWN = { service: "sandbox", operation: LIST_ORDERS } as const;
const NEXT = /next|page|paging|link|startOffset/i;

export const LIST_ORDERS_2: readonly Defect[] = [
  {
    ...OWN,
    id: "orders-limit-100-rejected",
    kind: "validation",
    title: "limit=100 is rejected",
    breaks: "seed: limit is an integer from 1 to 100",
    instead: failIf((it) => getQuery(it, "limit") === "100", 400),
    names: either(/reject|refus|\b400\b|limit/),
    shows: async (c) => {
      const { status } = await c.get(`${c.orders}?limit=100`);
      return status === 400 ? "400 for limit=100" : undefined;
    },
  },
  {
    ...OWN,
    id: "orders-shipments-of-first-only",
    kind: "consistency",
    title: "includeOrderShipments includes the shipments of the first order only",
    breaks: "seed: includeOrderShipments, include order shipments",
    response: editBody((it) => ({
      ...it,
      orders: it.orders.map(({ orderShipments, ...order }: Json, at: number) =>
        at === 0 && orderShipments !== undefined ? { ...order, orderShipments } : order,
      ),
    })),
    names: notKept(/orderShipments|includeOrderShipments|include/),
    shows: async (c) => {
      const { json } = await c.get(`${c.orders}?includeOrderShipments=true`);
      const count = json.orders.filter((it: Json) => it.orderShipments !== undefined).length;
      return count < json.orders.length ? `${count} of ${json.orders.length} orders have shipments` : undefined;
    },
  },
  {
    ...OWN,
    id: "orders-histories-not-included",
    kind: "filter",
    title: "includeOrderHistories=true includes nothing",
    breaks: "seed: includeOrderHistories, include order histories",
    response: editBody((it) => ({
      ...it,
      orders: it.orders.map(({ orderHistories: _, ...order }: Json) => order),
    })),
    names: notKept(/orderHistories|includeOrderHistories|include/),
    shows: async (c) => {
      const { json } = await c.get(`${c.orders}?includeOrderHistories=true`);
      return json.orders.some((it: Json) => it.orderHistories !== undefined) ? undefined : "no histories";
    },
  },
  {
    ...OWN,
    id: "orders-next-end-as-epoch",
    kind: "pagination",
    title: "endAt of the next link is a number of milliseconds",
    breaks: "seed: endAt is an ISO 8601 time; following the link continues the listing",
    response: editBody((it) => {
      for (const link of it.links ?? [])
        link.href = link.href.replace(
          /endAt=([^&]*)/,
          (_: string, end: string) => `endAt=${Date.parse(decodeURIComponent(end))}`,
        );
      return it;
    }),
    names: NEXT,
    shows: async (c) => {
      const { json } = await c.get(c.orders);
      const { status } = await c.get(json.links[0].href);
      return status === 200 ? undefined : `status ${status} for the next link`;
    },
  },
  {
    ...OWN,
    id: "orders-next-rel-in-upper-case",
    kind: "pagination",
    title: "rel of the next link is NEXT",
    breaks: "seed: a link with rel = next",
    response: editBody((it) => {
      for (const link of it.links ?? []) if (link.rel === "next") link.rel = "NEXT";
      return it;
    }),
    names: either(NEXT, /\brel\b/),
    shows: async (c) => {
      const { json } = await c.get(c.orders);
      return json.links.some((it: Json) => it.rel === "NEXT") ? "rel NEXT" : undefined;
    },
  },
  {
    ...OWN,
    id: "orders-next-is-self",
    kind: "pagination",
    title: "the next link of the second page leads to that page again",
    breaks: "seed: following the next link continues the listing",
    response: editBody((it, message) => {
      if (getQuery(message, "startOffset") !== null) for (const link of it.links ?? []) link.href = message.target;
      return it;
    }),
    names: either(NEXT, /repeat|twice|again|duplicate|same/),
    shows: async (c) => {
      const all = await c.pages(`${c.orders}?limit=10`, "orders");
      return new Set(all.map((it) => it.id)).size < all.length ? "orders are repeated" : undefined;
    },
  },
  {
    ...OWN,
    id: "orders-list-keeps-first-version",
    kind: "stale data",
    alsoOn: ["updateOrder", "recordOrder"],
    title: "the list shows the amounts of an order as they were when it was first listed",
    breaks: "RFC 9110 9.3.4 and RFC 5789: reads after an accepted change return the new state",
    response: (it, message, memory) =>
      editBody((json) => {
        for (const order of json.orders) {
          if (!memory.has(order.id)) memory.set(order.id, order.amounts);
          if (order.amounts !== undefined) order.amounts = memory.get(order.id) ?? order.amounts;
        }
        return json;
      })(it, message, memory),
    names: notKept(/amounts|netTotal|list/),
    shows: async (c) => {
      const path = await c.record({ orderNumber: "L-1", amounts: { netTotal: 1 } });
      await c.get(`${c.orders}?orderNumber=L-1`);
      await c.patch(path, setTotal(2));
      const { json } = await c.get(`${c.orders}?orderNumber=L-1`);
      return json.orders[0].amounts.netTotal === 1 ? "the total of before the change" : undefined;
    },
  },
  {
    ...OWN,
    id: "orders-status-filter-in-lower-case",
    kind: "filter",
    title: "orderStatus is compared in lower case and finds nothing",
    breaks: "seed: orderStatus, only orders with this status",
    request: (message) => {
      const status = getQuery(message, "orderStatus");
      if (status !== null && getQuery(message, "startOffset") === null)
        setQuery("orderStatus", status.toLowerCase())(message);
    },
    names: either(/orderStatus|filter|missing|empty|no items|nothing/),
    shows: async (c) => {
      const { json } = await c.get(`${c.orders}?orderStatus=COMPLETED`);
      return json.orders.length === 0 ? "no completed orders" : undefined;
    },
  },
  {
    ...OWN,
    id: "orders-last4-leading-zero",
    kind: "filter",
    title: "cardNumberLast4 finds cards with leading zeros only without them",
    breaks: "spec: cardNumberLast4 is a string, cards ending with these digits",
    response: (it, message, memory) => {
      if (getQuery(message, "cardNumberLast4")?.startsWith("0") === true)
        editBody((json) => ({ ...json, orders: [], links: [], count: 0 }))(it, message, memory);
    },
    names: either(/cardNumberLast4|filter|missing|empty/),
    shows: async (c) => {
      const { json } = await c.get(`${c.orders}?cardNumberLast4=0119`);
      return json.orders.length === 0 ? "no orders of the card" : undefined;
    },
  },
  {
    ...OWN,
    id: "orders-unknown-store-ignored",
    kind: "filter",
    title: "an unknown storeId is ignored",
    breaks: "seed: storeId, only orders of this store",
    response: (it, message, memory) => {
      const isPlain = getQuery(message, "startOffset") === null && getPath(message).endsWith("/orders");
      const names = [...new URL(message.target, "http://localhost").searchParams.keys()];
      if (it.status === 200 && isPlain && names.length === 0) memory.set("all", it.body);
      const all = memory.get("all");
      if (it.status !== 200 || !(all instanceof Buffer) || getQuery(message, "storeId") === null) return;
      const json = JSON.parse(it.body.toString());
      if (json.orders.length === 0) Object.assign(it, { body: all });
      it.headers["content-length"] = String(it.body.length);
    },
    names: either(/storeId|filter|match|only/),
    shows: async (c) => {
      await c.get(c.orders);
      const { json } = await c.get(`${c.orders}?storeId=0f8fad5b-d9cb-469f-a165-70867728950e`);
      return json.orders.length > 0 ? "orders of other stores" : undefined;
    },
  },
  {
    ...OWN,
    id: "orders-vendor-media-type",
    kind: "HTTP",
    title: "Content-Type is application/vnd.commerce+json although the spec has application/json",
    breaks: "spec: the content of 200 is application/json",
    response: (it, message, memory) => {
      if (it.status === 200) setHeader("content-type", "application/vnd.commerce+json")(it, message, memory);
    },
    names: /content-type|media type|vnd/i,
    shows: async (c) => {
      const { headers } = await c.get(c.orders);
      return headers["content-type"]?.includes("vnd") ? `${headers["content-type"]}` : undefined;
    },
  },
  {
    ...OWN,
    id: "orders-count-is-limit",
    kind: "response value",
    title: "count is the limit, not a number of orders",
    breaks: "spec: count is the number of orders",
    response: (it, message) => {
      const limit = Number(getQuery(message, "limit") ?? 10);
      if (it.status === 200) setBody(it, JSON.stringify({ ...JSON.parse(it.body.toString()), count: limit }));
    },
    names: /count/i,
    shows: async (c) => {
      const { json } = await c.get(`${c.orders}?orderNumber=H-1001&limit=7`);
      return json.count === 7 && json.orders.length === 1 ? "count 7 for one order" : undefined;
    },
  },
];
