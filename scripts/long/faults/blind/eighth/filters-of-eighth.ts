import { randomUUID } from "node:crypto";
import { editBody, getQuery, type Json, setQuery } from "../../edits.js";
import type { Defect } from "../defect.js";
import { DATE_TIME, INTEGER, LIST_ORDERS, LIST_TRANSACTIONS } from "../edits-of-commerce.js";
import { either } from "../shared-edits.js";

const SANDBOX = { service: "sandbox", kind: "filter" } as const;
const FILTER = /filter|match|only/;

/** Keeps the listed items that pass, and corrects their count. */
function keepItems(member: string, isKept: (item: Json) => boolean): (json: Json) => Json {
  return (it) => {
    const kept = (it[member] ?? []).filter(isKept);
    return { ...it, [member]: kept, count: kept.length };
  };
}

export const FILTERS_OF_EIGHTH: readonly Defect[] = [
  {
    ...SANDBOX,
    operation: LIST_ORDERS,
    id: "query-decoded-twice",
    title: "a plus sign in a text filter, sent as %2B, is read as a space",
    breaks: "RFC 3986 2.1: %2B is the data octet +; spec, orderNumber: a string",
    request: (message) => {
      const [path, query] = message.target.split("?");
      if (query !== undefined) message.target = `${path}?${query.replaceAll(/%2B/gi, "%20")}`;
    },
    names: either(FILTER, /orderNumber|plus|encod|decod|%2B/),
    shows: async ({ orders, record, get }) => {
      const orderNumber = `1+${randomUUID()}`;
      await record({ orderNumber });
      const { json } = await get(`${orders}?orderNumber=${encodeURIComponent(orderNumber)}`);
      return json.orders.length === 1 ? undefined : "an order whose number has a plus sign is not found";
    },
  },
  {
    ...SANDBOX,
    operation: LIST_ORDERS,
    id: "store-lost-beside-status",
    title: "with orderStatus, the filter storeId is ignored",
    breaks: 'docs/orders.md: "An order must match all of them"; spec, storeId: only items of this store are listed',
    request: (message) => {
      if (getQuery(message, "orderStatus") !== null) setQuery("storeId")(message);
    },
    names: either(FILTER, /storeId|orderStatus|combin|both/),
    shows: async ({ orders, record, get }) => {
      const store = randomUUID();
      await record({ statuses: { status: "OPENED" }, context: { storeId: store } });
      const { json } = await get(`${orders}?limit=100&orderStatus=OPENED&storeId=${store}`);
      return json.orders.length === 1 ? undefined : `${json.orders.length} orders of another store too`;
    },
  },
  {
    ...SANDBOX,
    operation: LIST_ORDERS,
    id: "window-of-creation",
    alsoOn: ["updateOrder", "recordOrder"],
    title: "startAt is compared with createdAt, so that an old order that was updated is not listed",
    breaks: "spec, startAt: compared with updatedAt of each item",
    response: (response, message, memory) => {
      const start = getQuery(message, "startAt");
      if (start !== null && getQuery(message, "startOffset") === null)
        editBody(keepItems("orders", (it) => (it.createdAt ?? start) >= start))(response, message, memory);
    },
    names: either(/startAt|updatedAt|createdAt|window|missing|not listed|absent/),
    shows: async ({ orders, record, get }) => {
      const orderNumber = `E-${randomUUID()}`;
      await record({ orderNumber, createdAt: "2026-01-05T08:00:00Z", updatedAt: "2026-02-05T08:00:00Z" });
      const { json } = await get(`${orders}?orderNumber=${orderNumber}&startAt=2026-02-01T00:00:00Z`);
      return json.orders.length === 1 ? undefined : "an order that was updated in the window is missing";
    },
  },
  {
    ...SANDBOX,
    operation: LIST_TRANSACTIONS,
    id: "header-before-start-at",
    title: "If-Modified-Since replaces startAt",
    breaks: "spec, If-Modified-Since: ignored when startAt is present",
    request: (message) => {
      const since = message.headers["if-modified-since"] ?? "";
      if (DATE_TIME.test(since) && DATE_TIME.test(getQuery(message, "startAt") ?? ""))
        setQuery("startAt", since)(message);
    },
    names: either(/If-Modified-Since|startAt|ignor|window|preced/),
    shows: async ({ transactions, get }) => {
      const path = `${transactions}?startAt=2026-01-01T00:00:00Z&endAt=2030-01-01T00:00:00Z&limit=100`;
      const all = (await get(path)).json.transactions.length;
      const { json } = await get(path, { "If-Modified-Since": "2029-01-01T00:00:00Z" });
      return json.transactions.length === all ? undefined : `${json.transactions.length} of ${all} with the header`;
    },
  },
  {
    ...SANDBOX,
    operation: LIST_TRANSACTIONS,
    id: "card-year-needs-month",
    title: "cardExpirationYear without cardExpirationMonth is ignored",
    breaks: "spec, cardExpirationYear: only transactions by cards expiring in this year are listed",
    request: (message) => {
      const isAlone = getQuery(message, "cardExpirationMonth") === null;
      if (isAlone && INTEGER.test(getQuery(message, "cardExpirationYear") ?? ""))
        setQuery("cardExpirationYear")(message);
    },
    names: either(FILTER, /cardExpirationYear/),
    shows: async ({ transactions, get }) => {
      const { json } = await get(`${transactions}?cardExpirationYear=1999`);
      return json.transactions.length === 0 ? undefined : `${json.transactions.length} transactions of other years`;
    },
  },
  {
    ...SANDBOX,
    operation: LIST_TRANSACTIONS,
    id: "false-flag-is-set",
    title: "the flags authOnly, unsettledOnly and creditDebitOnly filter if they are present, even with false",
    breaks: "spec, authOnly: specifies if only auth-only transactions are listed; false does not",
    request: (message) => {
      for (const name of ["authOnly", "unsettledOnly", "creditDebitOnly"])
        if (getQuery(message, name) === "false") setQuery(name, "true")(message);
    },
    names: either(FILTER, /authOnly|unsettledOnly|creditDebitOnly|false|boolean|flag/),
    shows: async ({ transactions, get }) => {
      const { json } = await get(`${transactions}?limit=100&authOnly=false`);
      return json.transactions.some((it: Json) => !it.authOnly) ? undefined : "only auth-only transactions";
    },
  },
  {
    ...SANDBOX,
    operation: LIST_ORDERS,
    id: "one-included-part",
    kind: "response value",
    title: "with both flags, the list includes the histories of orders but not their shipments",
    breaks: "spec, includeOrderShipments: specifies if the shipments of the orders are included",
    request: (message) => {
      if (
        getQuery(message, "includeOrderHistories") === "true" &&
        getQuery(message, "includeOrderShipments") === "true"
      )
        setQuery("includeOrderShipments", "false")(message);
    },
    names: either(/shipment|include|missing/),
    shows: async ({ orders, record, get }) => {
      const orderNumber = `E-${randomUUID()}`;
      await record({ orderNumber, orderHistories: [{ id: 1, event: "ACCEPTED" }], orderShipments: [{ id: 1 }] });
      const flags = "includeOrderHistories=true&includeOrderShipments=true";
      const [order] = (await get(`${orders}?orderNumber=${orderNumber}&${flags}`)).json.orders;
      return order.orderShipments === undefined ? "no shipments" : undefined;
    },
  },
];
