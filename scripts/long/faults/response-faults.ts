import { changeStatus, editBody } from "./edits.js";
import type { Fault } from "./fault.js";

const INVALID = ["response.body.invalid"];
const STATUS = ["response.status.undocumented"];

/** Defects of single responses. */
export const RESPONSE_FAULTS: readonly Fault[] = [
  { name: "wrong status: 202 for 200", operation: "getOrder", codes: STATUS, response: changeStatus(200, 202) },
  { name: "wrong status: 200 for 201", operation: "createHook", codes: STATUS, response: changeStatus(201, 200) },
  { name: "wrong status: 204 with a body", operation: "listPlans", codes: STATUS, response: changeStatus(200, 204) },
  {
    name: "wrong error status: 409 for 400",
    operation: "recordOrder",
    codes: STATUS,
    response: changeStatus(400, 409),
  },
  { name: "wrong error status: 422 for 400", operation: "listOrders", codes: STATUS, response: changeStatus(400, 422) },
  { name: "wrong error status: 410 for 404", operation: "getOrder", codes: STATUS, response: changeStatus(404, 410) },
  {
    name: "required field dropped: links",
    operation: "listOrders",
    codes: INVALID,
    response: editBody(({ links: _, ...rest }) => rest),
  },
  {
    name: "required field dropped: count",
    operation: "listTransactions",
    codes: INVALID,
    response: editBody(({ count: _, ...rest }) => rest),
  },
  {
    name: "required field dropped: secret",
    operation: "createHook",
    codes: INVALID,
    response: editBody(({ secret: _, ...rest }) => rest),
  },
  {
    name: "field dropped: orderNumber of a single order",
    operation: "getOrder",
    codes: ["exchange.resource.differs", "exchange.write.lost"],
    response: editBody(({ orderNumber: _, ...rest }) => rest),
  },
  {
    name: "field dropped: planId of a single subscription",
    operation: "getSubscription",
    codes: ["exchange.resource.differs"],
    response: editBody(({ planId: _, ...rest }) => rest),
  },
  {
    name: "type changed: count is a string",
    operation: "listOrders",
    codes: INVALID,
    response: editBody((it) => ({ ...it, count: String(it.count) })),
  },
  {
    name: "type changed: netTotal is a string",
    operation: "getOrder",
    codes: INVALID,
    response: editBody((it) => ({ ...it, amounts: { ...it.amounts, netTotal: "12.00" } })),
  },
  {
    name: "type changed: item id is a string",
    operation: "recordOrder",
    codes: INVALID,
    response: editBody((it) => ({ ...it, items: (it.items ?? []).map((item: object) => ({ ...item, id: "x" })) })),
  },
  {
    name: "type changed: taxExempted is 0",
    operation: "getOrder",
    codes: INVALID,
    response: editBody((it) => ({ ...it, taxExempted: 0 })),
  },
  {
    name: "null instead of an object",
    operation: "getOrder",
    codes: INVALID,
    response: editBody((it) => ({ ...it, statuses: null })),
  },
  {
    name: "object instead of an array",
    operation: "listOrderHistories",
    codes: INVALID,
    response: editBody((it) => ({ histories: it })),
  },
  {
    name: "array instead of an object",
    operation: "getSubscription",
    codes: INVALID,
    response: editBody((it) => [it]),
  },
  {
    name: "value not in the enum: order status",
    operation: "getOrder",
    codes: ["response.body.not-in-enum"],
    response: editBody((it) => ({ ...it, statuses: { ...it.statuses, status: "DONE" } })),
  },
  {
    name: "value not in the enum: phase",
    operation: "getSubscription",
    codes: ["response.body.not-in-enum"],
    response: editBody((it) => ({ ...it, phase: "full" })),
  },
  {
    name: "field renamed: createdAt",
    operation: "getSubscription",
    codes: ["response.body.undeclared"],
    response: editBody(({ createdAt, ...rest }) => ({ ...rest, created_at: createdAt })),
  },
  {
    name: "invalid format: time with milliseconds",
    operation: "getOrder",
    codes: INVALID,
    response: editBody((it) => ({ ...it, updatedAt: "2026-03-14T09:26:53.589Z" })),
  },
  {
    name: "invalid format: time with an offset",
    operation: "getSubscription",
    codes: INVALID,
    response: editBody((it) => ({ ...it, updatedAt: "2026-03-14T09:26:53+01:00" })),
  },
  {
    name: "invalid format: id is not a UUID",
    operation: "createHook",
    codes: INVALID,
    response: editBody((it) => ({ ...it, id: "hook-1" })),
  },
  {
    name: "constant violated: active is false",
    operation: "createHook",
    codes: INVALID,
    response: editBody((it) => ({ ...it, active: false })),
  },
  {
    name: "nested type changed: orderAmount of a transaction is a string",
    operation: "listTransactions",
    codes: INVALID,
    response: editBody((it) => ({
      ...it,
      transactions: it.transactions.map((one: { amounts: object }) => ({
        ...one,
        amounts: { ...one.amounts, orderAmount: "1" },
      })),
    })),
  },
];
