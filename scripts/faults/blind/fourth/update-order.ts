import { createJsonResponse, type Json } from "../../edits.js";
import type { Memory, Message } from "../../fault.js";
import type { Client } from "../client.js";
import type { Defect } from "../defect.js";
import { ABSENT, editOperations, getPath, setTotal, UPDATE_ORDER } from "../edits-of-commerce.js";
import { notKept, replaceResponse } from "../second/edits-of-second.js";
import { editJson, editOnce, recallOrder, rememberOrder, SANDBOX } from "./edits-of-fourth.js";

const AMOUNTS = { netTotal: 100, feeTotal: 5, currency: "EUR" };
const FEES = "/amounts/capturedTotals/transactionFees";

export const UPDATE_ORDER_OF_FOURTH: readonly Defect[] = [
  {
    ...SANDBOX,
    operation: UPDATE_ORDER,
    id: "patch-remove-sets-zero",
    kind: "partial update",
    alsoOn: ["getOrder"],
    title: "remove sets a sum to zero",
    breaks: "RFC 6902 4.2: remove removes the value at the target location",
    request: editOperations((all) =>
      all.map((it) =>
        it.op === "remove" && /^\/amounts\/\w+Total$/.test(String(it.path)) ? { ...it, op: "replace", value: 0 } : it,
      ),
    ),
    names: notKept(/remov|patch|absent|still|feeTotal|amounts/),
    shows: async (c) => {
      const path = await c.record({ amounts: AMOUNTS });
      await c.patch(path, [{ op: "remove", path: "/amounts/feeTotal" }]);
      const { amounts } = (await c.get(path)).json;
      return amounts.feeTotal === undefined ? undefined : `feeTotal is ${amounts.feeTotal}`;
    },
  },
  {
    ...SANDBOX,
    operation: UPDATE_ORDER,
    id: "patch-media-type-of-json-patch-rejected",
    kind: "HTTP",
    title: "a patch of the type application/json-patch+json is rejected",
    breaks: "spec, updateOrder, requestBody: application/json-patch+json is one of the two types",
    instead: ({ headers }) =>
      /json-patch\+json/i.test(headers["content-type"] ?? "")
        ? createJsonResponse(400, { message: "unsupported media type" })
        : undefined,
    names: /json-patch|content-type|media|\b400\b|reject|refus/i,
    shows: async (c) => {
      const path = await c.record({ amounts: AMOUNTS });
      const { status } = await c.patch(path, setTotal(7), { "Content-Type": "application/json-patch+json" });
      return status === 400 ? "the type is a 400" : undefined;
    },
  },
  {
    ...SANDBOX,
    operation: UPDATE_ORDER,
    id: "patch-of-unknown-order-fails",
    kind: "server error",
    title: "a patch of an unknown order is a 500",
    breaks: "spec, updateOrder: 404 if the order is not found; info, Status codes: 500 is an internal error",
    response: (it) => {
      if (it.status === 404) replaceResponse(it, 500, { message: "Cannot read properties of undefined" });
    },
    names: /\b500\b|\b404\b|server error/i,
    shows: async (c) => {
      const { status } = await c.patch(`${c.orders}/${ABSENT}`, setTotal(7));
      return status === 500 ? "500 for an unknown order" : undefined;
    },
  },
  {
    ...SANDBOX,
    operation: UPDATE_ORDER,
    methods: ["PATCH", "PUT", "GET"],
    id: "patch-merges-items",
    kind: "partial update",
    alsoOn: ["getOrder"],
    title: "replace of /items keeps the former items that have other ids",
    breaks:
      "RFC 6902 4.3: replace replaces the value; spec, ReplaceItemsOperation: replacement of all items of an order",
    request: editOnce((operations, message, memory) => {
      if (message.method !== "PATCH" || !Array.isArray(operations)) return operations;
      const former: Json = recallOrder(message, memory)?.items ?? [];
      return operations.map((it: Json) => {
        if (it?.op !== "replace" || it.path !== "/items" || !Array.isArray(it.value)) return it;
        const ids = new Set(it.value.map((item: Json) => item?.id));
        return { ...it, value: [...former.filter((item: Json) => !ids.has(item.id)), ...it.value] };
      });
    }),
    response: rememberOrder,
    names: notKept(/item|merg|replac/),
    shows: async (c) => {
      const path = await c.record({ items: [1, 2].map((id) => ({ id, name: `item ${id}` })) });
      await c.patch(path, [{ op: "replace", path: "/items", value: [{ id: 3, name: "item 3" }] }]);
      const { items } = (await c.get(path)).json;
      return items.length === 1 ? undefined : `${items.length} items after the replacement by one`;
    },
  },
  {
    ...SANDBOX,
    operation: UPDATE_ORDER,
    methods: ["PATCH", "PUT", "GET"],
    id: "patch-resets-created-at",
    kind: "stored value",
    alsoOn: ["getOrder", "recordOrder"],
    title: "a patch sets createdAt to the time of the patch",
    breaks: "spec, Order: createdAt is when the order was created; updateOrder: updates are allowed to amounts",
    response: (it, message, memory) => {
      const key = `created ${getPath(message)}`;
      if (it.status >= 300) return;
      if (message.method === "PUT") memory.delete(key);
      editJson(it, (order) => {
        if (message.method === "PATCH") memory.set(key, order.updatedAt);
        return memory.has(key) ? { ...order, createdAt: memory.get(key) } : order;
      });
    },
    names: notKept(/createdAt|creat/),
    shows: async (c) => {
      const path = await c.record({ amounts: AMOUNTS, createdAt: "2024-02-03T04:05:06Z" });
      await c.patch(path, setTotal(7));
      const { createdAt } = (await c.get(path)).json;
      return createdAt === "2024-02-03T04:05:06Z" ? undefined : `createdAt is ${createdAt}`;
    },
  },
  {
    ...SANDBOX,
    operation: UPDATE_ORDER,
    id: "patch-request-id-without-payload",
    kind: "idempotency",
    title: "a request id that was used for another patch gets the response of that patch",
    breaks: "docs/sandbox.md, Open questions: 400 for another payload; spec, Service-Request-Id: unique identifier",
    response: (it, message, memory) => {
      const key = `${getPath(message)} ${message.headers["service-request-id"]}`;
      const first = memory.get(key);
      if (it.status < 300 && first === undefined) memory.set(key, it.body.toString());
      if (it.status === 400 && typeof first === "string") replaceResponse(it, 200, JSON.parse(first));
    },
    names: /idempoten|service-request-id|request id|payload|reus|another|different|repeat/i,
    shows: async (c) => {
      const path = await c.record({ amounts: AMOUNTS });
      const headers = { "Service-Request-Id": "one-id-for-two-patches" };
      await c.patch(path, setTotal(7), headers);
      const { status } = await c.patch(path, setTotal(8), headers);
      return status === 200 ? "200 for another patch" : undefined;
    },
  },
  {
    ...SANDBOX,
    operation: UPDATE_ORDER,
    methods: ["PATCH", "PUT", "GET"],
    id: "patch-add-replaces-entry",
    kind: "partial update",
    alsoOn: ["getOrder"],
    title: "add with an index in a list replaces the entry at that index",
    breaks: "RFC 6902 4.1: if the target is an array index, a new value is inserted at that index",
    request: editOnce((operations, message, memory) => {
      if (message.method !== "PATCH" || !Array.isArray(operations)) return operations;
      const order = recallOrder(message, memory);
      return operations.map((it: Json) =>
        it?.op === "add" && hasEntry(order, it.path) ? { ...it, op: "replace" } : it,
      );
    }),
    response: rememberOrder,
    names: notKept(/\badd\b|insert|index|array|entry|6902/),
    shows: async (c) => {
      const path = await c.record({ amounts: { capturedTotals: { transactionFees: [{ fee: 1 }, { fee: 2 }] } } });
      await c.patch(path, [{ op: "add", path: `${FEES}/0`, value: { fee: 0 } }]);
      const fees = (await c.get(path)).json.amounts.capturedTotals.transactionFees;
      return fees.length === 3 ? undefined : `${fees.length} fees after one was added to two`;
    },
  },
  {
    ...SANDBOX,
    operation: UPDATE_ORDER,
    id: "patch-path-not-unescaped",
    kind: "partial update",
    alsoOn: ["getOrder"],
    title: "~0 and ~1 in the path of a patch are not decoded",
    breaks: "RFC 6901 4: ~1 stands for / and ~0 for ~",
    request: editOperations((all) =>
      all.map((it) =>
        typeof it.path === "string" && !/~(?![01])/.test(it.path) ? { ...it, path: it.path.replaceAll("~", "~0") } : it,
      ),
    ),
    names: notKept(/escap|decod|~|pointer|6901/),
    shows: async (c) => {
      const path = await c.record({ amounts: AMOUNTS });
      await c.patch(path, [{ op: "add", path: "/amounts/tip~1service", value: 3 }]);
      const names = Object.keys((await c.get(path)).json.amounts);
      return names.includes("tip/service") ? undefined : `the amounts are ${names.join(", ")}`;
    },
  },
  {
    ...SANDBOX,
    operation: UPDATE_ORDER,
    id: "patch-lost-between-others",
    kind: "concurrency",
    alsoOn: ["getOrder"],
    title: "of patches at the same time only one takes effect, and all get a 200",
    breaks: "RFC 5789 2: a patch is applied to the current state; spec, updateOrder: the updated order is returned",
    request: editOnce((operations, message, memory) => {
      const key = `active ${getPath(message)}`;
      const active = memory.get(key);
      if (!isOfAmounts(operations)) return operations;
      if (active === undefined) {
        memory.set(key, operations);
        return operations;
      }
      memory.set(createLostKey(message), operations);
      return active;
    }),
    response: (it, message, memory) => {
      const lost = memory.get(createLostKey(message)) as readonly Json[] | undefined;
      if (lost === undefined) memory.delete(`active ${getPath(message)}`);
      else editJson(it, (order) => ({ ...order, amounts: { ...order.amounts, ...readAmounts(lost) } }));
    },
    names: notKept(/concurren|race|parallel|same time|overwr/),
    shows: showLostPatch,
  },
];

