import { changeStatus, editBody } from "./edits.js";
import { type Fault, listFaults } from "./fault.js";

/** Defects of single responses. */
export const RESPONSE_FAULTS: readonly Fault[] = listFaults({
  "response.status.undocumented": {
    "wrong status: 202 for 200, getOrder": { response: changeStatus(200, 202) },
    "wrong status: 200 for 201, createHook": { response: changeStatus(201, 200) },
    "wrong status: 204 with a body, listPlans": { response: changeStatus(200, 204) },
    "wrong error status: 409 for 400, recordOrder": { response: changeStatus(400, 409) },
    "wrong error status: 422 for 400, listOrders": { response: changeStatus(400, 422) },
    "wrong error status: 410 for 404, getOrder": { response: changeStatus(404, 410) },
  },
  "response.body.invalid": {
    "required field dropped: links, listOrders": { response: editBody(({ links: _, ...rest }) => rest) },
    "required field dropped: count, listTransactions": { response: editBody(({ count: _, ...rest }) => rest) },
    "required field dropped: secret, createHook": { response: editBody(({ secret: _, ...rest }) => rest) },
    "type changed: count is a string, listOrders": { response: editBody((it) => ({ ...it, count: String(it.count) })) },
    "type changed: netTotal is a string, getOrder": {
      response: editBody((it) => ({ ...it, amounts: { ...it.amounts, netTotal: "12.00" } })),
    },
    "type changed: item id is a string, recordOrder": {
      response: editBody((it) => ({ ...it, items: (it.items ?? []).map((item: object) => ({ ...item, id: "x" })) })),
    },
    "type changed: taxExempted is 0, getOrder": { response: editBody((it) => ({ ...it, taxExempted: 0 })) },
    "null instead of an object, getOrder": { response: editBody((it) => ({ ...it, statuses: null })) },
    "object instead of an array, listOrderHistories": { response: editBody((it) => ({ histories: it })) },
    "array instead of an object, getSubscription": { response: editBody((it) => [it]) },
    "invalid format: time with milliseconds, getOrder": {
      response: editBody((it) => ({ ...it, updatedAt: "2026-03-14T09:26:53.589Z" })),
    },
    "invalid format: time with an offset, getSubscription": {
      response: editBody((it) => ({ ...it, updatedAt: "2026-03-14T09:26:53+01:00" })),
    },
    "invalid format: id is not a UUID, createHook": { response: editBody((it) => ({ ...it, id: "hook-1" })) },
    "constant violated: active is false, createHook": { response: editBody((it) => ({ ...it, active: false })) },
    "nested type changed: orderAmount of a transaction is a string, listTransactions": {
      response: editBody((it) => ({
        ...it,
        transactions: it.transactions.map((one: { amounts: object }) => ({
          ...one,
          amounts: { ...one.amounts, orderAmount: "1" },
        })),
      })),
    },
  },
  "exchange.resource.differs or exchange.write.lost": {
    "field dropped: orderNumber of a single order, getOrder": {
      response: editBody(({ orderNumber: _, ...rest }) => rest),
    },
  },
  "exchange.resource.differs": {
    "field dropped: planId of a single subscription, getSubscription": {
      response: editBody(({ planId: _, ...rest }) => rest),
    },
  },
  "response.body.not-in-enum": {
    "value not in the enum: order status, getOrder": {
      response: editBody((it) => ({ ...it, statuses: { ...it.statuses, status: "DONE" } })),
    },
    "value not in the enum: phase, getSubscription": { response: editBody((it) => ({ ...it, phase: "full" })) },
  },
  "response.body.undeclared": {
    "field renamed: createdAt, getSubscription": {
      response: editBody(({ createdAt, ...rest }) => ({ ...rest, created_at: createdAt })),
    },
  },
});
