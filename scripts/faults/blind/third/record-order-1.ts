import { editRequest, type Json } from "../../edits.js";
import type { Defect } from "../defect.js";
import { RECORD_ORDER, recordedAs, shiftHours } from "../edits-of-commerce.js";
import { notKept } from "../second/edits-of-second.js";
import { editItems, mapStrings } from "./edits-of-third.js";

const STORES = { service: "sandbox", operation: RECORD_ORDER, kind: "stored value", alsoOn: ["getOrder"] } as const;
const RECORDS = "spec: the service records what is passed";

export const RECORD_ORDER_1: readonly Defect[] = [
  {
    ...STORES,
    id: "astral-characters-stored-as-question-mark",
    title: "characters outside the basic multilingual plane are stored as question marks",
    breaks: `RFC 8259 8.1 and 8.2: strings are any Unicode characters; ${RECORDS}`,
    request: editRequest((order) => mapStrings(order, (text) => text.replaceAll(/[\u{10000}-\u{10ffff}]/gu, "?"))),
    names: notKept(/unicode|emoji|astral|surrogate|character|question mark/),
    shows: recordedAs({ notes: "thanks \u{1f600}" }),
  },
  {
    ...STORES,
    id: "customer-user-id-stored-in-32-bits",
    title: "customerUserId is stored in 32 bits and wraps around",
    breaks: `spec: customerUserId is an integer without a maximum; ${RECORDS}`,
    request: editRequest((it) =>
      Number.isSafeInteger(it.customerUserId) ? { ...it, customerUserId: it.customerUserId | 0 } : it,
    ),
    names: notKept(/customerUserId|\b32\b|overflow|wrap|large/),
    shows: recordedAs({ customerUserId: 3_000_000_000 }),
  },
  {
    ...STORES,
    id: "quantity-stored-in-single-precision",
    title: "quantities of items are stored in single precision",
    breaks: `spec: quantity is a number; ${RECORDS}`,
    request: editRequest((order) =>
      editItems(order, (it) => (typeof it.quantity === "number" ? { ...it, quantity: Math.fround(it.quantity) } : it)),
    ),
    names: notKept(/quantity|precision|float|round/),
    shows: recordedAs({ items: [{ id: 1, quantity: 0.1 }] }),
  },
  {
    ...STORES,
    id: "items-with-equal-id-collapse",
    title: "of the items with the same id, or without one, only the last is stored",
    breaks: `spec: no field of an item is required or unique; ${RECORDS}`,
    request: editRequest((order) => {
      if (!Array.isArray(order.items)) return order;
      return { ...order, items: [...new Map(order.items.map((it: Json) => [it?.id, it])).values()] };
    }),
    names: notKept(/items|lost|missing|length/),
    shows: recordedAs({ items: [{ name: "Lemon cake" }, { name: "Filter coffee" }] }),
  },
  {
    ...STORES,
    id: "created-at-of-summer-an-hour-early",
    title: "createdAt of an order between April and September is stored one hour early",
    breaks: `spec: all date-time values are GMT; ${RECORDS}`,
    request: editRequest((it) =>
      /^\d{4}-0[4-9]-\d\dT\d\d:\d\d:\d\dZ$/.test(it.createdAt) && !Number.isNaN(Date.parse(it.createdAt))
        ? { ...it, createdAt: shiftHours(it.createdAt, -1) }
        : it,
    ),
    names: notKept(/createdAt|hour|time ?zone|gmt|utc/),
    shows: recordedAs({ createdAt: "2026-07-14T09:26:53Z" }),
  },
  {
    ...STORES,
    id: "discount-entries-lose-fields",
    title: "entries of discounts keep only name and amount",
    breaks:
      "spec: Discount has additionalProperties; open question discount-and-fee-entries: entries are stored as sent",
    request: editRequest((order) => {
      if (!Array.isArray(order.discounts)) return order;
      const keep = (it: Json): Json =>
        Object.fromEntries(Object.entries(it ?? {}).filter(([name]) => name === "name" || name === "amount"));
      return { ...order, discounts: order.discounts.map(keep) };
    }),
    names: notKept(/discount|missing/),
    shows: recordedAs({ discounts: [{ name: "Happy hour", amount: 5, code: "HH", percent: 10 }] }),
  },
];
