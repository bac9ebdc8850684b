import { editBody, type Json, parseRequestJson, setHeader, setRequestJson } from "../../edits.js";
import type { Edits, Memory, Message } from "../../fault.js";
import type { Defect } from "../defect.js";
import { setTotal, UPDATE_ORDER } from "../edits-of-commerce.js";
import { either, emptyBody, failIf, notKept, readObject } from "./edits-of-second.js";

const OWN = { service: "sandbox", operation: UPDATE_ORDER } as const;
const CHANGED = { ...OWN, kind: "partial update", methods: ["PUT", "PATCH"], alsoOn: ["getOrder"] } as const;

/** Edits each operation of a patch with the knowledge of the order that the latest PUT has recorded. */
function editWithOrder(edit: (operation: Json, order: Json) => Json): NonNullable<Edits["request"]> {
  return (message, memory) => {
    if (message.method === "PUT") memory.set(message.target, readObject(message));
    const json: Json = message.method === "PATCH" ? parseRequestJson(message) : undefined;
    if (Array.isArray(json))
      setRequestJson(
        message,
        json.map((it) => edit(it, memory.get(message.target) ?? {})),
      );
  };
}

const isReplace = (it: Json, path: string): boolean => it?.op === "replace" && it.path === path;

export const UPDATE_ORDER_1: readonly Defect[] = [
  {
    ...CHANGED,
    id: "patch-appends-items",
    title: "replace of /items appends the new items",
    breaks: "RFC 6902 4.3: replace replaces the value at the target location",
    request: editWithOrder((it, { items = [] }) =>
      isReplace(it, "/items") && Array.isArray(it.value) ? { ...it, value: [...items, ...it.value] } : it,
    ),
    names: notKept(/items/),
    shows: async (c) => {
      const path = await c.record({ items: [{ id: 1 }] });
      await c.patch(path, [{ op: "replace", path: "/items", value: [{ id: 2 }] }]);
      const { json } = await c.get(path);
      return json.items.length === 1 ? undefined : `${json.items.length} items`;
    },
  },
  {
    ...CHANGED,
    id: "patch-discounts-not-stored",
    title: "replace of /discounts is acknowledged but not stored",
    breaks: "seed: replace is allowed on /items and /discounts; RFC 6902 4.3",
    request: editWithOrder((it, { discounts = [] }) =>
      isReplace(it, "/discounts") ? { ...it, value: discounts } : it,
    ),
    names: notKept(/discounts/),
    shows: async (c) => {
      const path = await c.record({ discounts: [] });
      await c.patch(path, [{ op: "replace", path: "/discounts", value: [{ name: "Loyalty" }] }]);
      const { json } = await c.get(path);
      return json.discounts.length === 1 ? undefined : "the discounts before the change";
    },
  },
  {
    ...CHANGED,
    id: "patch-merges-amounts",
    title: "replace of /amounts keeps the members that the value does not have",
    breaks: "RFC 6902 4.3: replace replaces the value at the target location",
    request: editWithOrder((it, { amounts = {} }) =>
      isReplace(it, "/amounts") && typeof it.value === "object" ? { ...it, value: { ...amounts, ...it.value } } : it,
    ),
    names: notKept(/amounts|feeTotal/),
    shows: async (c) => {
      const path = await c.record({ amounts: { netTotal: 1, feeTotal: 2 } });
      await c.patch(path, [{ op: "replace", path: "/amounts", value: { netTotal: 5 } }]);
      const { json } = await c.get(path);
      return json.amounts.feeTotal === undefined ? undefined : "feeTotal is still there";
    },
  },
  {
    ...CHANGED,
    id: "patch-drops-item-fields",
    title: "replace of /items stores only id, name, quantity and unitPrice",
    breaks: "RFC 6902 4.3: the new value is the one of the operation",
    request: editWithOrder((it) =>
      isReplace(it, "/items") && Array.isArray(it.value)
        ? {
            ...it,
            value: it.value.map(({ id, name, quantity, unitPrice }: Json) => ({ id, name, quantity, unitPrice })),
          }
        : it,
    ),
    names: notKept(/items/),
    shows: async (c) => {
      const path = await c.record({ items: [] });
      await c.patch(path, [{ op: "replace", path: "/items", value: [{ id: 2, name: "tea", sku: "T" }] }]);
      const { json } = await c.get(path);
      return json.items[0].sku === "T" ? undefined : "sku is lost";
    },
  },
  {
    ...CHANGED,
    id: "patch-flattens-pointer",
    title: "a change of a member of capturedTotals changes amounts instead",
    breaks: "RFC 6901 4: each reference token leads one level down",
    request: editWithOrder((it) => {
      const [, member] = /^\/amounts\/\w+Totals\/(\w+)$/.exec(String(it?.path)) ?? [];
      return member === undefined || it.op === "remove" ? it : { ...it, op: "add", path: `/amounts/${member}` };
    }),
    names: notKept(/amounts|Totals|tipAmount/),
    shows: async (c) => {
      const path = await c.record({ amounts: { capturedTotals: { tipAmount: 1 } } });
      await c.patch(path, [{ op: "replace", path: "/amounts/capturedTotals/tipAmount", value: 9 }]);
      const { json } = await c.get(path);
      return json.amounts.capturedTotals.tipAmount === 9 ? undefined : "tipAmount is unchanged";
    },
  },
  {
    ...CHANGED,
    id: "patch-add-of-existing-rejected",
    title: "add of a member that exists is rejected",
    breaks: "RFC 6902 4.1: if the member exists, its value is replaced",
    instead: (message, memory) =>
      failIf(() => {
        if (message.method === "PUT") memory.set(message.target, readObject(message));
        const json: Json = message.method === "PATCH" ? parseRequestJson(message) : undefined;
        const amounts: Json = (memory.get(message.target) as Json)?.amounts ?? {};
        const isExisting = (it: Json): boolean =>
          it?.op === "add" && amounts[String(it.path).replace("/amounts/", "")] !== undefined;
        return Array.isArray(json) && json.some(isExisting);
      }, 400)(message, memory),
    names: /reject|refus|\b400\b|\badd\b|valid/i,
    shows: async (c) => {
      const path = await c.record({ amounts: { netTotal: 1 } });
      const { status } = await c.patch(path, [{ op: "add", path: "/amounts/netTotal", value: 2 }]);
      return status === 200 ? undefined : `status ${status}`;
    },
  },
  {
    ...OWN,
    id: "patch-drops-notes",
    kind: "partial update",
    methods: ["PATCH", "GET"],
    alsoOn: ["getOrder"],
    title: "a patch removes the notes of the order",
    breaks: "RFC 6902 3: a patch changes its target locations only",
    response: (it, message, memory) => {
      if (it.status >= 300) return;
      if (message.method === "PATCH") memory.set(message.target, true);
      if (memory.has(message.target)) editBody(({ notes: _, ...others }) => others)(it, message, memory);
    },
    names: notKept(/notes|untouched|other (fields|members|properties)/),
    shows: async (c) => {
      const path = await c.record({ notes: "call", amounts: { netTotal: 1 } });
      await c.patch(path, setTotal(2));
      const { json } = await c.get(path);
      return json.notes === undefined ? "the notes are lost" : undefined;
    },
  },
  {
    ...OWN,
    id: "patch-keeps-updated-at",
    kind: "consistency",
    methods: ["PATCH", "GET", "PUT"],
    alsoOn: ["getOrder"],
    title: "a patch does not change updatedAt",
    breaks: "spec: updatedAt is when the order was last updated",
    response: keepUpdatedAt,
    names: either(/updatedAt/),
    shows: async (c) => {
      const path = await c.record({ updatedAt: "2024-01-01T00:00:00Z", amounts: { netTotal: 1 } });
      await c.patch(path, setTotal(2));
      const { json } = await c.get(path);
      return json.updatedAt === "2024-01-01T00:00:00Z" ? "updatedAt of before the change" : undefined;
    },
  },
  {
    ...OWN,
    id: "patch-without-content",
    kind: "status",
    title: "PATCH gets 204 without the order",
    breaks: "spec: 200, the updated order is returned; 204 is not documented",
    response: (it) => {
      if (it.status === 200) emptyBody(it, 204);
    },
    names: /\b204\b|body|undocumented status|not documented|status/i,
    shows: async (c) => {
      const { status } = await c.patch(await c.record({ amounts: { netTotal: 1 } }), setTotal(2));
      return status === 204 ? "204" : undefined;
    },
  },
  {
    ...OWN,
    id: "patch-returns-part",
    kind: "response value",
    alsoOn: ["getOrder"],
    title: "the response has only id and amounts",
    breaks: "spec: 200, the updated order is returned",
    response: editBody(({ id, amounts }) => ({ id, amounts })),
    names: notKept(/response|notes|missing|part/),
    shows: async (c) => {
      const { json } = await c.patch(await c.record({ notes: "call", amounts: { netTotal: 1 } }), setTotal(2));
      return json.notes === undefined ? "an order without its notes" : undefined;
    },
  },
  {
    ...OWN,
    id: "patch-mirrors-media-type",
    kind: "HTTP",
    title: "Content-Type of the response is that of the request",
    breaks: "spec: the content of 200 is application/json",
    response: (it, message, memory) => {
      const type = message.headers["content-type"];
      if (it.status === 200 && type !== undefined) setHeader("content-type", type)(it, message, memory);
    },
    names: /content-type|media type|json-patch/i,
    shows: async (c) => {
      const type = { "Content-Type": "application/json-patch+json" };
      const { headers } = await c.patch(await c.record({ amounts: { netTotal: 1 } }), setTotal(2), type);
      return headers["content-type"]?.includes("patch") ? "an order as application/json-patch+json" : undefined;
    },
  },
];

function keepUpdatedAt(...[response, message, memory]: Parameters<NonNullable<Edits["response"]>>): void {
  if (response.status >= 300) return;
  const { target, method } = message;
  if (method === "PUT") remember(memory, message, JSON.parse(response.body.toString()).updatedAt);
  const kept = memory.get(target);
  if (method !== "PUT" && typeof kept === "string")
    editBody((json) => ({ ...json, updatedAt: kept }))(response, message, memory);
}

function remember(memory: Memory, { target }: Message, value: unknown): void {
  memory.set(target, value);
}
