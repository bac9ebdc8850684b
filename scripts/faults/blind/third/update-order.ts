import { createJsonResponse, type Json, rejectValid, setBody } from "../../edits.js";
import type { Defect } from "../defect.js";
import { editOperations, getPath, isKnownOperation, setTotal, UPDATE_ORDER } from "../edits-of-commerce.js";
import { createOrderPath, either, notKept, put } from "../second/edits-of-second.js";
import { readSuccess, recallOrder, rememberOrder } from "./edits-of-third.js";

const UPDATES = { service: "sandbox", operation: UPDATE_ORDER, alsoOn: ["getOrder"] } as const;
const LEAF = /^\/amounts\/(\w+)$/;

export const UPDATE_ORDER_OF_THIRD: readonly Defect[] = [
  {
    ...UPDATES,
    id: "failed-patch-keeps-first-operation",
    kind: "partial update",
    methods: ["GET", "PUT", "PATCH"],
    title: "a patch that fails at a later operation keeps the effect of the first one",
    breaks: "RFC 5789 2 and RFC 6902 5: a patch is applied as a whole or not at all; open question patch-paths",
    response: (response, message, memory) => {
      const path = getPath(message);
      const json = readSuccess(response);
      if (message.method === "PATCH" && response.status === 400) {
        const [first, ...others] = readPatch(message.body);
        const name = LEAF.exec(first?.path ?? "")?.[1];
        if (others.length > 0 && name !== undefined && isKnownOperation(first)) memory.set(path, [name, first.value]);
      } else if (message.method !== "GET") memory.delete(path);
      else if (memory.has(path) && json?.amounts !== undefined) {
        const [name, value] = memory.get(path) as [string, Json];
        setBody(response, JSON.stringify({ ...json, amounts: { ...json.amounts, [name]: value } }));
      }
    },
    names: notKept(/atomic|partial|as a whole|failed|rejected/),
    shows: async (c) => {
      const path = await c.record({ amounts: { netTotal: 10 } });
      await c.patch(path, [...setTotal(99), { op: "remove", path: "/amounts/voidedTotals" }]);
      const { netTotal } = (await c.get(path)).json.amounts;
      return netTotal === 99 ? "the failed patch changed netTotal" : undefined;
    },
  },
  {
    ...UPDATES,
    id: "removed-amount-is-zero",
    kind: "partial update",
    title: "removing an amount sets it to 0",
    breaks: "RFC 6902 4.2: remove removes the value at the target location",
    request: editOperations((operations) =>
      operations.map((it) =>
        it.op === "remove" && /^\/amounts\/\w+Total$/.test(String(it.path))
          ? { op: "replace", path: it.path, value: 0 }
          : it,
      ),
    ),
    names: notKept(/remov|still (there|present|has)|feeTotal/),
    shows: async (c) => {
      const path = await c.record({ amounts: { netTotal: 10, feeTotal: 2 } });
      const { json } = await c.patch(path, [{ op: "remove", path: "/amounts/feeTotal" }]);
      return json.amounts.feeTotal === undefined ? undefined : `feeTotal is ${json.amounts.feeTotal}`;
    },
  },
  {
    ...UPDATES,
    id: "add-of-existing-amount-rejected",
    kind: "validation",
    methods: ["GET", "PUT", "PATCH"],
    title: "add is rejected if the amount exists already",
    breaks: "RFC 6902 4.1: if the target location is an existing member, its value is replaced",
    instead: (message, memory) => {
      const amounts = recallOrder(message, memory)?.amounts ?? {};
      const isTaken = ({ op, path }: Json): boolean => op === "add" && (LEAF.exec(path)?.[1] ?? "") in amounts;
      if (message.method !== "PATCH" || !readPatch(message.body).some(isTaken)) return undefined;
      return createJsonResponse(400, { status: 400, code: "PATCH_FAILED", message: "the member exists" });
    },
    response: rememberOrder,
    names: /\badd\b|exist|reject|\b400\b/i,
    shows: async (c) => {
      const path = await c.record({ amounts: { netTotal: 10 } });
      const { status } = await c.patch(path, [{ op: "add", path: "/amounts/netTotal", value: 11 }]);
      return status === 400 ? "400 for add of an existing member" : undefined;
    },
  },
  {
    ...UPDATES,
    id: "patch-applied-in-reverse",
    kind: "stored value",
    title: "the operations of a patch are applied in reverse order",
    breaks: "RFC 6902 3: operations are applied sequentially in the order in which they appear",
    request: editOperations((operations) => operations.toReversed()),
    names: notKept(/order of|sequen|revers|last (operation|value)|netTotal/),
    shows: async (c) => {
      const path = await c.record({ amounts: { netTotal: 1 } });
      const { json } = await c.patch(path, [...setTotal(2), ...setTotal(3)]);
      return json.amounts.netTotal === 2 ? "the first of two values is stored" : undefined;
    },
  },
  {
    ...UPDATES,
    id: "discounts-cannot-be-emptied",
    kind: "partial update",
    methods: ["GET", "PUT", "PATCH"],
    title: "replacing the discounts with an empty list keeps the earlier ones",
    breaks: "RFC 6902 4.3; docs/change-an-order.md: replace /discounts with []",
    request: (message, memory) => {
      const discounts = recallOrder(message, memory)?.discounts;
      if (message.method !== "PATCH" || discounts === undefined) return;
      const isEmptied = ({ path, value }: Json): boolean => path === "/discounts" && value?.length === 0;
      editOperations((all) => all.map((it) => (isEmptied(it) ? { ...it, value: discounts } : it)))(message, memory);
    },
    response: rememberOrder,
    names: notKept(/discount|empty|\[\]/),
    shows: async (c) => {
      const path = await c.record({ discounts: [{ name: "Regulars", amount: 5 }] });
      const { json } = await c.patch(path, [{ op: "replace", path: "/discounts", value: [] }]);
      return json.discounts.length > 0 ? "the discounts are still there" : undefined;
    },
  },
  {
    ...UPDATES,
    id: "json-patch-media-type-unsupported",
    kind: "HTTP",
    title: "application/json-patch+json is rejected with 415",
    breaks: "spec: the body of updateOrder has the media types application/json and application/json-patch+json",
    instead: rejectValid(({ headers }) => /json-patch/.test(headers["content-type"] ?? ""), 415),
    names: /\b415\b|media type|content.type|json-patch/i,
    shows: async (c) => {
      const path = await c.record({ amounts: { netTotal: 1 } });
      const { status } = await c.patch(path, setTotal(2), { "Content-Type": "application/json-patch+json" });
      return status === 415 ? "status 415" : undefined;
    },
  },
  {
    ...UPDATES,
    id: "items-replaced-by-position",
    kind: "partial update",
    methods: ["GET", "PUT", "PATCH"],
    title: "replacing the items with a shorter list keeps the rest of the earlier list",
    breaks: "RFC 6902 4.3; spec: replacement of all items of an order",
    request: (message, memory) => {
      const items: Json = recallOrder(message, memory)?.items ?? [];
      if (message.method !== "PATCH" || items.length === 0) return;
      const merge = ({ value }: Json): Json => [...value, ...items.slice(value.length)];
      const isItems = ({ path, value }: Json): boolean => path === "/items" && Array.isArray(value);
      editOperations((all) => all.map((it) => (isItems(it) ? { ...it, value: merge(it) } : it)))(message, memory);
    },
    response: rememberOrder,
    names: notKept(/items|replac|merge|length/),
    shows: async (c) => {
      const path = await c.record({ items: [{ id: 1 }, { id: 2 }] });
      const { json } = await c.patch(path, [{ op: "replace", path: "/items", value: [{ id: 3 }] }]);
      return json.items.length === 2 ? "an old item is still there" : undefined;
    },
  },
  {
    ...UPDATES,
    id: "parallel-updates-deadlock",
    kind: "concurrency",
    title: "an update fails with 500 while another one of the same order is processed",
    breaks: "spec: 500 is an internal server error; docs/sandbox.md: a write waits while another one has the lock",
    instead: (message, memory) => {
      const [path, id] = [getPath(message), message.headers["service-request-id"]];
      if (memory.has(path)) return createJsonResponse(500, { status: 500, message: "deadlock detected" });
      memory.set(path, id);
      return undefined;
    },
    response: (_, message, memory) => {
      const [path, id] = [getPath(message), message.headers["service-request-id"]];
      if (memory.get(path) === id) memory.delete(path);
    },
    names: either(/\b500\b|server error|concurren|parallel|simultan|at (once|the same time)|deadlock/),
    shows: async (c) => {
      const path = createOrderPath(c);
      await put(c, path, { amounts: { netTotal: 1 } });
      const replies = await Promise.all([1, 2, 3, 4].map((it) => c.patch(path, setTotal(it))));
      return replies.some(({ status }) => status === 500) ? "500 for parallel updates" : undefined;
    },
  },
];

function readPatch(body: string): readonly Json[] {
  try {
    const json: Json = JSON.parse(body);
    return Array.isArray(json) ? json.filter((it: Json) => typeof it === "object" && it !== null) : [];
  } catch {
    return [];
  }
}
