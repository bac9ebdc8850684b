import { createJsonResponse, type Json } from "../../edits.js";
import type { Defect } from "../defect.js";
import { acceptPatch, editOperations, getPath, setTotal, UPDATE_ORDER } from "../edits-of-commerce.js";
import { either, failIf, notKept } from "../second/edits-of-second.js";
import { isObject, readOperations, readSuccess } from "./edits-of-sixth.js";

const OF_PATCH = { service: "sandbox", operation: UPDATE_ORDER } as const;

export const UPDATE_ORDER_DEFECTS: readonly Defect[] = [
  {
    ...OF_PATCH,
    id: "patch-order-reversed",
    kind: "partial update",
    alsoOn: ["getOrder"],
    title: "the operations of a patch are applied from the last to the first",
    breaks: "RFC 6902 3: operations are applied sequentially; docs/change-an-order.md: in order",
    request: editOperations((it) => [...it].reverse()),
    names: either(notKept(/amounts|netTotal/), /sequen|in order|revers|last operation|appl(y|ied)|\b400\b|reject/),
    shows: async (c) => {
      const path = await c.record({ amounts: { netTotal: 1 } });
      const { json } = await c.patch(path, [...setTotal(2), ...setTotal(3)]);
      return json.amounts.netTotal === 3 ? undefined : `netTotal is ${json.amounts.netTotal}`;
    },
  },
  {
    ...OF_PATCH,
    id: "patch-add-existing-refused",
    kind: "status",
    methods: ["GET", "PUT", "PATCH"],
    title: "an add of an amount that the order already has is refused",
    breaks: "RFC 6902 4.1: if the target location specifies an object member that exists, its value is replaced",
    instead: (message, memory) => {
      const order = memory.get(getPath(message)) as Json;
      const isRefused = readOperations(message).some(({ op, path }) => op === "add" && hasMember(order, String(path)));
      return message.method === "PATCH" && isRefused
        ? createJsonResponse(400, { message: "already exists" })
        : undefined;
    },
    response: (it, message, memory) => {
      const order = readSuccess(it);
      if (order !== undefined) memory.set(getPath(message), order);
    },
    names: either(/\b400\b|reject|refus|valid request|\badd\b/),
    shows: async (c) => {
      const path = await c.record({ amounts: { netTotal: 1 } });
      const { status } = await c.patch(path, [{ op: "add", path: "/amounts/netTotal", value: 2 }]);
      return status === 400 ? "400 for an add of an existing amount" : undefined;
    },
  },
  {
    ...OF_PATCH,
    id: "patch-amounts-merged",
    kind: "partial update",
    alsoOn: ["getOrder"],
    title: "a replacement of all amounts keeps the amounts that it does not name",
    breaks: "RFC 6902 4.3: replace replaces the value at the target location with a new value",
    request: editOperations((operations) =>
      operations.flatMap((it): readonly unknown[] => {
        const members =
          it.op === "replace" && it.path === "/amounts" && isObject(it.value) ? Object.entries(it.value as Json) : [];
        const added = members.map(([name, value]) => ({ op: "add", path: `/amounts/${escapeToken(name)}`, value }));
        return added.length === 0 ? [it] : added;
      }),
    ),
    names: either(notKept(/amounts|Total/), /merge|remain|still|former|replac/),
    shows: async (c) => {
      const path = await c.record({ amounts: { netTotal: 1, taxTotal: 2 } });
      const { json } = await c.patch(path, [{ op: "replace", path: "/amounts", value: { netTotal: 5 } }]);
      return json.amounts.taxTotal === undefined ? undefined : `amounts are ${JSON.stringify(json.amounts)}`;
    },
  },
  {
    ...OF_PATCH,
    id: "patch-test-ignored",
    kind: "validation",
    title: "the operation test is accepted and not evaluated",
    breaks:
      "spec, OrderPatch: supported operations are add, remove and replace; RFC 6902 5: a failed test fails the patch",
    request: editOperations((operations) => {
      const others = operations.filter(({ op }) => op !== "test");
      return others.length === 0 ? operations : others;
    }),
    response: acceptPatch((it) => it.every(({ op }) => op === "test")),
    names: either(/\b200\b|accept|invalid|unsupported|\btest\b|\bop\b/),
    shows: async (c) => {
      const path = await c.record({ amounts: { netTotal: 1 } });
      const { status } = await c.patch(path, [{ op: "test", path: "/amounts/netTotal", value: 7 }, ...setTotal(2)]);
      return status === 200 ? "200 for a test that fails" : undefined;
    },
  },
  {
    ...OF_PATCH,
    id: "writes-at-once-500",
    kind: "concurrency",
    methods: ["PUT", "PATCH"],
    alsoOn: ["recordOrder"],
    title: "a write of an order while another one is in progress results in 500",
    breaks: "spec, updateOrder: 200 with the updated order; RFC 9110 15.6.1: 500 is an unexpected condition",
    instead: (message, memory) => {
      const others = Number(memory.get(getPath(message)) ?? 0);
      memory.set(getPath(message), others + 1);
      return others > 0 ? createJsonResponse(500, { message: "deadlock detected" }) : undefined;
    },
    response: (_response, message, memory) => {
      memory.set(getPath(message), Number(memory.get(getPath(message))) - 1);
    },
    names: either(/\b500\b|server error|concurren|parallel|same time|at once|side by side/),
    shows: async (c) => {
      const path = await c.record({ amounts: { netTotal: 1 } });
      const replies = await Promise.all([2, 3, 4, 5].map((value) => c.patch(path, setTotal(value))));
      return replies.some(({ status }) => status === 500) ? "500 for one of four writes" : undefined;
    },
  },
  {
    ...OF_PATCH,
    id: "patch-json-patch-type-refused",
    kind: "status",
    title: "a patch with the type application/json-patch+json is refused",
    breaks: "spec, updateOrder: the request body has the types application/json and application/json-patch+json",
    instead: failIf(({ headers }) => headers["content-type"]?.startsWith("application/json-patch+json") === true, 415),
    names: either(/\b415\b|json-patch\+json|media type|content.?type/),
    shows: async (c) => {
      const path = await c.record({ amounts: { netTotal: 1 } });
      const { status } = await c.patch(path, setTotal(2), { "Content-Type": "application/json-patch+json" });
      return status === 415 ? "415 for JSON Patch" : undefined;
    },
  },
];

function hasMember(order: Json, pointer: string): boolean {
  let target = order;
  for (const token of pointer.split("/").slice(1)) {
    if (!isObject(target) || !Object.hasOwn(target, token)) return false;
    target = target[token];
  }
  return true;
}

function escapeToken(name: string): string {
  return name.replaceAll("~", "~0").replaceAll("/", "~1");
}
