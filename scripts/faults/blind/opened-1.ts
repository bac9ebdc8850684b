import { randomUUID } from "node:crypto";
import { editBody, editRequest, getQuery, type Json, setQuery } from "../edits.js";
import { type Defect, editEvent } from "./defect.js";
import {
  BOOLEAN,
  DATE_TIME,
  editOperations,
  INTEGER,
  ignoreQuery,
  LIST_HISTORIES,
  LIST_TRANSACTIONS,
  RECORD_ORDER,
  recordedAs,
  setTotal,
  shiftHours,
  UPDATE_ORDER,
  WEBHOOK,
} from "./edits-of-commerce.js";

export const OPENED_1: readonly Defect[] = [
  {
    id: "transaction-flag-as-number",
    service: "sandbox",
    operation: LIST_TRANSACTIONS,
    title: "voided is 0 or 1",
    breaks: "seed: voided is a boolean",
    response: editBody((it) => {
      for (const one of it.transactions ?? []) one.voided = one.voided === true ? 1 : 0;
      return it;
    }),
    shows: async (c) => {
      const { json } = await c.get(c.transactions);
      return typeof json.transactions[0].voided === "boolean" ? undefined : "a number";
    },
  },
  {
    id: "histories-shifted",
    service: "sandbox",
    operation: LIST_HISTORIES,
    title: "the times of histories are in local time",
    breaks: "seed: all date-time values are GMT",
    response: editBody((it) => it.map((one: Json) => ({ ...one, timestamp: shiftHours(one.timestamp, 2) }))),
    shows: async (c) => {
      const path = await c.record({
        orderHistories: [{ id: 1, timestamp: "2026-01-01T00:00:00Z", event: "ACCEPTED" }],
      });
      const { json } = await c.get(`${path}/histories`);
      return json[0].timestamp === "2026-01-01T00:00:00Z" ? undefined : json[0].timestamp;
    },
  },
  {
    id: "event-link-post",
    service: "sandbox",
    operation: WEBHOOK,
    title: "the method of the link of an event is POST",
    breaks: "seed: rel = resource, method = GET",
    delivery: editEvent((it) => {
      for (const link of (it.links ?? []) as { method: string }[]) link.method = "POST";
    }),
    shows: async (c) => {
      const [event] = await c.deliver();
      return event?.json.links[0].method === "POST" ? "POST" : undefined;
    },
  },
  {
    id: "auth-only-ignored",
    service: "sandbox",
    operation: LIST_TRANSACTIONS,
    title: "authOnly is ignored",
    breaks: "seed: authOnly, only auth-only transactions",
    request: ignoreQuery("authOnly", BOOLEAN),
    shows: async (c) => {
      const { json } = await c.get(`${c.transactions}?authOnly=true&limit=100`);
      return json.transactions.some((it: Json) => it.authOnly !== true) ? "other transactions" : undefined;
    },
  },
  {
    id: "page-always-first",
    service: "sandbox",
    operation: LIST_TRANSACTIONS,
    title: "startOffset is ignored: each next link returns the first page again",
    breaks: "seed: following the next link continues the listing",
    request: (it, memory) => {
      const offset = getQuery(it, "startOffset");
      const first = memory.get("first");
      if (offset === null) memory.set("first", it.target);
      else if (INTEGER.test(offset) && typeof first === "string") it.target = first;
    },
    shows: async (c) => {
      const all = await c.pages(`${c.transactions}?limit=10`, "transactions");
      return new Set(all.map((it) => it.id)).size < all.length ? "the same transactions on each page" : undefined;
    },
  },
  {
    id: "version-not-required",
    service: "sandbox",
    operation: LIST_TRANSACTIONS,
    title: "Api-Version is not required",
    breaks: "seed: all calls carry Api-Version; it must be 1.2",
    request: (it) => {
      it.headers["api-version"] ??= "1.2";
    },
    shows: async (c) => {
      const { status } = await c.get(c.transactions, { "Api-Version": undefined });
      return status === 200 ? "200 without Api-Version" : undefined;
    },
  },
  {
    id: "transaction-link-as-url",
    service: "sandbox",
    operation: LIST_TRANSACTIONS,
    title: "the href of a transaction link is a URL",
    breaks: "seed: for transaction links, href is the id of the related transaction",
    response: editBody((it) => {
      for (const one of it.transactions ?? [])
        for (const link of one.links ?? []) link.href = `/transactions/${link.href}`;
      return it;
    }),
    shows: async (c) => {
      const { json } = await c.get(`${c.transactions}?limit=100`);
      return json.transactions.some((it: Json) => it.links?.some((link: Json) => link.href.includes("/")))
        ? "a path as href"
        : undefined;
    },
  },
  {
    id: "patch-replaces-missing",
    service: "sandbox",
    operation: UPDATE_ORDER,
    title: "replace of a missing member adds it",
    breaks: "RFC 6902 4.3: the target location must exist",
    request: editOperations((it) =>
      it.map((one) =>
        one?.op === "replace" && String(one.path).startsWith("/amounts/") ? { ...one, op: "add" } : one,
      ),
    ),
    shows: async (c) => {
      const { status } = await c.patch(await c.record({ amounts: { netTotal: 1 } }), [
        { op: "replace", path: "/amounts/feeTotal", value: 2 },
      ]);
      return status === 200 ? "200 for a missing target" : undefined;
    },
  },
  {
    id: "transaction-ids-first-only",
    service: "sandbox",
    operation: LIST_TRANSACTIONS,
    title: "only the first of several transactionIds is used",
    breaks: "seed: transactionIds is an array of comma-separated ids",
    request: (it) => {
      const ids = getQuery(it, "transactionIds");
      if (ids?.includes(",")) setQuery("transactionIds", ids.split(",")[0])(it);
    },
    shows: async (c) => {
      const { json } = await c.get(`${c.transactions}?limit=2`);
      const ids = json.transactions.map((it: Json) => it.id).join(",");
      const both = await c.get(`${c.transactions}?transactionIds=${ids}`);
      return both.json.transactions.length === 2 ? undefined : `${both.json.transactions.length} of 2`;
    },
  },
  {
    id: "patch-remove-ignored",
    service: "sandbox",
    operation: UPDATE_ORDER,
    title: "remove is ignored",
    breaks: "seed: the operations add, remove and replace are supported",
    request: editOperations((it) =>
      it.filter(({ op, path }) => op !== "remove" || !/^\/amounts\/\w+$/.test(String(path))),
    ),
    shows: async (c) => {
      const path = await c.record({ amounts: { netTotal: 1, feeTotal: 2 } });
      await c.patch(path, [{ op: "remove", path: "/amounts/feeTotal" }]);
      const { json } = await c.get(path);
      return json.amounts.feeTotal === undefined ? undefined : "feeTotal is still there";
    },
  },
  {
    id: "patch-request-id-optional",
    service: "sandbox",
    operation: UPDATE_ORDER,
    title: "PATCH is accepted without Service-Request-Id",
    breaks: "seed: Service-Request-Id, required on PUT and PATCH of an order",
    request: (it) => {
      it.headers["service-request-id"] ??= randomUUID();
    },
    shows: async (c) => {
      const { status } = await c.patch(await c.record({ amounts: { netTotal: 1 } }), setTotal(2), {
        "Service-Request-Id": undefined,
      });
      return status === 200 ? "200 without Service-Request-Id" : undefined;
    },
  },
  {
    id: "put-upper-case",
    service: "sandbox",
    operation: RECORD_ORDER,
    title: "orderNumber is stored in upper case",
    breaks: "seed: the service records what is passed",
    request: editRequest((it) =>
      typeof it.orderNumber === "string" ? { ...it, orderNumber: it.orderNumber.toUpperCase() } : it,
    ),
    shows: recordedAs({ orderNumber: "ab-1" }),
  },
  {
    id: "modified-since-ignored",
    service: "sandbox",
    operation: LIST_TRANSACTIONS,
    title: "If-Modified-Since is ignored",
    breaks: "seed: If-Modified-Since, only transactions since this time",
    request: (it) => {
      if (DATE_TIME.test(it.headers["if-modified-since"] ?? "")) delete it.headers["if-modified-since"];
    },
    shows: async (c) => {
      const { json } = await c.get(c.transactions, { "If-Modified-Since": "2099-01-01T00:00:00Z" });
      return json.transactions.length > 0 ? "transactions before the time" : undefined;
    },
  },
];
