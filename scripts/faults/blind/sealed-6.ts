import { randomUUID } from "node:crypto";
import { editBody, editRequest, getQuery, type Json, rememberSuccess, setQuery } from "../edits.js";
import { type Defect, editEvent } from "./defect.js";
import {
  acceptAnyToken,
  CREATE_HOOK,
  GET_ORDER,
  LIST_ORDERS,
  LIST_SUBSCRIPTIONS,
  LIST_TRANSACTIONS,
  RECORD_ORDER,
  recordedAs,
  setTotal,
  UPDATE_ORDER,
  WEBHOOK,
} from "./edits-of-commerce.js";

export const SEALED_6: readonly Defect[] = [
  {
    id: "next-on-other-host",
    service: "sandbox",
    operation: LIST_ORDERS,
    title: "the next link is a URL of an internal host",
    breaks: "seed: href is a path of the same collection",
    response: editBody((it) => {
      for (const link of it.links ?? []) link.href = `https://internal.example:8443${link.href}`;
      return it;
    }),
    shows: async (c) => {
      const { json } = await c.get(c.orders);
      return json.links[0].href.startsWith("/") ? undefined : json.links[0].href;
    },
  },
  {
    id: "subscriptions-epoch",
    service: "sandbox",
    operation: LIST_SUBSCRIPTIONS,
    title: "startAt is a number of seconds",
    breaks: "seed: timestamps are ISO 8601 strings",
    response: editBody((it) => {
      for (const one of it.list ?? []) one.startAt = Date.parse(one.startAt) / 1000;
      return it;
    }),
    shows: async (c) => {
      const { json } = await c.get(`/apps/${c.application}/subscriptions`);
      return typeof json.list[0].startAt === "string" ? undefined : "a number";
    },
  },
  {
    id: "include-flags-swapped",
    service: "sandbox",
    operation: LIST_ORDERS,
    title: "includeOrderShipments includes histories",
    breaks: "seed: includeOrderShipments, include order shipments",
    request: (it) => {
      const value = getQuery(it, "includeOrderShipments");
      if (value === null || getQuery(it, "includeOrderHistories") !== null) return;
      setQuery("includeOrderShipments")(it);
      setQuery("includeOrderHistories", value)(it);
    },
    shows: async (c) => {
      const { json } = await c.get(`${c.orders}?includeOrderShipments=true`);
      return json.orders.some((it: Json) => it.orderShipments !== undefined) ? undefined : "no order has shipments";
    },
  },
  {
    id: "hook-gains-event-type",
    service: "sandbox",
    operation: CREATE_HOOK,
    title: "a hook is registered for more event types than requested",
    breaks: "seed: eventTypes of the registration are the types to send",
    request: editRequest((it) =>
      Array.isArray(it.eventTypes) && it.eventTypes.length === 1
        ? { ...it, eventTypes: [...it.eventTypes, "ORDER_UPDATED"] }
        : it,
    ),
    shows: async (c) => {
      const { json } = await c.hook();
      return json.eventTypes.length === 1 ? undefined : `eventTypes ${json.eventTypes}`;
    },
  },
  {
    id: "put-zero-quantity",
    service: "sandbox",
    operation: RECORD_ORDER,
    title: "a quantity of 0 becomes 1",
    breaks: "seed: quantity is a number; the service records what is passed",
    request: editRequest((it) => {
      for (const item of Array.isArray(it.items) ? it.items : []) if (item?.quantity === 0) item.quantity = 1;
      return it;
    }),
    shows: recordedAs({ items: [{ id: 1, quantity: 0 }] }),
  },
  {
    id: "flag-with-any-text",
    service: "sandbox",
    operation: LIST_ORDERS,
    title: "includeStaysAll accepts any text",
    breaks: "seed: includeStaysAll is a boolean",
    request: (it) => {
      const value = getQuery(it, "includeStaysAll");
      if (value !== null && value !== "true") setQuery("includeStaysAll")(it);
    },
    shows: async (c) => {
      const { status } = await c.get(`${c.orders}?includeStaysAll=banana`);
      return status === 200 ? "200 for includeStaysAll=banana" : undefined;
    },
  },
  {
    id: "order-customer-id-float",
    service: "sandbox",
    operation: RECORD_ORDER,
    title: "a large customerUserId loses digits",
    breaks: "seed: customerUserId is an integer; the service records what is passed",
    request: editRequest((it) =>
      typeof it.customerUserId === "number" ? { ...it, customerUserId: Math.fround(it.customerUserId) } : it,
    ),
    shows: recordedAs({ customerUserId: 123456789 }),
  },
  {
    id: "event-time-with-offset",
    service: "sandbox",
    operation: WEBHOOK,
    title: "createdAt of an event has an offset",
    breaks: "seed: all date-time values are in the form YYYY-MM-DDThh:mm:ssZ",
    delivery: editEvent((it) => {
      it.createdAt = String(it.createdAt).replace("Z", "+00:00");
    }),
    shows: async (c) => {
      const [event] = await c.deliver();
      return event?.json.createdAt.endsWith("+00:00") ? event.json.createdAt : undefined;
    },
  },
  {
    id: "card-filter-last4-lost",
    service: "sandbox",
    operation: LIST_ORDERS,
    title: "cardNumberLast4 is ignored together with cardNumberFirst6",
    breaks: "seed: cardNumberLast4, cards ending with these 4 digits",
    request: (it) => {
      if (getQuery(it, "cardNumberFirst6") !== null) setQuery("cardNumberLast4")(it);
    },
    shows: async (c) => {
      const { json } = await c.get(`${c.orders}?limit=100`);
      const first6 = json.orders.flatMap((it: Json) => it.transactions ?? [])[0].fundingSource.card.numberFirst6;
      const both = await c.get(`${c.orders}?limit=100&cardNumberFirst6=${first6}&cardNumberLast4=0001`);
      return both.json.orders.length > 0 ? "orders of cards with other last digits" : undefined;
    },
  },
  {
    id: "patch-unknown-order",
    service: "sandbox",
    operation: UPDATE_ORDER,
    title: "a patch of an unknown order succeeds",
    breaks: "seed: PATCH updates existing resources; 404 not found",
    response: (it, _, memory) => {
      const good = rememberSuccess(it, memory);
      if (it.status === 404 && good !== undefined) Object.assign(it, { ...good, headers: { ...good.headers } });
    },
    shows: async (c) => {
      await c.patch(await c.record({ amounts: { netTotal: 1 } }), setTotal(2));
      const { status } = await c.patch(`${c.orders}/${randomUUID()}`, setTotal(2));
      return status === 200 ? "200 for an unknown order" : undefined;
    },
  },
  {
    id: "transaction-amounts-decimal",
    service: "sandbox",
    operation: LIST_TRANSACTIONS,
    title: "amounts are decimal numbers",
    breaks: "seed: transactionAmount is an integer",
    response: editBody((it) => {
      for (const one of it.transactions ?? [])
        if (one.amounts?.transactionAmount !== undefined)
          one.amounts.transactionAmount = (one.amounts.transactionAmount + 0.5) / 100;
      return it;
    }),
    shows: async (c) => {
      const { json } = await c.get(c.transactions);
      return json.transactions.every((it: Json) => Number.isInteger(it.amounts.transactionAmount))
        ? undefined
        : "decimal amounts";
    },
  },
  {
    id: "order-absent-as-null",
    service: "sandbox",
    operation: GET_ORDER,
    title: "absent notes are null",
    breaks: "spec: notes is a string",
    response: editBody((it) => ({ notes: null, ...it })),
    shows: async (c) => {
      const { json } = await c.get(await c.record({}));
      return json.notes === null ? "notes is null" : undefined;
    },
  },
  {
    id: "order-without-token",
    service: "sandbox",
    operation: GET_ORDER,
    title: "an order is readable without a token",
    breaks: "seed: a missing or invalid token yields 401",
    request: acceptAnyToken((it) => it === undefined),
    shows: async (c) => {
      const path = await c.record({});
      await c.get(path);
      const { status } = await c.get(path, { Authorization: undefined });
      return status === 401 ? undefined : `status ${status} without a token`;
    },
  },
];
