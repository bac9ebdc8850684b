import { randomUUID } from "node:crypto";
import { changeStatus, editBody, getQuery, type Json, parseRequestJson, setHeader } from "../edits.js";
import type { Defect } from "./defect.js";
import {
  ABSENT,
  acceptAnyToken,
  DATE_TIME,
  editOperations,
  editSignature,
  GET_SUBSCRIPTION,
  ignoreQuery,
  isSigned,
  LIST_ORDERS,
  LIST_PLANS,
  LIST_SHIPMENTS,
  LIST_TRANSACTIONS,
  RECORD_ORDER,
  renewRequestId,
  setTotal,
  UPDATE_ORDER,
  WEBHOOK,
} from "./edits-of-commerce.js";

export const OPENED_2: readonly Defect[] = [
  {
    id: "subscription-phase-differs",
    service: "sandbox",
    operation: GET_SUBSCRIPTION,
    title: "the phase differs from that in the list",
    breaks: "seed: phase of a subscription is TRIAL or FULL, one value per subscription",
    response: editBody((it) => ({ ...it, phase: it.phase === "FULL" ? "TRIAL" : "FULL" })),
    shows: async (c) => {
      const { json } = await c.get(`/apps/${c.application}/subscriptions`);
      const [first] = json.list;
      const one = await c.get(`/apps/${c.application}/subscriptions/${first.subscriptionId}`);
      return one.json.phase === first.phase ? undefined : `${one.json.phase} alone, ${first.phase} in the list`;
    },
  },
  {
    id: "unauthorized-without-challenge",
    service: "sandbox",
    operation: LIST_ORDERS,
    title: "a 401 has no WWW-Authenticate",
    breaks: "RFC 9110 15.5.2: a server that generates a 401 must send WWW-Authenticate",
    response: setHeader("www-authenticate", undefined),
    shows: async (c) => {
      const { headers } = await c.get(c.orders, { Authorization: undefined });
      return headers["www-authenticate"] === undefined ? "401 without WWW-Authenticate" : undefined;
    },
  },
  {
    id: "next-with-post",
    service: "sandbox",
    operation: LIST_ORDERS,
    title: "the method of the next link is POST",
    breaks: "seed: rel = next, method = GET",
    response: editBody((it) => {
      for (const link of it.links ?? []) link.method = "POST";
      return it;
    }),
    shows: async (c) => {
      const { json } = await c.get(c.orders);
      return json.links[0].method === "GET" ? undefined : json.links[0].method;
    },
  },
  {
    id: "patch-first-only",
    service: "sandbox",
    operation: UPDATE_ORDER,
    title: "only the first operation is applied",
    breaks: "RFC 6902 3: operations are applied sequentially until all are applied",
    request: editOperations((it) => it.slice(0, 1)),
    shows: async (c) => {
      const path = await c.record({ amounts: { netTotal: 1, feeTotal: 1 } });
      await c.patch(path, [...setTotal(2), { op: "replace", path: "/amounts/feeTotal", value: 2 }]);
      const { json } = await c.get(path);
      return json.amounts.feeTotal === 2 ? undefined : "the second operation is not applied";
    },
  },
  {
    id: "event-lost",
    service: "sandbox",
    operation: WEBHOOK,
    title: "events of completed orders are not delivered",
    breaks: "seed: the service sends notifications about state changes to registered URLs",
    delivery: (it) => (parseRequestJson(it)?.eventType === "ORDER_COMPLETED" ? false : undefined),
    shows: async (c) => ((await c.deliver("COMPLETED")).length === 0 ? "no delivery" : undefined),
  },
  {
    id: "end-ignored",
    service: "sandbox",
    operation: LIST_TRANSACTIONS,
    title: "endAt is ignored",
    breaks: "seed: endAt is the end of the time window",
    request: (it) => {
      if (getQuery(it, "startOffset") === null) ignoreQuery("endAt", DATE_TIME)(it);
    },
    shows: async (c) => {
      const { json } = await c.get(`${c.transactions}?endAt=2001-01-01T00%3A00%3A00Z`);
      return json.transactions.length > 0 ? "transactions after endAt" : undefined;
    },
  },
  {
    id: "patch-retry-reverts",
    service: "sandbox",
    operation: UPDATE_ORDER,
    title: "a repeated PATCH reverts a later one",
    breaks: "seed: Service-Request-Id enforces idempotency",
    request: renewRequestId,
    shows: async (c) => {
      const path = await c.record({ amounts: { netTotal: 1 } });
      for (const [total, id] of [
        [2, "p1"],
        [3, "p2"],
        [2, "p1"],
      ] as const)
        await c.patch(path, setTotal(total), { "Service-Request-Id": id });
      const { json } = await c.get(path);
      return json.amounts.netTotal === 3 ? undefined : "a retry has reverted a later change";
    },
  },
  {
    id: "plans-without-token",
    service: "sandbox",
    operation: LIST_PLANS,
    title: "the plans are public",
    breaks: "seed: the token is sent on every other call, including the billing endpoints; a missing one yields 401",
    request: acceptAnyToken((it) => it === undefined),
    shows: async (c) => {
      const path = `/apps/${c.application}/plans`;
      await c.get(path);
      const { status } = await c.get(path, { Authorization: undefined });
      return status === 401 ? undefined : `status ${status} without a token`;
    },
  },
  {
    id: "modified-since-not-ignored",
    service: "sandbox",
    operation: LIST_ORDERS,
    title: "If-Modified-Since is applied although startAt is present",
    breaks: "seed: when startAt is present, the server ignores If-Modified-Since",
    response: (it, message, memory) => {
      const since = message.headers["if-modified-since"];
      if (since !== undefined && getQuery(message, "startAt") !== null)
        editBody((json) => ({ ...json, orders: json.orders.filter((order: Json) => order.updatedAt >= since) }))(
          it,
          message,
          memory,
        );
    },
    shows: async (c) => {
      const { json } = await c.get(`${c.orders}?startAt=2001-01-01T00%3A00%3A00Z`, {
        "If-Modified-Since": "2099-01-01T00:00:00Z",
      });
      return json.orders.length > 0 ? undefined : "no orders";
    },
  },
  {
    id: "put-request-id-optional",
    service: "sandbox",
    operation: RECORD_ORDER,
    title: "PUT is accepted without Service-Request-Id",
    breaks: "seed: Service-Request-Id, required on PUT and PATCH of an order",
    request: (it) => {
      it.headers["service-request-id"] ??= randomUUID();
    },
    shows: async (c) => {
      const { status } = await c.send("PUT", `${c.orders}/${ABSENT}`, { body: {} });
      return status < 300 ? `status ${status} without Service-Request-Id` : undefined;
    },
  },
  {
    id: "allow-lists-rejected-method",
    service: "sandbox",
    operation: LIST_ORDERS,
    methods: ["DELETE", "POST", "PUT", "PATCH", "OPTIONS"],
    title: "Allow of a 405 lists the rejected method",
    breaks: "RFC 9110 10.2.1: Allow lists the methods that the resource supports",
    response: (it, { method }) => {
      if (it.status === 405) it.headers.allow = `${it.headers.allow}, ${method}`;
    },
    shows: async (c) => {
      const { status, headers } = await c.send("DELETE", c.orders);
      return status === 405 && headers.allow?.includes("DELETE") ? `405 with Allow: ${headers.allow}` : undefined;
    },
  },
  {
    id: "shipments-wrapped",
    service: "sandbox",
    operation: LIST_SHIPMENTS,
    title: "shipments are wrapped in an object",
    breaks: "seed: the response is an array",
    response: editBody((it) => ({ shipments: it, count: it.length })),
    shows: async (c) => {
      const { json } = await c.get(`${await c.record({})}/shipments`);
      return Array.isArray(json) ? undefined : "an object";
    },
  },
  {
    id: "unauthorized-as-403",
    service: "sandbox",
    operation: GET_SUBSCRIPTION,
    title: "an invalid token results in 403",
    breaks: "seed: a missing or invalid token yields 401",
    response: changeStatus(401, 403),
    shows: async (c) => {
      const { status } = await c.get(`/apps/${c.application}/subscriptions/${ABSENT}`, {
        Authorization: "Bearer wrong",
      });
      return status === 401 ? undefined : `status ${status} for an invalid token`;
    },
  },
  {
    id: "event-signature-without-padding",
    service: "sandbox",
    operation: WEBHOOK,
    title: "the signature has no padding",
    breaks: "RFC 4648 3.2: implementations must include padding",
    delivery: editSignature((it) => it.replace(/=+$/, "")),
    shows: async (c) => {
      const [event] = await c.deliver();
      return event !== undefined && !isSigned(event) ? "the signature has no padding" : undefined;
    },
  },
];
