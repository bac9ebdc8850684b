import type { Json } from "../../edits.js";
import type { Defect } from "../defect.js";
import { setTotal, UPDATE_ORDER } from "../edits-of-commerce.js";
import { either, failIf, getSegment, notKept } from "../second/edits-of-second.js";
import {
  getState,
  inOtherBusiness,
  readJson,
  readOperations,
  readSums,
  replaceBody,
  replaceOperations,
  SANDBOX,
} from "./edits-of-fifth.js";

const OF_PATCH = { ...SANDBOX, operation: UPDATE_ORDER, alsoOn: ["getOrder"] } as const;

export const PATCHED_ORDERS: readonly Defect[] = [
  {
    ...OF_PATCH,
    id: "failed-patch-partly-applied",
    kind: "partial update",
    title: "the operations before the one that fails are applied, although the PATCH gets a 400",
    breaks:
      "RFC 5789 2: the changes are applied as a whole or not at all; docs/change-an-order.md: all of them or none",
    methods: ["GET", "PUT", "PATCH"],
    response: (it, message, memory) => {
      const applied = getState<Record<string, Json>>(memory, "applied");
      const { method, target } = message;
      if (method === "PATCH") {
        const failed = /operation (\d+)/.exec(readJson(it)?.message ?? "")?.[1];
        const sums = readSums(readOperations(message).slice(0, Number(failed ?? 0)));
        if (it.status === 200) applied.delete(target);
        else if (Object.keys(sums).length > 0) applied.set(target, { ...applied.get(target), ...sums });
      } else if (method === "PUT") applied.delete(target);
      else if (it.status === 200 && applied.has(target)) {
        const order = readJson(it);
        replaceBody(it, { ...order, amounts: { ...order.amounts, ...applied.get(target) } });
      }
    },
    names: either(
      /atomic|whole|partly|partial|all or none/,
      /reject|failed|refused/,
      /\b400\b/,
      /chang|differ|written/,
    ),
    shows: async (c) => {
      const path = await c.record({ amounts: { netTotal: 1 } });
      const absent = { op: "replace", path: "/amounts/feeTotal", value: 5 };
      const { status } = await c.patch(path, [...setTotal(2), absent]);
      const { netTotal } = (await c.get(path)).json.amounts;
      return status === 400 && netTotal === 2 ? "the first operation of a rejected patch was applied" : undefined;
    },
  },
  {
    ...OF_PATCH,
    id: "appended-fee-comes-first",
    kind: "partial update",
    title: "an add with - inserts a fee at the start of the list",
    breaks: "RFC 6902 4.1: - appends to the end of the array; docs/change-an-order.md: - stands for the end",
    request: replaceOperations(
      ({ op, path }) => op === "add" && /\/transactionFees\/-$/.test(String(path)),
      (it) => [{ ...it, path: String(it.path).replace(/-$/, "0") }],
    ),
    names: notKept(/transactionFees|append|order|position|first|start|end\b/),
    shows: async (c) => {
      const path = await c.record({ amounts: { capturedTotals: { transactionFees: ["a"] } } });
      const { json } = await c.patch(path, [
        { op: "add", path: "/amounts/capturedTotals/transactionFees/-", value: "b" },
      ]);
      const [first] = json.amounts.capturedTotals.transactionFees;
      return first === "b" ? "the appended fee is the first one" : undefined;
    },
  },
  {
    ...OF_PATCH,
    id: "patch-response-before-change",
    kind: "consistency",
    methods: ["GET", "PUT", "PATCH"],
    title: "the response to a PATCH is the order before the change",
    breaks: "spec, updateOrder: the updated order is returned",
    response: (it, { method, target }, memory) => {
      if (it.status >= 300 || readJson(it) === undefined) return;
      const orders = getState<Json>(memory, "orders");
      const earlier = orders.get(target);
      orders.set(target, readJson(it));
      if (method === "PATCH" && earlier !== undefined) replaceBody(it, earlier);
    },
    names: notKept(/before|previous|earlier|old\b|returned|response|read|updated/),
    shows: async (c) => {
      const path = await c.record({ amounts: { netTotal: 1 } });
      const { json } = await c.patch(path, setTotal(2));
      return json.amounts.netTotal === 1 ? "the response has the earlier netTotal" : undefined;
    },
  },
  {
    ...OF_PATCH,
    id: "order-patched-below-other-business",
    kind: "authorization",
    methods: ["PUT", "PATCH"],
    title: "a PATCH below another business changes the order that has the id",
    breaks: "OWASP API1:2023; docs/sandbox.md, 403 or 404: 404 for a missing resource in an allowed business",
    request: (message, memory) => {
      const owner = getState<string>(memory, "owners").get(getSegment(message, -1));
      if (message.method === "PATCH" && owner !== undefined)
        message.target = message.target.replace(getSegment(message, 2), owner);
    },
    response: (it, message, memory) => {
      const owners = getState<string>(memory, "owners");
      if (message.method === "PUT" && it.status < 300) owners.set(getSegment(message, -1), getSegment(message, 2));
    },
    names: either(/other|another|foreign|owner|business|access|authoriz|BOLA/, /\b40[34]\b/),
    shows: async (c) => {
      const path = await c.record({ amounts: { netTotal: 1 } });
      await c.patch(inOtherBusiness(c, path), setTotal(2));
      const { netTotal } = (await c.get(path)).json.amounts;
      return netTotal === 2 ? "a PATCH below another business has changed the order" : undefined;
    },
  },
  {
    ...OF_PATCH,
    id: "items-merged-by-id",
    kind: "partial update",
    methods: ["GET", "PUT", "PATCH"],
    title: "the replacement of all items keeps the items whose ids the new list does not have",
    breaks: "spec, updateOrder: replace on /items, new items of the order; RFC 6902 4.3",
    request: (message, memory) => {
      const earlier = getState<readonly Json[]>(memory, "items").get(message.target) ?? [];
      const merge = (items: readonly Json[]): readonly Json[] => [
        ...earlier.filter(({ id }) => !items.some((it) => it?.id === id)),
        ...items,
      ];
      if (message.method === "PATCH" && earlier.length > 0)
        replaceOperations(
          ({ op, path, value }) => op === "replace" && path === "/items" && Array.isArray(value),
          (it) => [{ ...it, value: merge(it.value as readonly Json[]) }],
        )(message, memory);
    },
    response: (it, { target }, memory) => {
      const order = readJson(it);
      if (it.status < 300 && order !== undefined)
        getState<readonly Json[]>(memory, "items").set(target, order.items ?? []);
    },
    names: notKept(/items|merg|replac|append|still|earlier|previous/),
    shows: async (c) => {
      const path = await c.record({ items: [{ id: 1, name: "tea" }] });
      const { json } = await c.patch(path, [{ op: "replace", path: "/items", value: [{ id: 2, name: "coffee" }] }]);
      return json.items.length === 2 ? "the replaced item is still there" : undefined;
    },
  },
  {
    ...OF_PATCH,
    id: "json-patch-type-refused",
    kind: "HTTP",
    title: "a body of the type application/json-patch+json is rejected",
    breaks: "spec, updateOrder: the request body has application/json or application/json-patch+json",
    instead: failIf(({ headers }) => headers["content-type"]?.startsWith("application/json-patch+json") === true, 400),
    names: either(/json-patch/, /content.?type|media.?type/, /valid|reject|refus/, /\b4(00|15)\b/),
    shows: async (c) => {
      const path = await c.record({ amounts: { netTotal: 1 } });
      const { status } = await c.patch(path, setTotal(2), { "Content-Type": "application/json-patch+json" });
      return status === 200 ? undefined : `status ${status} for application/json-patch+json`;
    },
  },
];
