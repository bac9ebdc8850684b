import { randomUUID } from "node:crypto";
import { isDeepStrictEqual } from "node:util";
import { type Json, parseRequestJson, setRequestJson } from "../../edits.js";
import type { FaultResponse } from "../../fault.js";
import type { Defect } from "../defect.js";
import { DATE_TIME, getPath, RECORD_ORDER, recordedAs, shiftHours } from "../edits-of-commerce.js";
import { createOrderPath, either, failIf, notKept, put, readObject } from "../second/edits-of-second.js";
import { copyResponse, editValues, isObject, readSuccess } from "./edits-of-sixth.js";

const OF_PUT = { service: "sandbox", operation: RECORD_ORDER } as const;
const SUMMER = /^\d{4}-0[4-9]-/;

/** Nested objects that a replacement keeps. */
const MERGED = ["customer", "context"];

type Former = { readonly path: string; readonly response: FaultResponse };

export const RECORD_ORDER_DEFECTS: readonly Defect[] = [
  {
    ...OF_PUT,
    id: "put-spaces-collapsed",
    kind: "stored value",
    alsoOn: ["getOrder", "listOrders"],
    title: "several spaces, tabs and line ends in a text are stored as one space",
    breaks: "spec, recordOrder: the service records what is passed",
    request: editValues((it) => (typeof it === "string" ? it.replaceAll(/\s+/g, " ") : it)),
    names: notKept(/space|white|line|text|notes|name/),
    shows: recordedAs({ notes: "first line\nsecond  line" }),
  },
  {
    ...OF_PUT,
    id: "put-summer-times-shifted",
    kind: "stored value",
    alsoOn: ["getOrder", "listOrders", "listTransactions"],
    title: "times from April to September are stored an hour late",
    breaks: "spec, recordOrder: the service records what is passed; Timestamp: date and time in GMT",
    request: editValues((it) =>
      typeof it === "string" && DATE_TIME.test(it) && SUMMER.test(it) ? shiftHours(it, 1) : it,
    ),
    names: notKept(/createdAt|updatedAt|time|hour|date/),
    shows: recordedAs({ createdAt: "2025-07-01T12:00:00Z" }),
  },
  {
    ...OF_PUT,
    id: "put-nested-objects-merged",
    kind: "partial update",
    alsoOn: ["getOrder", "listOrders"],
    title: "a PUT keeps members of the former customer and context that it does not pass",
    breaks: "docs/orders.md: a later PUT with the same id replaces the whole order; RFC 9110 9.3.4",
    request: (message, memory) => {
      const key = `key ${message.headers["service-request-id"]}`;
      const order = readObject(message);
      const former = memory.get(getPath(message)) as Json;
      if (order === undefined || former === undefined || memory.has(key)) return;
      const kept = MERGED.filter((name) => isObject(order[name]) && isObject(former[name]));
      const merged = Object.fromEntries(kept.map((name) => [name, { ...former[name], ...order[name] }]));
      if (!isDeepStrictEqual({ ...order, ...merged }, order)) setRequestJson(message, { ...order, ...merged });
    },
    response: (it, message, memory) => {
      const recorded = readSuccess(it);
      if (recorded === undefined) return;
      memory.set(`key ${message.headers["service-request-id"]}`, true);
      memory.set(getPath(message), recorded);
    },
    names: either(/replac|merge|kept|remain|still|former|left|differ|wrote|written|customer|context/),
    shows: async (c) => {
      const path = await c.record({ customer: { firstName: "Ada", lastName: "Byron" } });
      await put(c, path, { customer: { firstName: "Grace" } });
      const { customer } = (await c.get(path)).json;
      return customer.lastName === undefined ? undefined : `customer is ${JSON.stringify(customer)}`;
    },
  },
  {
    ...OF_PUT,
    id: "put-key-shared-by-orders",
    kind: "idempotency",
    alsoOn: ["getOrder"],
    title: "a request id that was used for another order returns that order, and nothing is recorded",
    breaks: "spec/open-points.yaml, idempotency: the id is scoped to application, business, method and path",
    instead: (message, memory) => {
      const former = memory.get(String(message.headers["service-request-id"])) as Former | undefined;
      return former === undefined || former.path === getPath(message) ? undefined : copyResponse(former.response);
    },
    response: (it, message, memory) => {
      const key = message.headers["service-request-id"];
      if (key === undefined || it.status >= 300 || memory.has(key)) return;
      memory.set(key, { path: getPath(message), response: copyResponse(it) } satisfies Former);
    },
    names: either(/idempoten|request.?id|\bkey\b|another order|other order|not recorded|differ|\b404\b/),
    shows: async (c) => {
      const [key, first, second] = [randomUUID(), createOrderPath(c), createOrderPath(c)];
      await put(c, first, { orderNumber: "1" }, key);
      await put(c, second, { orderNumber: "2" }, key);
      const { status } = await c.get(second);
      return status === 404 ? "the second order does not exist" : undefined;
    },
  },
  {
    ...OF_PUT,
    id: "put-no-object-500",
    kind: "server error",
    title: "a body that is JSON but no object results in 500",
    breaks: "spec, recordOrder: the body is an Order, and 400 is a bad request; RFC 9110 15.5 and 15.6",
    instead: failIf((message) => {
      const json: unknown = parseRequestJson(message);
      return json !== undefined && !isObject(json);
    }),
    names: either(/\b500\b|\b5xx\b|server error/),
    shows: async (c) => {
      const headers = { "Service-Request-Id": randomUUID(), "Content-Type": "application/json" };
      const { status } = await c.send("PUT", createOrderPath(c), { headers, body: "[]" });
      return status === 500 ? "500 for an array" : undefined;
    },
  },
];
