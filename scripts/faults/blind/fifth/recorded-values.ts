import { editRequest, type Json } from "../../edits.js";
import type { Defect } from "../defect.js";
import { RECORD_ORDER, recordedAs } from "../edits-of-commerce.js";
import { createOrderPath, either, notKept, put } from "../second/edits-of-second.js";
import { getState, isOrderPath, mapItems, mapStrings, ORDER_READS, omit, SANDBOX } from "./edits-of-fifth.js";

const RECORDED = "spec, recordOrder: the service records what is passed";
const OF_ORDER = { ...SANDBOX, operation: RECORD_ORDER, alsoOn: ORDER_READS } as const;

export const RECORDED_VALUES: readonly Defect[] = [
  {
    ...OF_ORDER,
    id: "item-quantity-truncated",
    kind: "stored value",
    title: "the quantity of an item is stored as an integer",
    breaks: `${RECORDED}; OrderItem.quantity is a number`,
    request: editRequest((order) =>
      mapItems(order, (it) => (typeof it?.quantity === "number" ? { ...it, quantity: Math.trunc(it.quantity) } : it)),
    ),
    names: notKept(/quantity|fraction|decimal|trunc|round/),
    shows: recordedAs({ items: [{ id: 1, quantity: 1.5 }] }),
  },
  {
    ...OF_ORDER,
    id: "false-flags-dropped",
    kind: "stored value",
    title: "flags of an order that are false are not stored",
    breaks: `${RECORDED}; Order.taxExempted, valid and accepted are booleans`,
    request: editRequest((order) => omit(order, (it) => it === false)),
    names: notKept(/taxExempted|valid|accepted|missing|absent|false|boolean/),
    shows: recordedAs({ valid: false, accepted: true }),
  },
  {
    ...OF_ORDER,
    id: "zero-amounts-omitted",
    kind: "stored value",
    title: "amounts of an order that are 0 are not stored",
    breaks: `${RECORDED}; MonetaryAmount is an integer`,
    request: editRequest((order) => ({ ...order, amounts: omit(order.amounts, (it) => it === 0) })),
    names: notKept(/amounts|Total|missing|absent|zero|\b0\b/),
    shows: recordedAs({ amounts: { netTotal: 0, subTotal: 100 } }),
  },
  {
    ...OF_ORDER,
    id: "astral-characters-replaced",
    kind: "stored value",
    title: "characters outside the basic multilingual plane, such as emoji, are stored as question marks",
    breaks: `${RECORDED}; RFC 8259 8.1: JSON is UTF-8, and strings may have every character`,
    request: editRequest((order) => mapStrings(order, (it) => it.replaceAll(/[\u{10000}-\u{10ffff}]/gu, "?"))),
    names: notKept(/character|unicode|utf|emoji|encod|surrogate/),
    shows: recordedAs({ notes: "two bags 🛍️ 𝒙" }),
  },
  {
    ...OF_ORDER,
    id: "leading-zeros-lost",
    kind: "stored value",
    title: "strings of digits lose their leading zeros",
    breaks: `${RECORDED}; Order.orderNumber and OrderItem.sku are strings`,
    request: editRequest((order) => mapStrings(order, (it) => (/^0\d+$/.test(it) ? it.replace(/^0+(?=\d)/, "") : it))),
    names: notKept(/orderNumber|sku|leading|zero/),
    shows: recordedAs({ orderNumber: "00042" }),
  },
  {
    ...OF_ORDER,
    id: "items-after-tenth-lost",
    kind: "stored value",
    title: "only the first ten items of an order are stored",
    breaks: `${RECORDED}; Order.items: items of the order`,
    request: editRequest((order) =>
      Array.isArray(order.items) ? { ...order, items: order.items.slice(0, 10) } : order,
    ),
    names: notKept(/items|array|length|ten\b|\b10\b/),
    shows: recordedAs({ items: Array.from({ length: 12 }, (_, at) => ({ id: at + 1 })) }),
  },
  {
    ...OF_ORDER,
    id: "put-merges-nested",
    kind: "partial update",
    title: "a PUT keeps members of the earlier context, customer and statuses",
    breaks: "docs/orders.md: a later PUT replaces the whole order; RFC 9110 9.3.4",
    request: (message, memory) => {
      if (!isOrderPath(message)) return;
      const nested = getState<Json>(memory, "nested");
      editRequest((order) => {
        const earlier = nested.get(message.target) ?? {};
        const merged = { ...order };
        for (const name of ["context", "customer", "statuses"])
          if (typeof order[name] === "object" && order[name] !== null)
            merged[name] = { ...earlier[name], ...order[name] };
        nested.set(message.target, merged);
        return merged;
      })(message);
    },
    names: notKept(/merge|replac|context|customer|statuses|earlier|previous|removed|still/),
    shows: async (c) => {
      const path = createOrderPath(c);
      await put(c, path, { statuses: { status: "OPENED", fulfillmentStatus: "NONE" } });
      await put(c, path, { statuses: { status: "COMPLETED" } });
      const { statuses } = (await c.get(path)).json;
      return statuses.fulfillmentStatus === undefined ? undefined : "the earlier fulfillmentStatus is still there";
    },
  },
  {
    ...OF_ORDER,
    id: "created-again-after-patch",
    kind: "status",
    title: "a PUT of an order that was patched has the status 201",
    breaks: "spec, recordOrder: 201 if a new order was recorded, otherwise 200; RFC 9110 9.3.4",
    methods: ["PUT", "PATCH"],
    response: (it, { method, target }, memory) => {
      const patched = getState<boolean>(memory, "patched");
      if (method === "PATCH" && it.status === 200) patched.set(target, true);
      if (method === "PUT" && it.status === 200 && patched.has(target)) it.status = 201;
    },
    names: either(/\b20[01]\b/, /status/, /creat/, /new order/),
    shows: async (c) => {
      const path = createOrderPath(c);
      await put(c, path, { amounts: { netTotal: 1 } });
      await c.patch(path, [{ op: "replace", path: "/amounts/netTotal", value: 2 }]);
      const { status } = await put(c, path, { amounts: { netTotal: 3 } });
      return status === 201 ? "201 for an order that exists" : undefined;
    },
  },
];
