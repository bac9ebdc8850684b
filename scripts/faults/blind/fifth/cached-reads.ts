import type { FaultResponse } from "../../fault.js";
import type { Defect } from "../defect.js";
import { GET_ORDER, LIST_ORDERS, LIST_PLANS, LIST_SHIPMENTS, setTotal } from "../edits-of-commerce.js";
import { createOrderPath, either, emptyBody, notKept, put } from "../second/edits-of-second.js";
import { copyResponse, getState, isOrderPath, readJson, SANDBOX } from "./edits-of-fifth.js";

export const CACHED_READS: readonly Defect[] = [
  {
    ...SANDBOX,
    operation: GET_ORDER,
    id: "etag-of-id",
    kind: "conditional request",
    title: "the ETag of an order is made of its id, so that If-None-Match gives 304 after a change",
    breaks: "RFC 9110 8.8.3 and 13.1.2: another representation has another strong entity tag",
    response: (it, { headers }) => {
      const id = it.status === 200 ? readJson(it)?.id : undefined;
      if (id === undefined) return;
      it.headers.etag = `"${Buffer.from(id).toString("base64url").slice(0, 12)}"`;
      if (headers["if-none-match"] === it.headers.etag) emptyBody(it, 304);
    },
    names: either(/etag|entity tag|validator/, /If-None-Match/, /\b304\b|not modified/),
    shows: async (c) => {
      const path = await c.record({ amounts: { netTotal: 1 } });
      const { etag } = (await c.get(path)).headers;
      await c.patch(path, setTotal(2));
      const { status } = await c.get(path, { "If-None-Match": etag });
      return status === 304 ? "304 although the order has changed" : undefined;
    },
  },
  {
    ...SANDBOX,
    operation: LIST_PLANS,
    id: "plans-cached-for-all",
    kind: "authentication",
    title: "once plans were read, requests without a valid token get them from a cache",
    breaks: "RFC 9111 3.5: a shared cache keeps no response to a request with Authorization; spec: 401",
    response: (it, { target }, memory) => {
      const cached = getState<FaultResponse>(memory, "cached");
      const earlier = cached.get(target);
      if (it.status === 200) cached.set(target, copyResponse(it));
      if (it.status === 401 && earlier !== undefined) Object.assign(it, copyResponse(earlier));
    },
    names: either(/\b401\b/, /token|auth|credential/, /cache/),
    shows: async (c) => {
      const path = `/apps/${c.application}/plans`;
      await c.get(path);
      const { status } = await c.get(path, { Authorization: undefined });
      return status === 200 ? "200 without a token" : undefined;
    },
  },
  {
    ...SANDBOX,
    operation: LIST_ORDERS,
    id: "patch-keeps-cached-list",
    kind: "stale data",
    methods: ["GET", "PUT", "PATCH"],
    paths: [GET_ORDER.path],
    alsoOn: ["updateOrder"],
    title: "a list that was read before is served from a cache, which a PUT empties and a PATCH does not",
    breaks: "RFC 9111 4.2: a stale response is not used without validation; Cache-Control of the response is no-store",
    response: (it, message, memory) => {
      const lists = getState<FaultResponse>(memory, "lists");
      const { method, target, headers } = message;
      if (method === "PUT" && it.status < 300) lists.clear();
      if (method !== "GET" || it.status !== 200 || isOrderPath(message)) return;
      const key = JSON.stringify([target, headers["if-modified-since"], headers.authorization]);
      const cached = lists.get(key);
      if (cached === undefined) lists.set(key, copyResponse(it));
      else Object.assign(it, copyResponse(cached));
    },
    names: notKept(/stale|cache|old\b|before|earlier|updated|patch/),
    shows: async (c) => {
      const path = await c.record({ orderNumber: "C-1", amounts: { netTotal: 1 } });
      const list = `${c.orders}?orderNumber=C-1`;
      await c.get(list);
      await c.patch(path, setTotal(2));
      const [order] = (await c.get(list)).json.orders;
      return order.amounts.netTotal === 1 ? "the list has the order before the PATCH" : undefined;
    },
  },
  {
    ...SANDBOX,
    operation: LIST_SHIPMENTS,
    id: "shipments-of-first-read",
    kind: "stale data",
    alsoOn: ["recordOrder", "getOrder"],
    title: "the shipments of an order stay those of the first read, also after a PUT",
    breaks: "spec, listOrderShipments: returns all order shipments of the order; RFC 9110 9.3.4",
    response: (it, { target }, memory) => {
      const reads = getState<FaultResponse>(memory, "reads");
      const first = reads.get(target);
      if (it.status !== 200) return;
      if (first === undefined) reads.set(target, copyResponse(it));
      else Object.assign(it, copyResponse(first));
    },
    names: notKept(/shipment|stale|cache|earlier|old\b/),
    shows: async (c) => {
      const path = createOrderPath(c);
      await put(c, path, { orderShipments: [{ id: 1 }] });
      await c.get(`${path}/shipments`);
      await put(c, path, { orderShipments: [{ id: 1 }, { id: 2 }] });
      const { json } = await c.get(`${path}/shipments`);
      return json.length === 1 ? "the new shipment is missing" : undefined;
    },
  },
];
