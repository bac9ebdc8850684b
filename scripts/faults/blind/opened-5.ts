import {
  createJsonResponse,
  editBody,
  getQuery,
  type Json,
  parseRequestJson,
  setBody,
  setQuery,
  setRequestJson,
} from "../edits.js";
import { type Defect, editEvent } from "./defect.js";
import {
  ABSENT,
  acceptAnyToken,
  acceptPatch,
  CREATE_HOOK,
  INTEGER,
  ignoreQuery,
  isKnownOperation,
  LIST_ORDERS,
  LIST_SUBSCRIPTIONS,
  LIST_TRANSACTIONS,
  setTotal,
  shiftHours,
  UPDATE_ORDER,
  WEBHOOK,
} from "./edits-of-commerce.js";

export const OPENED_5: readonly Defect[] = [
  {
    id: "list-one-more",
    service: "sandbox",
    operation: LIST_TRANSACTIONS,
    title: "a page has one item more than limit",
    breaks: "seed: limit is the number of items returned",
    request: (it) => {
      const limit = Number(getQuery(it, "limit") ?? 0);
      if (limit > 0 && limit < 100) setQuery("limit", String(limit + 1))(it);
    },
    shows: async (c) => {
      const { json } = await c.get(`${c.transactions}?limit=2`);
      return json.transactions.length === 2 ? undefined : `${json.transactions.length} items for limit=2`;
    },
  },
  {
    id: "next-without-end",
    service: "sandbox",
    operation: LIST_TRANSACTIONS,
    title: "the next link has no endAt",
    breaks: "seed: href has startAt, endAt and either limit or startOffset",
    response: editBody((it) => {
      for (const link of it.links ?? []) link.href = link.href.replace(/&endAt=[^&]*/, "");
      return it;
    }),
    shows: async (c) => {
      const { json } = await c.get(`${c.transactions}?limit=2`);
      return json.links[0].href.includes("endAt") ? undefined : json.links[0].href;
    },
  },
  {
    id: "window-by-created-at",
    service: "sandbox",
    operation: LIST_ORDERS,
    title: "startAt is compared with createdAt",
    breaks: "seed: startAt is filtered on updatedAt of each item",
    response: (it, message, memory) => {
      const start = getQuery(message, "startAt");
      if (start !== null && getQuery(message, "startOffset") === null)
        editBody((json) => ({ ...json, orders: json.orders.filter((order: Json) => order.createdAt >= start) }))(
          it,
          message,
          memory,
        );
    },
    shows: async (c) => {
      const [order] = (await c.get(c.orders)).json.orders;
      const { json } = await c.get(`${c.orders}?startAt=${encodeURIComponent(shiftHours(order.createdAt, 0.01))}`);
      return json.orders.some((it: Json) => it.id === order.id)
        ? undefined
        : "an order updated in the window is missing";
    },
  },
  {
    id: "patch-without-value",
    service: "sandbox",
    operation: UPDATE_ORDER,
    title: "replace without a value is accepted",
    breaks: "RFC 6902 4.3: the operation object must contain a value member",
    response: acceptPatch((it) => it.some((one) => one?.op === "replace" && one.value === undefined)),
    shows: async (c) => {
      const path = await c.record({ amounts: { netTotal: 1 } });
      await c.patch(path, setTotal(2));
      const { status } = await c.patch(path, [{ op: "replace", path: "/amounts/netTotal" }]);
      return status === 200 ? "200 without a value" : undefined;
    },
  },
  {
    id: "hook-without-token",
    service: "sandbox",
    operation: CREATE_HOOK,
    title: "a webhook is registered without a token",
    breaks: "seed: a missing or invalid token yields 401",
    request: acceptAnyToken((it) => it === undefined),
    shows: async (c) => {
      await c.hook();
      const { status } = await c.send("POST", "/hooks", {
        headers: { Authorization: undefined, "Service-Request-Id": "anonymous" },
        body: {
          applicationId: c.application,
          businessId: c.business,
          deliveryUrl: "http://127.0.0.1:9/x",
          secret: "a-long-random-signing-secret",
          eventTypes: ["ORDER_OPENED"],
        },
      });
      return status === 401 ? undefined : `status ${status} without a token`;
    },
  },
  {
    id: "subscriptions-empty-bearer",
    service: "sandbox",
    operation: LIST_SUBSCRIPTIONS,
    title: "an empty bearer token is accepted",
    breaks: "seed: a missing or invalid token yields 401",
    request: acceptAnyToken((it) => it?.trim() === "Bearer"),
    shows: async (c) => {
      const path = `/apps/${c.application}/subscriptions`;
      await c.get(path);
      const { status } = await c.get(path, { Authorization: "Bearer " });
      return status === 401 ? undefined : `status ${status} with an empty token`;
    },
  },
  {
    id: "subscriptions-count-ignored",
    service: "sandbox",
    operation: LIST_SUBSCRIPTIONS,
    title: "count is ignored",
    breaks: "seed: count is the pagination count",
    request: ignoreQuery("count", INTEGER),
    shows: async (c) => {
      const { json } = await c.get(`/apps/${c.application}/subscriptions?count=1`);
      return json.list.length > 1 ? `${json.list.length} for count=1` : undefined;
    },
  },
  {
    id: "limit-with-text",
    service: "sandbox",
    operation: LIST_ORDERS,
    title: "limit=10abc is read as 10",
    breaks: "seed: limit is an integer",
    request: (it) => {
      const limit = getQuery(it, "limit");
      if (limit !== null && /^\d+\D/.test(limit)) setQuery("limit", String(Number.parseInt(limit, 10)))(it);
    },
    shows: async (c) => {
      const { status } = await c.get(`${c.orders}?limit=10abc`);
      return status === 200 ? "200 for limit=10abc" : undefined;
    },
  },
  {
    id: "list-byte-order-mark",
    service: "sandbox",
    operation: LIST_TRANSACTIONS,
    title: "the body starts with a byte order mark",
    breaks: "RFC 8259 8.1: implementations must not add a byte order mark",
    response: (it) => {
      if (it.status === 200) setBody(it, `\ufeff${it.body.toString()}`);
    },
    shows: async (c) => {
      const { bytes } = await c.get(c.transactions);
      return bytes[0] === 0xef ? "a byte order mark" : undefined;
    },
  },
  {
    id: "event-link-relative",
    service: "sandbox",
    operation: WEBHOOK,
    title: "the link of an event is a path",
    breaks: "seed: href is the absolute URL of the resource",
    delivery: editEvent((it) => {
      for (const link of (it.links ?? []) as { href: string }[]) link.href = new URL(link.href).pathname;
    }),
    shows: async (c) => {
      const [event] = await c.deliver();
      return event?.json.links[0].href.startsWith("/") ? "a path" : undefined;
    },
  },
  {
    id: "list-leaks-other-business",
    service: "sandbox",
    operation: LIST_ORDERS,
    title: "the list holds an order of another business",
    breaks: "spec: lists orders of a business",
    response: editBody((it) => {
      const last = it.orders?.at(-1);
      if (last?.context?.businessId !== undefined) last.context.businessId = ABSENT;
      return it;
    }),
    shows: async (c) => {
      const { json } = await c.get(c.orders);
      return json.orders.some((it: Json) => it.context.businessId !== c.business)
        ? "an order of another business"
        : undefined;
    },
  },
  {
    id: "patch-not-atomic",
    service: "sandbox",
    operation: UPDATE_ORDER,
    title: "operations before a failing one are applied",
    breaks: "RFC 5789 2: the server must apply the entire set of changes atomically",
    request: (it, memory) => {
      const json = parseRequestJson(it);
      memory.delete("failed");
      if (!Array.isArray(json) || json.length < 2) return;
      const valid = json.filter(isKnownOperation);
      if (valid.length > 0 && valid.length < json.length) {
        memory.set("failed", true);
        setRequestJson(it, valid);
      }
    },
    response: (it, _, memory) => {
      if (memory.get("failed") === true) Object.assign(it, createJsonResponse(400, { message: "operation failed" }));
    },
    shows: async (c) => {
      const path = await c.record({ amounts: { netTotal: 1 } });
      const { status } = await c.patch(path, [...setTotal(9), { op: "replace", path: "/amounts/nope", value: 1 }]);
      const { json } = await c.get(path);
      return status === 400 && json.amounts.netTotal === 9 ? "a rejected patch is partly applied" : undefined;
    },
  },
];
