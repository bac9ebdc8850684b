import { randomUUID } from "node:crypto";
import { editBody, type Json, setRequestJson } from "../../edits.js";
import type { Defect } from "../defect.js";
import {
  CREATE_HOOK,
  GET_ORDER,
  LIST_SUBSCRIPTIONS,
  LIST_TRANSACTIONS,
  RECORD_ORDER,
  setTotal,
  UPDATE_ORDER,
} from "../edits-of-commerce.js";
import { createOrderPath, either, getSegment, notKept, put, readObject, replaceResponse } from "./edits-of-second.js";

const SANDBOX = { service: "sandbox" } as const;

export const CHANGES_OVER_TIME: readonly Defect[] = [
  {
    ...SANDBOX,
    operation: GET_ORDER,
    id: "order-not-found-cached",
    kind: "stale data",
    alsoOn: ["recordOrder"],
    title: "an order that was read before it was recorded stays a 404",
    breaks: "RFC 9111 4.4: a successful unsafe request invalidates the stored response; RFC 9110 9.3.4",
    response: (it, { target }, memory) => {
      if (it.status === 404) memory.set(target, true);
      if (memory.has(target)) replaceResponse(it, 404, { message: "not found" });
    },
    names: notKept(/\b404\b|not found|cache/),
    shows: async (c) => {
      const path = createOrderPath(c);
      await c.get(path);
      await put(c, path, {});
      const { status } = await c.get(path);
      return status === 404 ? "404 for a recorded order" : undefined;
    },
  },
  {
    ...SANDBOX,
    operation: GET_ORDER,
    id: "order-id-case-sensitive",
    kind: "status",
    title: "an id in upper case is not found",
    breaks: "RFC 9562 4: UUIDs are case-insensitive on input; spec: the id of an order has the format uuid",
    response: (it, message) => {
      if (/[A-F]/.test(getSegment(message, -1))) replaceResponse(it, 404, { message: "not found" });
    },
    names: /case|upper|\b404\b|uuid/i,
    shows: async (c) => {
      const path = `${c.orders}/0f8fad5b-d9cb-469f-a165-70867728950e`;
      await put(c, path, {});
      const { status } = await c.get(`${c.orders}/0F8FAD5B-D9CB-469F-A165-70867728950E`);
      return status === 404 ? "404 for the id in upper case" : undefined;
    },
  },
  {
    ...SANDBOX,
    operation: RECORD_ORDER,
    id: "put-older-order-ignored",
    kind: "stored value",
    alsoOn: ["getOrder"],
    title: "a PUT whose updatedAt is before that of the stored order is acknowledged but not stored",
    breaks: "RFC 9110 9.3.4: a successful PUT replaces the state; seed: the service records what is passed",
    request: (message, memory) => {
      const order = readObject(message);
      if (order === undefined) return;
      const { updatedAt = "9999" } = order;
      const stored = memory.get(message.target) as Json;
      if (stored !== undefined && String(updatedAt) < String(stored.updatedAt)) setRequestJson(message, stored);
      else memory.set(message.target, { ...order, updatedAt });
    },
    names: notKept(/updatedAt|notes/),
    shows: async (c) => {
      const path = createOrderPath(c);
      await put(c, path, { notes: "1", updatedAt: "2026-02-01T00:00:00Z" });
      await put(c, path, { notes: "2", updatedAt: "2026-01-01T00:00:00Z" });
      const { json } = await c.get(path);
      return json.notes === "1" ? "the notes of the first PUT" : undefined;
    },
  },
  {
    ...SANDBOX,
    operation: UPDATE_ORDER,
    methods: ["GET", "PUT", "PATCH"],
    id: "patch-on-first-version",
    kind: "partial update",
    alsoOn: ["getOrder"],
    title: "a patch is applied to a cached order: notes of the first PUT return",
    breaks: "RFC 5789 2: the changes are applied to the current resource; RFC 6902 3: only targets change",
    request: (message, memory) => {
      const notes: Json = message.method === "PUT" ? readObject(message)?.notes : undefined;
      const isFirst = typeof notes === "string" && !memory.has(message.target);
      if (isFirst) memory.set(message.target, notes);
      if (message.method === "PUT") memory.delete(`patched ${message.target}`);
    },
    response: (it, message, memory) => {
      if (it.status >= 300 || message.method === "PUT") return;
      if (message.method === "PATCH") memory.set(`patched ${message.target}`, true);
      const notes = memory.get(message.target);
      if (memory.has(`patched ${message.target}`) && typeof notes === "string")
        editBody((json) => ({ ...json, notes }))(it, message, memory);
    },
    names: notKept(/notes|untouched|other (fields|members|properties)/),
    shows: async (c) => {
      const path = createOrderPath(c);
      await put(c, path, { notes: "1", amounts: { netTotal: 1 } });
      await put(c, path, { notes: "2", amounts: { netTotal: 1 } });
      await c.patch(path, setTotal(2));
      const { json } = await c.get(path);
      return json.notes === "1" ? "the notes of the first PUT" : undefined;
    },
  },
  {
    ...SANDBOX,
    operation: LIST_SUBSCRIPTIONS,
    id: "subscriptions-cached-without-query",
    kind: "stale data",
    title: "the list is cached by its path: other filters return the first list again",
    breaks: "RFC 9111 2: the cache key is the whole target URI; spec: businessId and count are parameters",
    response: (it, message, memory) => {
      const path = message.target.split("?", 1)[0] ?? "";
      if (it.status !== 200) return;
      const first = memory.get(path);
      if (typeof first === "string") replaceResponse(it, 200, JSON.parse(first));
      else memory.set(path, it.body.toString());
    },
    names: either(/count|businessId|\bstart\b|filter|page|ignored|match|only/),
    shows: async (c) => {
      await c.get(`/apps/${c.application}/subscriptions`);
      const { json } = await c.get(`/apps/${c.application}/subscriptions?count=1`);
      return json.list.length > 1 ? `${json.list.length} for count=1` : undefined;
    },
  },
  {
    ...SANDBOX,
    operation: LIST_TRANSACTIONS,
    id: "transactions-modified-since-creation",
    kind: "filter",
    title: "If-Modified-Since is compared with createdAt",
    breaks: "seed: If-Modified-Since filters by the last-updated time of the items",
    response: (it, message, memory) => {
      const since = message.headers["if-modified-since"];
      if (since === undefined || message.target.includes("startAt")) return;
      editBody((json) => {
        const transactions = json.transactions.filter(({ createdAt }: Json) => createdAt >= since);
        return { ...json, transactions, count: transactions.length };
      })(it, message, memory);
    },
    names: either(/if-modified-since|updatedAt|missing|complete|filter/),
    shows: async (c) => {
      const { json } = await c.get(`${c.transactions}?limit=100`);
      const changed = json.transactions.find((it: Json) => it.createdAt < it.updatedAt);
      const since = { "If-Modified-Since": changed.updatedAt };
      const listed = (await c.get(`${c.transactions}?limit=100`, since)).json.transactions;
      return listed.some(({ id }: Json) => id === changed.id) ? undefined : "a changed transaction is missing";
    },
  },
  {
    ...SANDBOX,
    operation: CREATE_HOOK,
    id: "hook-concurrent-retry",
    kind: "concurrency",
    title: "two concurrent requests with the same Service-Request-Id register two hooks",
    breaks: "seed: Service-Request-Id enforces idempotency, usually on POST requests",
    request: (message, memory) => {
      const id = message.headers["service-request-id"];
      if (id === undefined) return;
      if (memory.has(id)) message.headers["service-request-id"] = randomUUID();
      memory.set(id, true);
    },
    response: (_, { headers }, memory) => {
      memory.delete(headers["service-request-id"] ?? "");
    },
    names: /idempot|repeat|retr|again|concurren|parallel|simultan|service-request-id|\bids?\b/i,
    shows: async (c) => {
      const body = {
        ...{ applicationId: c.application, businessId: c.business, deliveryUrl: "http://127.0.0.1:9/hook" },
        ...{ secret: "a-long-random-signing-secret", eventTypes: ["ORDER_OPENED"] },
      };
      const register = () => c.send("POST", "/hooks", { body, headers: { "Service-Request-Id": "concurrent" } });
      const hooks = await Promise.all([register(), register()]);
      const ids = hooks.filter(({ status }) => status === 201).map(({ json }) => json.id);
      return new Set(ids).size > 1 ? "two hooks" : undefined;
    },
  },
];