function hasEntry(order: Json, pointer: Json): boolean {
  const tokens = String(pointer).split("/").slice(1);
  const list: Json = tokens.slice(0, -1).reduce((it: Json, token) => it?.[token], order);
  return Array.isArray(list) && list[Number(tokens.at(-1))] !== undefined;
}

function isOfAmounts(operations: Json): boolean {
  return Array.isArray(operations) && operations.every((it) => /^\/amounts\/\w+Total$/.test(it?.path) && "value" in it);
}

function readAmounts(operations: readonly Json[]): Record<string, Json> {
  return Object.fromEntries(operations.map(({ path, value }) => [String(path).split("/").at(-1), value]));
}

function createLostKey(message: Message): Parameters<Memory["get"]>[0] {
  return `lost ${getPath(message)} ${message.headers["service-request-id"]}`;
}

async function showLostPatch(c: Client): Promise<string | undefined> {
  const names = ["netTotal", "feeTotal", "taxTotal"];
  const path = await c.record({ amounts: Object.fromEntries(names.map((name) => [name, 1])) });
  await Promise.all(names.map((name) => c.patch(path, [{ op: "replace", path: `/amounts/${name}`, value: 9 }])));
  const { amounts } = (await c.get(path)).json;
  const lost = names.filter((name) => amounts[name] !== 9);
  return lost.length === 0 ? undefined : `lost: ${lost.join(", ")}`;
}
