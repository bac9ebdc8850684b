import { randomUUID } from "node:crypto";
import { editBody, getQuery, type Json, setBody, setHeader, setQuery } from "../edits.js";
import { type Defect, editEvent } from "./defect.js";
import {
  ABSENT,
  acceptAnyToken,
  CREATE_HOOK,
  CREATE_TOKEN,
  editOperations,
  GET_ORDER,
  LIST_HISTORIES,
  LIST_ORDERS,
  LIST_PLANS,
  LIST_SHIPMENTS,
  RECORD_ORDER,
  requestToken,
  setTotal,
  UPDATE_ORDER,
  WEBHOOK,
} from "./edits-of-commerce.js";

export const OPENED_6: readonly Defect[] = [
  {
    id: "put-returns-other-id",
    service: "sandbox",
    operation: RECORD_ORDER,
    title: "the recorded order gets another id than that of its path",
    breaks: "spec: returns the recorded order of the path",
    response: editBody((it) => ({ ...it, id: ABSENT })),
    shows: async (c) => {
      const path = `${c.orders}/${randomUUID()}`;
      const { json } = await c.send("PUT", path, { body: {}, headers: { "Service-Request-Id": randomUUID() } });
      return path.endsWith(json.id) ? undefined : "another id";
    },
  },
  {
    id: "event-other-resource",
    service: "sandbox",
    operation: WEBHOOK,
    title: "resourceId is not the id of the order",
    breaks: "spec: resourceId is the item in the collection",
    delivery: editEvent((it) => {
      it.resourceId = ABSENT;
    }),
    shows: async (c) => {
      const [event] = await c.deliver();
      if (event === undefined) return undefined;
      const { status } = await c.get(`${c.orders}/${event.json.resourceId}`);
      return status === 200 ? undefined : `status ${status} for resourceId`;
    },
  },
  {
    id: "event-without-signature",
    service: "sandbox",
    operation: WEBHOOK,
    title: "a delivery has no signature",
    breaks: "spec: delivery is a request with the header Service-Webhook-Signature",
    delivery: (it) => {
      delete it.headers["service-webhook-signature"];
    },
    shows: async (c) => {
      const [event] = await c.deliver();
      return event !== undefined && event.headers["service-webhook-signature"] === undefined
        ? "no signature"
        : undefined;
    },
  },
  {
    id: "histories-flag-false-as-true",
    service: "sandbox",
    operation: LIST_ORDERS,
    title: "includeOrderHistories=false includes histories",
    breaks: "seed: includeOrderHistories is a boolean, include order histories",
    request: (it) => {
      if (getQuery(it, "includeOrderHistories") === "false") setQuery("includeOrderHistories", "true")(it);
    },
    shows: async (c) => {
      const { json } = await c.get(`${c.orders}?includeOrderHistories=false`);
      return json.orders.some((it: Json) => it.orderHistories !== undefined) ? "histories are included" : undefined;
    },
  },
  {
    id: "patch-without-token",
    service: "sandbox",
    operation: UPDATE_ORDER,
    title: "an order is changed without a token",
    breaks: "seed: a missing or invalid token yields 401",
    request: acceptAnyToken((it) => it === undefined),
    shows: async (c) => {
      const path = await c.record({ amounts: { netTotal: 1 } });
      await c.patch(path, setTotal(2));
      const { status } = await c.patch(path, setTotal(3), { Authorization: undefined });
      return status === 401 ? undefined : `status ${status} without a token`;
    },
  },
  {
    id: "histories-last-only",
    service: "sandbox",
    operation: LIST_HISTORIES,
    title: "only the last history event is returned",
    breaks: "seed: returns all order history events of the order",
    response: editBody((it) => it.slice(-1)),
    shows: async (c) => {
      const path = await c.record({
        orderHistories: [
          { id: 1, timestamp: "2026-01-01T00:00:00Z", event: "ACCEPTED" },
          { id: 2, timestamp: "2026-01-02T00:00:00Z", event: "ACCEPTED" },
        ],
      });
      const { json } = await c.get(`${path}/histories`);
      return json.length === 2 ? undefined : `${json.length} of 2 events`;
    },
  },
  {
    id: "token-without-refresh-token",
    service: "sandbox",
    operation: CREATE_TOKEN,
    title: "a token response has no refresh token",
    breaks: "seed: a refresh token is returned together with the access token",
    response: editBody(({ refreshToken: _, ...others }) => others),
    shows: async (c) => {
      const { json } = await requestToken(c);
      return json.refreshToken === undefined ? "no refreshToken" : undefined;
    },
  },
  {
    id: "hook-url-lower-case",
    service: "sandbox",
    operation: CREATE_HOOK,
    title: "the path of deliveryUrl is changed to lower case",
    breaks: "RFC 3986 6.2.2.1: the path of a URI is case-sensitive",
    response: editBody((it) =>
      typeof it.deliveryUrl === "string" ? { ...it, deliveryUrl: it.deliveryUrl.toLowerCase() } : it,
    ),
    shows: async (c) => {
      const { json } = await c.hook({ deliveryUrl: "https://listener.example/Hook" });
      return json.deliveryUrl?.endsWith("/hook") ? "the path is in lower case" : undefined;
    },
  },
  {
    id: "patch-reversed",
    service: "sandbox",
    operation: UPDATE_ORDER,
    title: "operations are applied in reverse order",
    breaks: "RFC 6902 3: operations are applied in the order they appear",
    request: editOperations((it) => [...it].reverse()),
    shows: async (c) => {
      const path = await c.record({ amounts: { netTotal: 1 } });
      await c.patch(path, [...setTotal(2), ...setTotal(3)]);
      const { json } = await c.get(path);
      return json.amounts.netTotal === 3 ? undefined : `netTotal ${json.amounts.netTotal} instead of 3`;
    },
  },
  {
    id: "head-wrong-length",
    service: "sandbox",
    operation: LIST_PLANS,
    methods: ["HEAD"],
    title: "HEAD has another Content-Length than GET",
    breaks: "RFC 9110 8.6: Content-Length of HEAD must equal that of GET",
    response: setHeader("content-length", "3"),
    shows: async (c) => {
      const path = `/apps/${c.application}/plans`;
      const [head, get] = [await c.send("HEAD", path), await c.get(path)];
      return head.headers["content-length"] === get.headers["content-length"]
        ? undefined
        : `Content-Length ${head.headers["content-length"]} for HEAD`;
    },
  },
  {
    id: "shipments-stale",
    service: "sandbox",
    operation: LIST_SHIPMENTS,
    title: "shipments are cached over a PUT",
    breaks: "RFC 9110 9.3.4: a PUT replaces the state; all order shipments of the order are returned",
    response: (it, { target }, memory) => {
      if (it.status !== 200) return;
      const old = memory.get(target);
      if (old instanceof Buffer) setBody(it, old.toString());
      else memory.set(target, it.body);
    },
    shows: async (c) => {
      const path = await c.record({ orderShipments: [{ id: 1 }] });
      await c.get(`${path}/shipments`);
      await c.send("PUT", path, {
        body: { orderShipments: [{ id: 2 }, { id: 3 }] },
        headers: { "Service-Request-Id": randomUUID() },
      });
      const { json } = await c.get(`${path}/shipments`);
      return json.length === 2 ? undefined : "the shipments before the PUT";
    },
  },
  {
    id: "token-lifetime-in-milliseconds",
    service: "sandbox",
    operation: CREATE_TOKEN,
    title: "expiresIn is in milliseconds",
    breaks: "seed: expiresIn is an integer of seconds",
    response: editBody((it) => ({ ...it, expiresIn: it.expiresIn * 1000 })),
    shows: async (c) => {
      const { json } = await requestToken(c);
      const { exp, iat } = JSON.parse(Buffer.from(json.accessToken.split(".")[1], "base64url").toString());
      return json.expiresIn === exp - iat
        ? undefined
        : `expiresIn ${json.expiresIn}, but the token lives ${exp - iat} s`;
    },
  },
  {
    id: "order-text-plain",
    service: "sandbox",
    operation: GET_ORDER,
    title: "an order is labelled as text/plain",
    breaks: "spec: the content of 200 is application/json",
    response: setHeader("content-type", "text/plain"),
    shows: async (c) => {
      const { headers } = await c.get(await c.record({}));
      return headers["content-type"] === "application/json" ? undefined : `${headers["content-type"]}`;
    },
  },
];
