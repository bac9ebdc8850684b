import { editBody, editRequest, getQuery, type Json, parseRequestJson, setQuery, setRequestJson } from "../edits.js";
import { type Defect, editEvent } from "./defect.js";
import {
  ABSENT,
  DATE_TIME,
  GET_ORDER,
  getPath,
  ignoreQuery,
  LIST_ORDERS,
  LIST_PLANS,
  LIST_TRANSACTIONS,
  RECORD_ORDER,
  recordedAs,
  shiftHours,
  UUID,
  WEBHOOK,
} from "./edits-of-commerce.js";

export const SEALED_2: readonly Defect[] = [
  {
    id: "order-local-time",
    service: "sandbox",
    operation: GET_ORDER,
    title: "times have the offset of the server",
    breaks: "seed: all date-time values are GMT in the form YYYY-MM-DDThh:mm:ssZ",
    response: editBody((it) =>
      typeof it.createdAt === "string" ? { ...it, createdAt: it.createdAt.replace(/Z$/, "+02:00") } : it,
    ),
    shows: async (c) => {
      const { json } = await c.get(await c.record({}));
      return json.createdAt.endsWith("Z") ? undefined : json.createdAt;
    },
  },
  {
    id: "plans-trial-days-text",
    service: "sandbox",
    operation: LIST_PLANS,
    title: "trialPeriodDays is a string",
    breaks: "seed: trialPeriodDays is an integer",
    response: editBody((it) => {
      for (const one of it.list ?? []) one.trialPeriodDays = String(one.trialPeriodDays);
      return it;
    }),
    shows: async (c) => {
      const { json } = await c.get(`/apps/${c.application}/plans`);
      return typeof json.list[0].trialPeriodDays === "number" ? undefined : "a string";
    },
  },
  {
    id: "order-notes-without-emoji",
    service: "sandbox",
    operation: RECORD_ORDER,
    title: "characters outside of the BMP become question marks",
    breaks: "RFC 8259 8.1: JSON text is UTF-8; the service records what is passed",
    request: editRequest((it) =>
      typeof it.notes === "string" ? { ...it, notes: it.notes.replaceAll(/[\u{10000}-\u{10ffff}]/gu, "?") } : it,
    ),
    shows: recordedAs({ notes: "two 😀 cups" }),
  },
  {
    id: "order-notes-normalized",
    service: "sandbox",
    operation: RECORD_ORDER,
    title: "notes are normalized to NFC",
    breaks: "seed: the service records what is passed",
    request: editRequest((it) => (typeof it.notes === "string" ? { ...it, notes: it.notes.normalize("NFC") } : it)),
    shows: recordedAs({ notes: "cafe\u0301" }),
  },
  {
    id: "transactions-store-lost-with-status",
    service: "sandbox",
    operation: LIST_TRANSACTIONS,
    title: "storeId is ignored together with a window",
    breaks: "spec: storeId, only items of this store",
    request: (it) => {
      if (getQuery(it, "startAt") !== null && getQuery(it, "startOffset") === null) ignoreQuery("storeId", UUID)(it);
    },
    shows: async (c) => {
      const { json } = await c.get(`${c.transactions}?storeId=${ABSENT}&startAt=2001-01-01T00%3A00%3A00Z`);
      return json.transactions.length > 0 ? "transactions of another store" : undefined;
    },
  },
  {
    id: "order-notes-truncated",
    service: "sandbox",
    operation: RECORD_ORDER,
    title: "notes are truncated to 40 characters",
    breaks: "seed: the service records what is passed",
    request: editRequest((it) => (typeof it.notes === "string" ? { ...it, notes: it.notes.slice(0, 40) } : it)),
    shows: recordedAs({ notes: "n".repeat(60) }),
  },
  {
    id: "put-merges",
    service: "sandbox",
    operation: RECORD_ORDER,
    title: "PUT merges the order with the recorded one",
    breaks: "RFC 9110 9.3.4: PUT replaces the state; the service records what is passed",
    request: (it, memory) => {
      const json = parseRequestJson(it);
      if (typeof json !== "object" || json === null || Array.isArray(json)) return;
      const merged = { ...(memory.get(it.target) as object), ...json };
      memory.set(it.target, merged);
      if (Object.keys(merged).length > Object.keys(json).length) setRequestJson(it, merged);
    },
    shows: async (c) => {
      const path = await c.record({ notes: "first", orderNumber: "M-1" });
      await c.send("PUT", path, { body: { orderNumber: "M-2" }, headers: { "Service-Request-Id": "merge" } });
      const { json } = await c.get(path);
      return json.notes === undefined ? undefined : "notes of the replaced order";
    },
  },
  {
    id: "next-loses-filter",
    service: "sandbox",
    operation: LIST_ORDERS,
    title: "the pages after the first are not filtered by status",
    breaks: "seed: following the next link continues the listing",
    response: editBody((it, message) => {
      if (getQuery(message, "orderStatus") !== null)
        for (const link of it.links ?? [])
          link.href = `${getPath(message)}?limit=10&startAt=2000-01-01T00%3A00%3A00Z&endAt=2100-01-01T00%3A00%3A00Z`;
      return it;
    }),
    shows: async (c) => {
      const { json } = await c.get(`${c.orders}?limit=2&orderStatus=COMPLETED`);
      const next = await c.get(json.links[0].href);
      return next.json.orders.some((it: Json) => it.statuses.status !== "COMPLETED")
        ? "the next page has other statuses"
        : undefined;
    },
  },
  {
    id: "window-by-day",
    service: "sandbox",
    operation: LIST_ORDERS,
    title: "startAt is rounded down to the day",
    breaks: "seed: startAt is the start of the time window, filtered on updatedAt",
    request: (it) => {
      const start = getQuery(it, "startAt");
      if (start !== null && DATE_TIME.test(start) && getQuery(it, "startOffset") === null)
        setQuery("startAt", start.replace(/T.*/, "T00:00:00Z"))(it);
    },
    shows: async (c) => {
      const [order] = (await c.get(c.orders)).json.orders;
      const { json } = await c.get(`${c.orders}?startAt=${encodeURIComponent(shiftHours(order.updatedAt, 0.1))}`);
      return json.orders.some((it: Json) => it.id === order.id) ? "an order updated before startAt" : undefined;
    },
  },
  {
    id: "put-created-now",
    service: "sandbox",
    operation: RECORD_ORDER,
    title: "createdAt is replaced with the time of the request",
    breaks: "seed: records an order that has already happened; the service records what is passed",
    request: editRequest(({ createdAt: _, ...others }) => others),
    shows: recordedAs({ createdAt: "2024-02-29T12:00:00Z" }),
  },
  {
    id: "event-other-hook",
    service: "sandbox",
    operation: WEBHOOK,
    title: "hookId is not that of the registration",
    breaks: "spec: hookId is the identifier of the webhook registration",
    delivery: editEvent((it) => {
      it.hookId = ABSENT;
    }),
    shows: async (c) => {
      const [event] = await c.deliver();
      return event?.json.hookId === ABSENT ? "another hookId" : undefined;
    },
  },
  {
    id: "put-trims",
    service: "sandbox",
    operation: RECORD_ORDER,
    title: "spaces around notes are removed",
    breaks: "seed: the service records what is passed",
    request: editRequest((it) => (typeof it.notes === "string" ? { ...it, notes: it.notes.trim() } : it)),
    shows: recordedAs({ notes: " x " }),
  },
  {
    id: "event-not-subscribed",
    service: "sandbox",
    operation: WEBHOOK,
    title: "an event of another type than subscribed is delivered",
    breaks: "spec: eventTypes of the registration are the types of events to send",
    delivery: editEvent((it) => {
      it.eventType = it.eventType === "ORDER_OPENED" ? "ORDER_UPDATED" : "ORDER_OPENED";
    }),
    shows: async (c) => {
      const [event] = await c.deliver();
      return event !== undefined && event.json.eventType !== "ORDER_OPENED" ? event.json.eventType : undefined;
    },
  },
];
