import { editQuery, getQuery, type Json, parseRequestJson, setBody, setQuery } from "../../edits.js";
import { type Defect, shareFields } from "../defect.js";
import { DATE_TIME, GET_ORDER, ignoreQuery, LIST_ORDERS } from "../edits-of-commerce.js";
import { either, getSegment, keepItems, notKept, readResponse } from "../shared-edits.js";

export const LIST_ORDERS_FILTERS: readonly Defect[] = shareFields(LIST_ORDERS, [
  {
    id: "end-at-whole-day",
    kind: "filter",
    title: "`endAt` is rounded up to the end of its day",
    breaks: "spec: `endAt` is the end of the time window, which is compared with `updatedAt`",
    request: editQuery("endAt", (it) => (DATE_TIME.test(it) ? `${it.slice(0, 10)}T23:59:59Z` : it)),
    names: either(/endAt|window|outside|later than|after the end/),
  },
  {
    id: "customer-zero-not-filtered",
    kind: "filter",
    title: "`customerUserId=0` counts as absent, so that the orders of all customers are listed",
    breaks: "spec: `customerUserId` is an integer: Only orders placed by this customer are listed",
    request: ignoreQuery("customerUserId", /^0$/),
    names: either(/customerUserId|filter|customer/),
  },
  {
    id: "include-flags-as-text",
    kind: "response value",
    title: "the flags that include histories and shipments are read as text, so that `false` includes them",
    breaks: "spec: `includeOrderHistories` and `includeOrderShipments` are booleans that specify what is included",
    request: (message) => {
      for (const name of ["includeOrderHistories", "includeOrderShipments"])
        if (getQuery(message, name) === "false") setQuery(name, "true")(message);
    },
    names: either(/includeOrder|orderHistories|orderShipments|flag|false/),
  },
  {
    methods: ["GET", "PUT"],
    paths: [GET_ORDER.operation.path],
    id: "status-index-not-updated",
    kind: "stale data",
    alsoOn: ["recordOrder"],
    title: "an order whose status was changed is not listed with the filter for its new status",
    breaks: "spec: `orderStatus`: Only orders with this status are listed; docs/orders.md: search for orders",
    response: (it, message, memory) => {
      if (message.method === "PUT" && it.status < 300) {
        const id = getSegment(message, -1);
        const { statuses } = parseRequestJson(message) ?? {};
        if (!memory.has(id)) memory.set(id, statuses?.status);
        memory.set(`moved ${id}`, memory.get(id) !== statuses?.status);
      } else if (message.method === "GET" && getQuery(message, "orderStatus") !== null)
        keepItems(it, "orders", ({ id }) => memory.get(`moved ${id}`) !== true);
    },
    names: either(/orderStatus|filter|missing|not (listed|found)|\bstatus(es)?\b.*(list|filter)|stale|index/),
  },
  {
    methods: ["GET", "PUT"],
    paths: [GET_ORDER.operation.path],
    id: "listed-amounts-before-update",
    kind: "stale data",
    alsoOn: ["updateOrder", "getOrder", "recordOrder"],
    title: "the list shows the amounts of an order from before its update",
    breaks: "spec: GET orders lists the orders; PATCH order updates an order",
    response: (it, message, memory) => {
      const found: Json = it.status < 300 ? readResponse(it) : undefined;
      const isReplaced = message.method === "PUT";
      if (typeof found?.id === "string" && (isReplaced || !memory.has(found.id))) memory.set(found.id, found.amounts);
      if (!Array.isArray(found?.orders)) return;
      for (const { id, amounts } of found.orders) if (!memory.has(id)) memory.set(id, amounts);
      const orders = found.orders.map((order: Json) => ({ ...order, amounts: memory.get(order.id) }));
      setBody(it, JSON.stringify({ ...found, orders }));
    },
    names: notKept(/amounts|netTotal|listed|in the list|old\b/),
  },
]);
