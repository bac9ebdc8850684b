import { randomUUID } from "node:crypto";
import { editRequest, type Json } from "../../edits.js";
import type { Defect } from "../defect.js";
import { getPath, RECORD_ORDER, recordedAs } from "../edits-of-commerce.js";
import { accepted, createOrderPath, editNotes, notKept, put } from "../second/edits-of-second.js";
import { editOnce, recallOrder, rememberOrder, SANDBOX } from "./edits-of-fourth.js";

const READS = ["getOrder", "listOrders"];

export const RECORD_ORDER_OF_FOURTH: readonly Defect[] = [
  {
    ...SANDBOX,
    operation: RECORD_ORDER,
    id: "order-notes-cut-off",
    kind: "stored value",
    alsoOn: READS,
    title: "notes are cut off after 255 characters",
    breaks: "spec, recordOrder: the service records what is passed",
    request: editNotes((notes) => [...notes].slice(0, 255).join("")),
    names: notKept(/notes|length|truncat|cut/),
    shows: recordedAs({ notes: "long ".repeat(60) }),
  },
  {
    ...SANDBOX,
    operation: RECORD_ORDER,
    id: "order-quantity-two-decimals",
    kind: "stored value",
    alsoOn: READS,
    title: "the quantity of an item is rounded to two decimals",
    breaks: "spec, OrderItem: quantity is a number; recordOrder: the service records what is passed",
    request: editRequest((order) => (Array.isArray(order.items) ? { ...order, items: order.items.map(round) } : order)),
    names: notKept(/quantity|round|decimal|precision/),
    shows: recordedAs({ items: [{ id: 1, name: "Saffron", quantity: 0.125 }] }),
  },
  {
    ...SANDBOX,
    operation: RECORD_ORDER,
    id: "order-offset-of-time-dropped",
    kind: "validation",
    alsoOn: READS,
    title: "a time with an offset is accepted, and the offset is dropped",
    breaks: "spec, Timestamp: GMT in the format YYYY-MM-DDThh:mm:ssZ",
    request: editRequest((order) => ({
      ...order,
      ...Object.fromEntries(
        ["createdAt", "updatedAt"]
          .filter((name) => typeof order[name] === "string")
          .map((name) => [name, order[name].replace(/(:\d\d)[+-]\d\d:\d\d$/, "$1Z")]),
      ),
    })),
    names: /createdAt|updatedAt|timestamp|date-time|offset|pattern|format/i,
    shows: accepted({ createdAt: "2026-03-14T10:26:53+01:00" }),
  },
  {
    ...SANDBOX,
    operation: RECORD_ORDER,
    id: "order-customer-merged",
    kind: "partial update",
    alsoOn: READS,
    title: "a PUT merges the customer with that of the former order",
    breaks: "RFC 9110 9.3.4: PUT replaces the state; docs/orders.md: a later PUT replaces the whole order",
    request: editOnce((order, message, memory) => {
      const former = recallOrder(message, memory)?.customer;
      return isObject(order.customer) ? { ...order, customer: { ...former, ...order.customer } } : order;
    }),
    response: rememberOrder,
    names: notKept(/customer|merg|replac|former|previous/),
    shows: async (c) => {
      const path = await c.record({ customer: { id: 7, firstName: "Ada", lastName: "Byron" } });
      await put(c, path, { customer: { id: 8, lastName: "Hopper" } });
      const { firstName } = (await c.get(path)).json.customer;
      return firstName === undefined ? undefined : `the name ${firstName} remains`;
    },
  },
  {
    ...SANDBOX,
    operation: RECORD_ORDER,
    id: "order-only-latest-request-id-known",
    kind: "idempotency",
    alsoOn: ["getOrder"],
    title: "of each order only the latest request id is known, so that an earlier request is processed again",
    breaks: "spec, Service-Request-Id: enforces idempotency; docs/retries.md: a write takes effect once",
    request: (it, memory) => {
      const id = it.headers["service-request-id"];
      const latest = `latest ${getPath(it)}`;
      if (id === undefined) return;
      const key = `seen ${getPath(it)} ${id}`;
      if (memory.has(key) && memory.get(latest) !== id) it.headers["service-request-id"] = randomUUID();
      memory.set(key, true);
      memory.set(latest, id);
    },
    names: /idempoten|service-request-id|request id|repeat|retr|twice|again|replay/i,
    shows: async (c) => {
      const path = createOrderPath(c);
      const first = randomUUID();
      await put(c, path, { orderNumber: "I-1" }, first);
      await put(c, path, { orderNumber: "I-2" });
      await put(c, path, { orderNumber: "I-1" }, first);
      const { orderNumber } = (await c.get(path)).json;
      return orderNumber === "I-2" ? undefined : "a repeated request replaced a later one";
    },
  },
  {
    ...SANDBOX,
    operation: RECORD_ORDER,
    id: "order-created-by-several",
    kind: "concurrency",
    title: "several requests at the same time that record one new order all get a 201",
    breaks: "spec, recordOrder: 201 for a new order, 200 otherwise; RFC 9110 9.3.4",
    request: (it, memory) => {
      const key = getPath(it);
      memory.set(key, { isNew: false, ...(memory.get(key) ?? {}), active: getActive(memory.get(key)) + 1 });
    },
    response: (it, message, memory) => {
      const key = getPath(message);
      const { isNew = false } = (memory.get(key) ?? {}) as Json;
      if (it.status === 200 && isNew) it.status = 201;
      const active = getActive(memory.get(key)) - 1;
      memory.set(key, { active, isNew: active > 0 && (isNew || it.status === 201) });
    },
    names: /concurren|race|\b201\b|same time|parallel|twice/i,
    shows: async (c) => {
      const path = createOrderPath(c);
      const replies = await Promise.all([1, 2, 3, 4].map(() => put(c, path, {})));
      const created = replies.filter(({ status }) => status === 201).length;
      return created > 1 ? `${created} requests created the order` : undefined;
    },
  },
];

function round(item: Json): Json {
  return isObject(item) && typeof item.quantity === "number"
    ? { ...item, quantity: Math.round(item.quantity * 100) / 100 }
    : item;
}

function isObject(value: Json): boolean {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function getActive(state: unknown): number {
  return (state as { readonly active: number } | undefined)?.active ?? 0;
}
