import { getSubscription, listPlans, listSubscriptions } from "../billing/index.js";
import type { OperationHandler } from "../context/request-context.js";
import type { DeliveryProfile } from "../delivery-urls/delivery-profile.js";
import { createHookHandler } from "../hooks/create-hook.js";
import {
  getOrder,
  listOrderHistories,
  listOrderShipments,
  listOrders,
  recordOrder,
  updateOrder,
} from "../orders/index.js";
import { createToken } from "../tokens/index.js";
import { listTransactions } from "../transactions/list-transactions.js";
import { rejectUnstorable } from "./reject-unstorable.js";

/** The handlers of all operations, keyed by operationId. */
export function createHandlers(profile: DeliveryProfile): Readonly<Record<string, OperationHandler>> {
  const handlers = {
    createToken,
    listOrders,
    getOrder,
    listOrderShipments,
    listOrderHistories,
    recordOrder,
    updateOrder,
    listTransactions,
    listSubscriptions,
    getSubscription,
    listPlans,
    createHook: createHookHandler(profile),
  };
  return Object.fromEntries(Object.entries(handlers).map(([id, handler]) => [id, wrapRejectingUnstorable(handler)]));
}

/** Rejects requests with values that a database cannot store. */
function wrapRejectingUnstorable({ kind, handle }: OperationHandler): OperationHandler {
  return { kind, handle: async (call, queries, app) => rejectUnstorable(call) ?? handle(call, queries, app) };
}
