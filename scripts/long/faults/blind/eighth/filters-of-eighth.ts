import { getQuery, setQuery } from "../../edits.js";
import { type Defect, shareFields } from "../defect.js";
import { DATE_TIME, INTEGER, LIST_ORDERS, LIST_TRANSACTIONS } from "../edits-of-commerce.js";
import { either, keepItems } from "../shared-edits.js";

const FILTER = /filter|match|only/;

export const FILTERS_OF_EIGHTH: readonly Defect[] = shareFields({ kind: "filter" }, [
  {
    ...LIST_ORDERS,
    id: "query-decoded-twice",
    title: "a plus sign in a text filter, sent as %2B, is read as a space",
    breaks: "RFC 3986 2.1: %2B is the data octet +; spec, orderNumber: a string",
    request: (message) => {
      const [path, query] = message.target.split("?");
      if (query !== undefined) message.target = `${path}?${query.replaceAll(/%2B/gi, "%20")}`;
    },
    names: either(FILTER, /orderNumber|plus|encod|decod|%2B/),
  },
  {
    ...LIST_ORDERS,
    id: "store-lost-beside-status",
    title: "with orderStatus, the filter storeId is ignored",
    breaks: 'docs/orders.md: "An order must match all of them"; spec, storeId: only items of this store are listed',
    request: (message) => {
      if (getQuery(message, "orderStatus") !== null) setQuery("storeId")(message);
    },
    names: either(FILTER, /storeId|orderStatus|combin|both/),
  },
  {
    ...LIST_ORDERS,
    id: "window-of-creation",
    alsoOn: ["updateOrder", "recordOrder"],
    title: "startAt is compared with createdAt, so that an old order that was updated is not listed",
    breaks: "spec, startAt: compared with updatedAt of each item",
    response: (response, message) => {
      const start = getQuery(message, "startAt");
      if (start !== null && getQuery(message, "startOffset") === null)
        keepItems(response, "orders", (it) => (it.createdAt ?? start) >= start);
    },
    names: either(/startAt|updatedAt|createdAt|window|missing|not listed|absent/),
  },
  {
    ...LIST_TRANSACTIONS,
    id: "header-before-start-at",
    title: "If-Modified-Since replaces startAt",
    breaks: "spec, If-Modified-Since: ignored when startAt is present",
    request: (message) => {
      const since = message.headers["if-modified-since"] ?? "";
      if (DATE_TIME.test(since) && DATE_TIME.test(getQuery(message, "startAt") ?? ""))
        setQuery("startAt", since)(message);
    },
    names: either(/If-Modified-Since|startAt|ignor|window|preced/),
  },
  {
    ...LIST_TRANSACTIONS,
    id: "card-year-needs-month",
    title: "cardExpirationYear without cardExpirationMonth is ignored",
    breaks: "spec, cardExpirationYear: only transactions by cards expiring in this year are listed",
    request: (message) => {
      const isAlone = getQuery(message, "cardExpirationMonth") === null;
      if (isAlone && INTEGER.test(getQuery(message, "cardExpirationYear") ?? ""))
        setQuery("cardExpirationYear")(message);
    },
    names: either(FILTER, /cardExpirationYear/),
  },
  {
    ...LIST_TRANSACTIONS,
    id: "false-flag-is-set",
    title: "the flags authOnly, unsettledOnly and creditDebitOnly filter if they are present, even with false",
    breaks: "spec, authOnly: specifies if only auth-only transactions are listed; false does not",
    request: (message) => {
      for (const name of ["authOnly", "unsettledOnly", "creditDebitOnly"])
        if (getQuery(message, name) === "false") setQuery(name, "true")(message);
    },
    names: either(FILTER, /authOnly|unsettledOnly|creditDebitOnly|false|boolean|flag/),
  },
  {
    ...LIST_ORDERS,
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
  },
]);
