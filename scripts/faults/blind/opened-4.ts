import {
  changeStatus,
  createJsonResponse,
  editBody,
  getQuery,
  type Json,
  parseRequestJson,
  rememberSuccess,
  setBody,
  setQuery,
} from "../edits.js";
import type { Defect } from "./defect.js";
import {
  ABSENT,
  acceptPatch,
  CREATE_HOOK,
  CREATE_TOKEN,
  GET_ORDER,
  GET_SUBSCRIPTION,
  LIST_ORDERS,
  LIST_SHIPMENTS,
  LIST_TRANSACTIONS,
  RECORD_ORDER,
  requestToken,
  setTotal,
  UPDATE_ORDER,
} from "./edits-of-commerce.js";

export const OPENED_4: readonly Defect[] = [
  {
    id: "subscription-other-id",
    service: "sandbox",
    operation: GET_SUBSCRIPTION,
    title: "GET returns another subscription than requested",
    breaks: "seed: returns one subscription, that of the path",
    response: editBody((it) => ({ ...it, subscriptionId: ABSENT })),
    shows: async (c) => {
      const { json } = await c.get(`/apps/${c.application}/subscriptions`);
      const id = json.list[0].subscriptionId;
      const one = await c.get(`/apps/${c.application}/subscriptions/${id}`);
      return one.json.subscriptionId === id ? undefined : "another subscriptionId";
    },
  },
  {
    id: "page-skips-first",
    service: "sandbox",
    operation: LIST_TRANSACTIONS,
    title: "each further page skips its first transaction",
    breaks: "seed: following the next link continues the listing",
    response: (it, message, memory) => {
      if (getQuery(message, "startOffset") !== null)
        editBody((json) => ({ ...json, transactions: json.transactions.slice(1), count: Math.max(0, json.count - 1) }))(
          it,
          message,
          memory,
        );
    },
    shows: async (c) => {
      const all = await c.pages(`${c.transactions}?limit=5`, "transactions");
      const { json } = await c.get(`${c.transactions}?limit=100`);
      return all.length < json.transactions.length
        ? `${all.length} of ${json.transactions.length} by following links`
        : undefined;
    },
  },
  {
    id: "hook-status-200",
    service: "sandbox",
    operation: CREATE_HOOK,
    title: "a registration is created with status 200",
    breaks: "spec: 201, a new webhook was registered",
    response: changeStatus(201, 200),
    shows: async (c) => {
      const { status } = await c.hook();
      return status === 201 ? undefined : `status ${status}`;
    },
  },
  {
    id: "unauthorized-as-redirect",
    service: "sandbox",
    operation: LIST_SHIPMENTS,
    title: "a missing token redirects to a sign-in page",
    breaks: "seed: a missing or invalid token yields 401",
    response: (it) => {
      if (it.status !== 401) return;
      it.status = 302;
      it.headers.location = "/login";
    },
    shows: async (c) => {
      const { status } = await c.get(`${await c.record({})}/shipments`, { Authorization: undefined });
      return status === 401 ? undefined : `status ${status} for a missing token`;
    },
  },
  {
    id: "list-default-limit-20",
    service: "sandbox",
    operation: LIST_ORDERS,
    title: "the default of limit is 20",
    breaks: "seed: default 10",
    request: (it) => {
      if (getQuery(it, "limit") === null && getQuery(it, "startOffset") === null) setQuery("limit", "20")(it);
    },
    shows: async (c) => {
      const { json } = await c.get(c.orders);
      return json.orders.length === 10 ? undefined : `${json.orders.length} orders by default`;
    },
  },
  {
    id: "status-filter-leaks-one",
    service: "sandbox",
    operation: LIST_ORDERS,
    title: "a filter by status returns one order of another status",
    breaks: "seed: orderStatus, only orders with this status",
    response: (it, message, memory) =>
      editBody((json) => {
        const wanted = getQuery(message, "orderStatus");
        for (const order of json.orders) memory.set(order.statuses?.status, order);
        const other = [...memory].find(([key]) => key !== wanted)?.[1];
        return wanted !== null && other !== undefined
          ? { ...json, orders: [...json.orders.slice(0, -1), other] }
          : json;
      })(it, message, memory),
    shows: async (c) => {
      await c.get(`${c.orders}?limit=100`);
      const { json } = await c.get(`${c.orders}?orderStatus=OPENED`);
      return json.orders.some((it: Json) => it.statuses.status !== "OPENED") ? "an order of another status" : undefined;
    },
  },
  {
    id: "token-expires-in-text",
    service: "sandbox",
    operation: CREATE_TOKEN,
    title: "expiresIn is a string",
    breaks: "seed: expiresIn is an integer",
    response: editBody((it) => ({ ...it, expiresIn: String(it.expiresIn) })),
    shows: async (c) => {
      const { json } = await requestToken(c);
      return typeof json.expiresIn === "number" ? undefined : "expiresIn is a string";
    },
  },
  {
    id: "unknown-order-found",
    service: "sandbox",
    operation: GET_ORDER,
    title: "an unknown id returns another order",
    breaks: "spec: returns one order, the one of the path",
    response: (it, _, memory) => {
      const good = rememberSuccess(it, memory);
      if (it.status === 404 && good !== undefined) Object.assign(it, { ...good, headers: { ...good.headers } });
    },
    shows: async (c) => {
      await c.get(await c.record({}));
      const { status, json } = await c.get(`${c.orders}/${ABSENT}`);
      return status === 200 && json.id !== ABSENT ? "another order" : undefined;
    },
  },
  {
    id: "order-one-version-behind",
    service: "sandbox",
    operation: GET_ORDER,
    title: "the first read after a write returns the previous version",
    breaks: "RFC 9110 9.3.4: a successful PUT makes a subsequent GET return the new state",
    response: (it, { target }, memory) => {
      if (it.status !== 200) return;
      const old = memory.get(target);
      memory.set(target, it.body);
      if (old instanceof Buffer) setBody(it, old.toString());
    },
    shows: async (c) => {
      const path = await c.record({ amounts: { netTotal: 1 } });
      await c.get(path);
      await c.patch(path, setTotal(2));
      const { json } = await c.get(path);
      return json.amounts.netTotal === 2 ? undefined : `netTotal ${json.amounts.netTotal} after a change to 2`;
    },
  },
  {
    id: "put-not-stored",
    service: "sandbox",
    operation: RECORD_ORDER,
    title: "every third order is acknowledged but not stored",
    breaks: "spec: 201, a new order was recorded",
    instead: (it, memory) => {
      const json = parseRequestJson(it);
      const count = Number(memory.get("count") ?? 0) + 1;
      memory.set("count", count);
      const now = "2026-01-01T00:00:00Z";
      const isOrder = typeof json === "object" && json !== null && it.headers["service-request-id"] !== undefined;
      return count % 3 === 0 && isOrder
        ? createJsonResponse(201, {
            ...json,
            id: it.target.split("/").at(-1),
            createdAt: json.createdAt ?? now,
            updatedAt: json.updatedAt ?? now,
          })
        : undefined;
    },
    shows: async (c) => {
      for (let at = 0; at < 4; at++) {
        const { status } = await c.get(await c.record({}));
        if (status !== 200) return `status ${status} for a recorded order`;
      }
      return undefined;
    },
  },
  {
    id: "empty-list-404",
    service: "sandbox",
    operation: LIST_TRANSACTIONS,
    title: "a list without results is a 404",
    breaks: "spec: 200, one page of transactions is returned; example no-transactions",
    response: (it) => {
      if (it.status === 200 && JSON.parse(it.body.toString()).transactions?.length === 0) it.status = 404;
    },
    shows: async (c) => {
      const { status } = await c.get(`${c.transactions}?endAt=2001-01-01T00%3A00%3A00Z`);
      return status === 200 ? undefined : `status ${status} for no transactions`;
    },
  },
  {
    id: "patch-mass-assignment",
    service: "sandbox",
    operation: UPDATE_ORDER,
    title: "a patch of /statuses is accepted",
    breaks: "seed: updates are allowed to order-level amounts, /items and /discounts",
    response: acceptPatch((it) => it.some(({ path }) => String(path).startsWith("/statuses"))),
    shows: async (c) => {
      const path = await c.record({ statuses: { status: "OPENED" }, amounts: { netTotal: 1 } });
      const { status } = await c.patch(path, [{ op: "replace", path: "/statuses/status", value: "COMPLETED" }]);
      return status === 200 ? "200 for /statuses" : undefined;
    },
  },
];
