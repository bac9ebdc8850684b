import { editRequest, type Json } from "../../edits.js";
import type { Defect } from "../defect.js";
import { RECORD_ORDER, recordedAs } from "../edits-of-commerce.js";
import { editNotes, failIf, notKept, readObject, rejected } from "./edits-of-second.js";

const KEPT = { service: "sandbox", operation: RECORD_ORDER, kind: "stored value", alsoOn: ["getOrder"] } as const;
const RECORDS = "seed: the service records what is passed";

const mapItems = (edit: (item: Json) => Json) =>
  editRequest((it) => (Array.isArray(it.items) ? { ...it, items: it.items.map(edit) } : it));

export const RECORD_ORDER_1: readonly Defect[] = [
  {
    ...KEPT,
    id: "put-utf8-encoded-twice",
    title: "notes are read as Windows-1252 and encoded as UTF-8 again",
    breaks: `RFC 8259 8.1: JSON text is UTF-8; ${RECORDS}`,
    request: editNotes((it) => Buffer.from(it).toString("latin1")),
    names: notKept(/notes|encod|utf-?8/),
    shows: recordedAs({ notes: "café" }),
  },
  {
    ...KEPT,
    id: "put-strips-backslashes",
    title: "backslashes in notes are removed",
    breaks: RECORDS,
    request: editNotes((it) => it.replaceAll("\\", "")),
    names: notKept(/notes/),
    shows: recordedAs({ notes: "C:\\new" }),
  },
  {
    ...KEPT,
    id: "put-normalizes-line-ends",
    title: "CR LF in notes becomes LF",
    breaks: RECORDS,
    request: editNotes((it) => it.replaceAll("\r\n", "\n")),
    names: notKept(/notes/),
    shows: recordedAs({ notes: "first\r\nsecond" }),
  },
  {
    ...KEPT,
    id: "put-week-year",
    title: "the year of createdAt is the year of its ISO week",
    breaks: `seed: all date-time values are YYYY-MM-DDThh:mm:ssZ; ${RECORDS}`,
    request: editRequest((it) => {
      const [, year, rest] = /^(\d{4})(-12-(?:29|30|31)T.*)$/.exec(String(it.createdAt)) ?? [];
      return year === undefined ? it : { ...it, createdAt: `${Number(year) + 1}${rest}` };
    }),
    names: notKept(/createdAt/),
    shows: recordedAs({ createdAt: "2024-12-30T10:00:00Z" }),
  },
  {
    ...KEPT,
    id: "put-summer-time",
    title: "times in summer are stored an hour late",
    breaks: `seed: all date-time values are GMT; ${RECORDS}`,
    request: editRequest((it) => {
      const match = /^\d{4}-0[4-9]-\d\dT\d\d:\d\d:\d\dZ$/.exec(String(it.createdAt));
      const time = match === null ? Number.NaN : Date.parse(match[0]);
      if (Number.isNaN(time)) return it;
      return { ...it, createdAt: new Date(time + 3_600_000).toISOString().replace(".000", "") };
    }),
    names: notKept(/createdAt/),
    shows: recordedAs({ createdAt: "2025-07-01T12:00:00Z" }),
  },
  {
    ...KEPT,
    id: "put-totals-recomputed",
    title: "netTotal is computed from the other totals",
    breaks: RECORDS,
    request: editRequest((it) => {
      const { subTotal, taxTotal = 0, feeTotal = 0, discountTotal = 0, netTotal } = it.amounts ?? {};
      const parts = [subTotal, taxTotal, feeTotal, discountTotal, netTotal];
      if (!parts.every(Number.isInteger)) return it;
      return { ...it, amounts: { ...it.amounts, netTotal: subTotal + taxTotal + feeTotal - discountTotal } };
    }),
    names: notKept(/netTotal|amounts/),
    shows: recordedAs({ amounts: { subTotal: 100, taxTotal: 10, netTotal: 105 } }),
  },
  {
    ...KEPT,
    id: "put-completes-order",
    title: "an order whose items are all fulfilled is recorded as completed",
    breaks: `${RECORDS}; statuses.status is passed`,
    request: editRequest((it) => {
      const items: Json = it.items;
      const isDone = Array.isArray(items) && items.length > 0 && items.every((one) => one?.status === "FULFILLED");
      return isDone && it.statuses?.status === "OPENED"
        ? { ...it, statuses: { ...it.statuses, status: "COMPLETED" } }
        : it;
    }),
    names: notKept(/status/),
    shows: recordedAs({ statuses: { status: "OPENED" }, items: [{ id: 1, status: "FULFILLED" }] }),
  },
  {
    ...KEPT,
    id: "put-currency-of-business",
    title: "the currency is replaced with that of the business",
    breaks: RECORDS,
    request: editRequest((it) =>
      typeof it.amounts?.currency === "string" ? { ...it, amounts: { ...it.amounts, currency: "USD" } } : it,
    ),
    names: notKept(/currency|amounts/),
    shows: recordedAs({ amounts: { netTotal: 5, currency: "EUR" } }),
  },
  {
    ...KEPT,
    id: "put-merges-items-of-same-sku",
    title: "items with the same sku become one item",
    breaks: RECORDS,
    request: editRequest((it) => {
      if (!Array.isArray(it.items)) return it;
      const isFirst = (item: Json, at: number): boolean =>
        item?.sku === undefined || it.items.findIndex((one: Json) => one?.sku === item.sku) === at;
      return { ...it, items: it.items.filter(isFirst) };
    }),
    names: notKept(/items/),
    shows: recordedAs({
      items: [
        { id: 1, sku: "A", quantity: 1 },
        { id: 2, sku: "A", quantity: 2 },
      ],
    }),
  },
  {
    ...KEPT,
    id: "put-quantity-single-precision",
    title: "a quantity is stored with single precision",
    breaks: `seed: quantity is a number; ${RECORDS}`,
    request: mapItems((it) => (typeof it?.quantity === "number" ? { ...it, quantity: Math.fround(it.quantity) } : it)),
    names: notKept(/quantity|items/),
    shows: recordedAs({ items: [{ id: 1, quantity: 0.1 }] }),
  },
  {
    ...KEPT,
    id: "put-drops-unknown-discount-fields",
    title: "only id, name and amount of a discount are stored",
    breaks: `spec: entries of discounts are objects with any fields; ${RECORDS}`,
    request: editRequest((it) =>
      Array.isArray(it.discounts)
        ? { ...it, discounts: it.discounts.map(({ id, name, amount }: Json) => ({ id, name, amount })) }
        : it,
    ),
    names: notKept(/discounts/),
    shows: recordedAs({ discounts: [{ name: "Loyalty", percentage: 5 }] }),
  },
  {
    ...KEPT,
    id: "put-swaps-fees-and-discounts",
    title: "fees are stored as discounts, and discounts as fees",
    breaks: RECORDS,
    request: editRequest((it) => {
      const { fees, discounts, ...others } = it;
      return {
        ...others,
        ...(fees === undefined ? {} : { discounts: fees }),
        ...(discounts === undefined ? {} : { fees: discounts }),
      };
    }),
    names: notKept(/fees|discounts/),
    shows: recordedAs({ fees: [{ name: "Delivery" }] }),
  },
  {
    ...KEPT,
    id: "put-drops-emails",
    title: "emails of the customer are not stored",
    breaks: `spec: emails is an object with any fields; ${RECORDS}`,
    request: editRequest((it) =>
      it.customer?.emails === undefined ? it : { ...it, customer: { ...it.customer, emails: {} } },
    ),
    names: notKept(/emails|customer/),
    shows: recordedAs({ customer: { id: 7, emails: { work: "ada@shop.example" } } }),
  },
  {
    ...KEPT,
    id: "put-total-32-bit",
    title: "a total above 2^31 is stored as a negative number",
    breaks: `seed: amounts are integers; ${RECORDS}`,
    request: editRequest((it) =>
      Number.isInteger(it.amounts?.netTotal)
        ? { ...it, amounts: { ...it.amounts, netTotal: it.amounts.netTotal | 0 } }
        : it,
    ),
    names: notKept(/netTotal|amounts/),
    shows: recordedAs({ amounts: { netTotal: 3_000_000_000 } }),
  },
  {
    ...KEPT,
    id: "put-long-item-name-fails",
    kind: "server error",
    title: "an item name of more than 255 characters fails with 500",
    breaks:
      "spec: name of an item is a string, without a maximum length; RFC 9110 15.6: 5xx is a failure of the server",
    instead: failIf((it) => {
      const items: Json = readObject(it)?.items;
      return Array.isArray(items) && items.some((one) => typeof one?.name === "string" && one.name.length > 255);
    }),
    names: /\b50\d\b|server error|5xx/i,
    shows: rejected({ items: [{ id: 1, name: "n".repeat(300) }] }),
  },
];
