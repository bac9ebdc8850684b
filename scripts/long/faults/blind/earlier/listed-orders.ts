import { editBody, editQuery, getQuery, type Json, parseRequestJson, setHeader, setQuery } from "../../edits.js";
import { type Defect, shareFields } from "../defect.js";
import { getPath, LIST_ORDERS, UUID } from "../edits-of-commerce.js";
import { either, emptyBody, failIf, getSegment, notKept } from "../shared-edits.js";

const ORDER = "/businesses/{businessId}/orders/{orderId}";

export const LISTED_ORDERS: readonly Defect[] = shareFields(LIST_ORDERS, [
  {
    id: "unauthorized-without-challenge",
    title: "a 401 has no WWW-Authenticate",
    breaks: "RFC 9110 15.5.2: a server that generates a 401 must send WWW-Authenticate",
    response: setHeader("www-authenticate", undefined),
  },
  {
    id: "limit-with-text",
    title: "limit=10abc is read as 10",
    breaks: "seed: limit is an integer",
    request: editQuery("limit", (it) => (/^\d+\D/.test(it) ? String(Number.parseInt(it, 10)) : it)),
  },
  {
    id: "limit-above-maximum",
    title: "limit above 100 is accepted",
    breaks: "seed: limit is an integer from 1 to 100",
    request: editQuery("limit", (it) => (Number(it) > 100 ? "100" : it)),
  },
  {
    id: "empty-list-null",
    title: "orders is null if there are none",
    breaks: "seed: orders is an array of Order",
    response: editBody((it) => (it.orders?.length === 0 ? { ...it, orders: null } : it)),
  },
  {
    id: "head-other-type",
    methods: ["HEAD"],
    title: "HEAD has another Content-Type than GET",
    breaks: "RFC 9110 9.3.2: the server should send the same header fields for HEAD as for GET",
    response: setHeader("content-type", "text/html"),
  },
  {
    id: "customer-above-32-bits-fails",
    kind: "server error",
    title: "customerUserId above 2^31 fails with 500",
    breaks: "spec: customerUserId is an integer without a maximum; RFC 9110 15.6: 5xx is a failure of the server",
    instead: failIf((it) => Number(getQuery(it, "customerUserId")) > 2_147_483_647),
    names: /\b50\d\b|server error|5xx/i,
  },
  {
    id: "orders-304-if-none",
    kind: "conditional request",
    title: "If-Modified-Since gets 304 instead of an empty list",
    breaks: "seed: If-Modified-Since filters by last-updated time; spec: 200 with one page, 304 is not documented",
    response: (it, { headers }) => {
      if (it.status !== 200 || headers["if-modified-since"] === undefined) return;
      if (JSON.parse(it.body.toString()).orders.length === 0) emptyBody(it, 304);
    },
    names: /\b304\b|if-modified-since|undocumented status|not documented/i,
  },
  {
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
  },
  {
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
  },
  {
    id: "orders-last4-leading-zero",
    kind: "filter",
    title: "cardNumberLast4 finds cards with leading zeros only without them",
    breaks: "spec: cardNumberLast4 is a string, cards ending with these digits",
    response: (it, message, memory) => {
      if (getQuery(message, "cardNumberLast4")?.startsWith("0") === true)
        editBody((json) => ({ ...json, orders: [], links: [], count: 0 }))(it, message, memory);
    },
    names: either(/cardNumberLast4|filter|missing|empty/),
  },
  {
    id: "orders-vendor-media-type",
    kind: "HTTP",
    title: "Content-Type is application/vnd.commerce+json although the spec has application/json",
    breaks: "spec: the content of 200 is application/json",
    response: setHeader("content-type", "application/vnd.commerce+json", 200),
    names: /content-type|media type|vnd/i,
  },
  {
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
  },
]);
