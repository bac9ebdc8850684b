import { body, status } from "./edits.js";
import type { Fault } from "./fault.js";

const INVALID = ["response.body.invalid"];
const STATUS = ["response.status.undocumented"];

/** Defects of single answers. */
export const ANSWER_FAULTS: readonly Fault[] = [
  { name: "wrong status: 202 for 200", operation: "getOrder", codes: STATUS, answer: status(200, 202) },
  { name: "wrong status: 200 for 201", operation: "createHook", codes: STATUS, answer: status(201, 200) },
  { name: "wrong status: 204 with a body", operation: "listPlans", codes: STATUS, answer: status(200, 204) },
  { name: "wrong error status: 409 for 400", operation: "recordOrder", codes: STATUS, answer: status(400, 409) },
  { name: "wrong error status: 422 for 400", operation: "listOrders", codes: STATUS, answer: status(400, 422) },
  { name: "wrong error status: 410 for 404", operation: "getOrder", codes: STATUS, answer: status(404, 410) },
  {
    name: "required field dropped: links",
    operation: "listOrders",
    codes: INVALID,
    answer: body(({ links: _, ...rest }) => rest),
  },
  {
    name: "required field dropped: count",
    operation: "listTransactions",
    codes: INVALID,
    answer: body(({ count: _, ...rest }) => rest),
  },
  {
    name: "required field dropped: secret",
    operation: "createHook",
    codes: INVALID,
    answer: body(({ secret: _, ...rest }) => rest),
  },
  {
    name: "field dropped: orderNumber of one order",
    operation: "getOrder",
    codes: ["exchange.resource.differs", "exchange.write.lost"],
    answer: body(({ orderNumber: _, ...rest }) => rest),
  },
  {
    name: "field dropped: planId of one subscription",
    operation: "getSubscription",
    codes: ["exchange.resource.differs"],
    answer: body(({ planId: _, ...rest }) => rest),
  },
  {
    name: "type changed: count as text",
    operation: "listOrders",
    codes: INVALID,
    answer: body((it) => ({ ...it, count: String(it.count) })),
  },
  {
    name: "type changed: amounts as text",
    operation: "getOrder",
    codes: INVALID,
    answer: body((it) => ({ ...it, amounts: { ...it.amounts, netTotal: "12.00" } })),
  },
  {
    name: "type changed: item id as text",
    operation: "recordOrder",
    codes: INVALID,
    answer: body((it) => ({ ...it, items: (it.items ?? []).map((item: object) => ({ ...item, id: "x" })) })),
  },
  {
    name: "type changed: taxExempted as 0",
    operation: "getOrder",
    codes: INVALID,
    answer: body((it) => ({ ...it, taxExempted: 0 })),
  },
  {
    name: "null for an object",
    operation: "getOrder",
    codes: INVALID,
    answer: body((it) => ({ ...it, statuses: null })),
  },
  {
    name: "object for an array",
    operation: "listOrderHistories",
    codes: INVALID,
    answer: body((it) => ({ histories: it })),
  },
  { name: "array for an object", operation: "getSubscription", codes: INVALID, answer: body((it) => [it]) },
  {
    name: "enumeration changed: order status",
    operation: "getOrder",
    codes: ["response.body.not-in-enum"],
    answer: body((it) => ({ ...it, statuses: { ...it.statuses, status: "DONE" } })),
  },
  {
    name: "enumeration changed: phase",
    operation: "getSubscription",
    codes: ["response.body.not-in-enum"],
    answer: body((it) => ({ ...it, phase: "full" })),
  },
  {
    name: "field renamed: createdAt",
    operation: "getSubscription",
    codes: ["response.body.undeclared"],
    answer: body(({ createdAt, ...rest }) => ({ ...rest, created_at: createdAt })),
  },
  {
    name: "format broken: time with milliseconds",
    operation: "getOrder",
    codes: INVALID,
    answer: body((it) => ({ ...it, updatedAt: "2026-03-14T09:26:53.589Z" })),
  },
  {
    name: "format broken: time with an offset",
    operation: "getSubscription",
    codes: INVALID,
    answer: body((it) => ({ ...it, updatedAt: "2026-03-14T09:26:53+01:00" })),
  },
  {
    name: "format broken: id is no UUID",
    operation: "createHook",
    codes: INVALID,
    answer: body((it) => ({ ...it, id: "hook-1" })),
  },
  {
    name: "constant broken: active is false",
    operation: "createHook",
    codes: INVALID,
    answer: body((it) => ({ ...it, active: false })),
  },
  {
    name: "nested: a transaction's amount as text",
    operation: "listTransactions",
    codes: INVALID,
    answer: body((it) => ({
      ...it,
      transactions: it.transactions.map((one: { amounts: object }) => ({
        ...one,
        amounts: { ...one.amounts, orderAmount: "1" },
      })),
    })),
  },
];
