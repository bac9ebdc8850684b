import { editBody, type Json, parseRequestJson, setBody } from "../../edits.js";
import type { FaultResponse, Message } from "../../fault.js";
import type { Defect } from "../defect.js";
import {
  GET_ORDER,
  LIST_ORDERS,
  LIST_SHIPMENTS,
  LIST_TRANSACTIONS,
  RECORD_ORDER,
  UPDATE_ORDER,
} from "../edits-of-commerce.js";
import { copyResponse, either, getOrderKey, notKept, readObject } from "../shared-edits.js";

const TOTAL = /^\/amounts\/\w+Total$/;
const REPEATED = /idempoten|Service-Request-Id|request.?id|repeat|replay|again|same (id|key)|retr(y|ied)/;

function getRequestId({ headers }: Message): string {
  return headers["service-request-id"] ?? "";
}

/** Repeats the first response to a GET. */
const repeatFirst: Defect["response"] = (response, { target, method }, memory) => {
  const former = memory.get(target) as FaultResponse | undefined;
  if (response.status !== 200 || method !== "GET") return;
  if (former === undefined) memory.set(target, copyResponse(response));
  else Object.assign(response, copyResponse(former));
};

export const CHANGES_OF_EIGHTH: readonly Defect[] = [
  {
    ...LIST_SHIPMENTS,
    id: "shipments-of-former-order",
    kind: "stale data",
    title: "shipments that were read once stay the same after the order is replaced",
    breaks: 'spec, GET shipments: "Returns all order shipments of the order"; RFC 9111 4.4',
    response: repeatFirst,
    names: notKept(/stale|cache|old|former|shipments/),
  },
  {
    ...GET_ORDER,
    id: "order-before-patch",
    kind: "stale data",
    methods: ["GET", "PUT"],
    alsoOn: ["updateOrder"],
    title: "an order that was read before a PATCH is read unchanged after it; only a PUT renews it",
    breaks: "RFC 9111 4.4: an unsafe request invalidates the stored response; spec, PATCH order: updates an order",
    response: (response, message, memory) => {
      const key = getOrderKey(message);
      if (message.method === "PUT") memory.delete(key);
      if (message.method === "PUT" || response.status !== 200) return;
      const former = memory.get(key) as FaultResponse | undefined;
      if (former === undefined) memory.set(key, copyResponse(response));
      else Object.assign(response, copyResponse(former));
    },
    names: notKept(/stale|cache|old|former|patch|amounts|netTotal|effect/),
  },
  {
    ...LIST_TRANSACTIONS,
    id: "transactions-of-first-call",
    kind: "stale data",
    alsoOn: ["recordOrder"],
    title: "a repeated list of transactions is that of the first call, without the transactions recorded since",
    breaks: "spec, endAt: when absent, it is the latest time (now); spec, GET transactions: all transactions",
    response: repeatFirst,
    names: notKept(/stale|cache|missing|not listed|absent|transaction/),
  },
  {
    ...LIST_ORDERS,
    id: "list-of-recorded-amounts",
    kind: "consistency",
    methods: ["GET", "PUT"],
    paths: [GET_ORDER.operation.path],
    alsoOn: ["updateOrder", "getOrder"],
    title: "lists show the amounts of an order as they were recorded, without later updates",
    breaks: "spec, PATCH order: updates an order; spec, OrderList: the items of the list are the orders",
    response: (response, message, memory) => {
      if (message.method === "PUT" && response.status < 300)
        memory.set(getOrderKey(message), readObject(message)?.amounts);
      const restore = (it: Json): Json => {
        const amounts = memory.get(String(it?.id).toLowerCase());
        return amounts === undefined ? it : { ...it, amounts };
      };
      if (message.method === "GET")
        editBody((it) => (Array.isArray(it.orders) ? { ...it, orders: it.orders.map(restore) } : it))(
          response,
          message,
          memory,
        );
    },
    names: notKept(/stale|list|amounts|consisten|netTotal/),
  },
  {
    ...UPDATE_ORDER,
    id: "parallel-patch-lost",
    kind: "concurrency",
    alsoOn: ["getOrder"],
    title: "of two concurrent PATCH requests to an order, the second one gets 200 but has no effect",
    breaks: "RFC 5789 2: the server applies the set of changes; spec, PATCH order, 200: the updated order",
    request: (message, memory) => {
      const key = getOrderKey(message);
      const running = Number(memory.get(key) ?? 0);
      memory.set(key, running + 1);
      const operations: Json = parseRequestJson(message);
      const isSimple = Array.isArray(operations) && operations.every((it) => TOTAL.test(String(it?.path)) && it.value);
      if (running === 0 || !isSimple || getRequestId(message) === "") return;
      memory.set(`lost ${getRequestId(message)}`, operations);
      message.method = "GET";
    },
    response: (response, message, memory) => {
      const key = getOrderKey(message);
      memory.set(key, Number(memory.get(key) ?? 1) - 1);
      const operations = memory.get(`lost ${getRequestId(message)}`);
      if (!Array.isArray(operations) || response.status !== 200) return;
      const json = JSON.parse(response.body.toString());
      for (const { path, value } of operations) json.amounts = { ...json.amounts, [path.split("/")[2]]: value };
      setBody(response, JSON.stringify(json));
    },
    names: notKept(/lost|concurren|parallel|simultan|race|effect/),
  },
  {
    ...RECORD_ORDER,
    id: "parallel-put-created-twice",
    kind: "concurrency",
    title: "concurrent PUT requests of a new order all get 201",
    breaks: "spec, PUT order: 201 Created, a new order was recorded; 200 for an order that exists; RFC 9110 9.3.4",
    request: (message, memory) => {
      const key = getOrderKey(message);
      const running = Number(memory.get(key) ?? 0);
      memory.set(key, running + 1);
      if (running > 0) memory.set(`parallel ${getRequestId(message)}`, true);
    },
    response: (response, message, memory) => {
      const key = getOrderKey(message);
      memory.set(key, Number(memory.get(key) ?? 1) - 1);
      if (response.status === 200 && memory.has(`parallel ${getRequestId(message)}`)) response.status = 201;
    },
    names: either(/concurren|parallel|simultan|race|\b201\b|twice|created/),
  },
  {
    ...RECORD_ORDER,
    id: "request-id-of-other-order",
    kind: "idempotency",
    alsoOn: ["getOrder"],
    title:
      "a Service-Request-Id that was used for another order gets the response of that order, and nothing is recorded",
    breaks: "spec, PUT order: records the order that is passed, and returns the recorded order",
    instead: (message, memory) => {
      const first = memory.get(getRequestId(message)) as { key: string; response: FaultResponse } | undefined;
      return first === undefined || first.key === getOrderKey(message) ? undefined : copyResponse(first.response);
    },
    response: (response, message, memory) => {
      if (response.status < 300 && !memory.has(getRequestId(message)))
        memory.set(getRequestId(message), { key: getOrderKey(message), response: copyResponse(response) });
    },
    names: notKept(new RegExp(`${REPEATED.source}|other order|another (order|path|resource)|\\bid\\b|404`)),
  },
  {
    ...GET_ORDER,
    id: "last-modified-of-creation",
    kind: "conditional request",
    alsoOn: ["updateOrder", "recordOrder"],
    title: "Last-Modified of an order is its createdAt",
    breaks: "RFC 9110 8.8.2: when the representation was last modified; spec, Order: updatedAt",
    response: (response) => {
      if (response.status !== 200 || response.body.length === 0) return;
      const { createdAt } = JSON.parse(response.body.toString());
      response.headers["last-modified"] = new Date(createdAt).toUTCString();
    },
    names: either(/last-modified|validator/),
  },
];
