import { getSubscription, listPlans, listSubscriptions } from "./billing/index.js";
import type { Handler } from "./call.js";
import type { DeliveryProfile } from "./deliveries/addresses.js";
import { createHookIn } from "./hooks/create-hook.js";
import {
  getOrder,
  listOrderHistories,
  listOrderShipments,
  listOrders,
  recordOrder,
  updateOrder,
} from "./orders/index.js";
import { createToken } from "./tokens/index.js";
import { listTransactions } from "./transactions/list-transactions.js";
import { unstorable } from "./unstorable.js";

/** What answers each operation of the contract, by its operationId. */
export function createHandlers(profile: DeliveryProfile): Readonly<Record<string, Handler>> {
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
    createHook: createHookIn(profile),
  };
  return Object.fromEntries(Object.entries(handlers).map(([id, handler]) => [id, careful(handler)]));
}

/** Asks nothing of a database that it could not hold. */
function careful({ kind, answer }: Handler): Handler {
  return { kind, answer: async (call, queries, world) => unstorable(call) ?? answer(call, queries, world) };
}
