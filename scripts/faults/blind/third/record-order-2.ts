import { randomUUID } from "node:crypto";
import { type Json, parseRequestJson, rejectValid, setBody, setRequestJson } from "../../edits.js";
import type { FaultResponse } from "../../fault.js";
import type { Defect } from "../defect.js";
import { getPath, RECORD_ORDER, UUID } from "../edits-of-commerce.js";
import { createOrderPath, either, notKept, put, readObject } from "../second/edits-of-second.js";
import { readSuccess } from "./edits-of-third.js";

const RECORDS = { service: "sandbox", operation: RECORD_ORDER } as const;
const REPEATS = "open question idempotency: a repeated request gets the first response again, byte for byte";

export const RECORD_ORDER_2: readonly Defect[] = [
  {
    ...RECORDS,
    id: "shipments-survive-a-replacement",
    kind: "partial update",
    alsoOn: ["getOrder", "listOrderShipments"],
    title: "a PUT without orderShipments keeps those of the earlier order",
    breaks: "docs/orders.md: another PUT replaces the whole order; RFC 9110 9.3.4",
    request: (message, memory) => {
      const order = readObject(message);
      const path = getPath(message);
      if (order === undefined) return;
      const earlier = memory.get(path);
      if (order.orderShipments !== undefined) memory.set(path, order.orderShipments);
      else if (earlier !== undefined) setRequestJson(message, { ...order, orderShipments: earlier });
    },
    names: notKept(/shipment|replac|merge|remain|left over|still/),
    shows: async (c) => {
      const path = createOrderPath(c);
      await put(c, path, { orderShipments: [{ id: 1, status: "NONE" }] });
      await put(c, path, { notes: "no shipments" });
      const { json } = await c.get(path);
      return json.orderShipments?.length > 0 ? "the replaced order has the old shipments" : undefined;
    },
  },
  {
    ...RECORDS,
    id: "request-id-shared-by-all-orders",
    kind: "idempotency",
    alsoOn: ["getOrder"],
    title: "a request id that was used for one order gets the response of that order for any other",
    breaks: "open question idempotency: request ids are stored per application, business, method and path",
    instead: (message, memory) => {
      const first = memory.get(message.headers["service-request-id"] ?? "") as { path: string; it: FaultResponse };
      return first === undefined || first.path === getPath(message) ? undefined : { ...first.it };
    },
    response: (response, message, memory) => {
      const id = message.headers["service-request-id"] ?? "";
      const it = { ...response, headers: { ...response.headers } };
      if (response.status < 300 && !memory.has(id)) memory.set(id, { path: getPath(message), it });
    },
    names: either(/idempot|request.id|another (order|path|resource)|\bid\b.*differ|not recorded|\b404\b/),
    shows: async (c) => {
      const id = randomUUID();
      const [first, second] = [createOrderPath(c), createOrderPath(c)];
      await put(c, first, { notes: "same" }, id);
      const { json } = await put(c, second, { notes: "same" }, id);
      return second.endsWith(json.id) ? undefined : "the second order got the response of the first";
    },
  },
  {
    ...RECORDS,
    id: "only-latest-request-id-remembered",
    kind: "idempotency",
    alsoOn: ["getOrder"],
    title: "a late repetition is applied again, because only the latest request id of an order is stored",
    breaks:
      "docs/retries.md: a repeated write takes effect once; open question idempotency: ids are stored for 24 hours",
    request: (message, memory) => {
      const id = message.headers["service-request-id"];
      if (id === undefined) return;
      const latest = memory.get(getPath(message)) as { id: string; sent: string } | undefined;
      const sent = latest?.id === id ? latest.sent : randomUUID();
      memory.set(getPath(message), { id, sent });
      message.headers["service-request-id"] = sent;
    },
    names: notKept(/idempot|request.id|repeat|retr|again|twice|overwr/),
    shows: async (c) => {
      const path = createOrderPath(c);
      const id = randomUUID();
      await put(c, path, { notes: "first" }, id);
      await put(c, path, { notes: "second" });
      await put(c, path, { notes: "first" }, id);
      const { notes } = (await c.get(path)).json;
      return notes === "second" ? undefined : `the repetition of an old request overwrote the order: ${notes}`;
    },
  },
  {
    ...RECORDS,
    id: "repetition-gets-an-empty-object",
    kind: "idempotency",
    title: "a repeated request gets the first status with an empty object",
    breaks: REPEATS,
    response: (response, message, memory) => {
      const key = `${getPath(message)} ${message.headers["service-request-id"]}`;
      if (response.status >= 300) return;
      if (memory.has(key)) setBody(response, "{}");
      memory.set(key, true);
    },
    names: either(/idempot|request.id|repeat|again|differ|same response|empty/),
    shows: async (c) => {
      const [path, id] = [createOrderPath(c), randomUUID()];
      const first = await put(c, path, { notes: "once" }, id);
      const second = await put(c, path, { notes: "once" }, id);
      return second.text === first.text ? undefined : `the repetition got ${second.text}`;
    },
  },
  {
    ...RECORDS,
    id: "response-lacks-added-timestamps",
    kind: "consistency",
    alsoOn: ["getOrder"],
    title: "the response to a PUT lacks the times that the service has added",
    breaks: "spec: the recorded order is returned; docs/sandbox.md: missing createdAt and updatedAt are added",
    response: (response, message) => {
      const sent: Json = parseRequestJson(message);
      const order = readSuccess(response);
      if (order === undefined || sent === undefined) return;
      const isKept = ([name]: [string, Json]): boolean => !/^(created|updated)At$/.test(name) || name in sent;
      setBody(response, JSON.stringify(Object.fromEntries(Object.entries(order).filter(isKept))));
    },
    names: notKept(/createdAt|updatedAt|missing|default/),
    shows: async (c) => {
      const { json } = await put(c, createOrderPath(c), { notes: "x" });
      return json.createdAt === undefined ? "no createdAt in the response" : undefined;
    },
  },
  {
    ...RECORDS,
    id: "charset-of-json-rejected",
    kind: "HTTP",
    title: "Content-Type application/json with a parameter is rejected",
    breaks: "RFC 9110 8.3.1: a media type can have parameters; RFC 8259 11: charset has no effect on recipients",
    instead: rejectValid(({ headers }) => /^application\/json\s*;/i.test(headers["content-type"] ?? "")),
    names: /content.type|media type|charset|parameter/i,
    shows: async (c) => {
      const headers = { "Service-Request-Id": randomUUID(), "Content-Type": "application/json; charset=utf-8" };
      const { status } = await c.send("PUT", createOrderPath(c), { headers, body: "{}" });
      return status >= 400 ? `status ${status}` : undefined;
    },
  },
  {
    ...RECORDS,
    id: "request-id-required-to-be-a-uuid",
    kind: "validation",
    title: "request ids that are no UUIDs are rejected",
    breaks: "spec: Service-Request-Id is a string of any format; docs/sandbox.md uses order-1",
    instead: rejectValid(({ headers }) => {
      const id = headers["service-request-id"];
      return id !== undefined && !UUID.test(id);
    }),
    names: /request.id|reject|valid request|\b400\b/i,
    shows: async (c) => {
      const { status } = await put(c, createOrderPath(c), {}, `order-${Date.now()}`);
      return status >= 400 ? `status ${status}` : undefined;
    },
  },
];
