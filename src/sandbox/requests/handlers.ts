import { getSubscription, listPlans, listSubscriptions } from "../billing/list-subscriptions.js";
import { createHook } from "../hooks/create-hook.js";
import { getOrder, listOrderHistories, listOrderShipments, listOrders } from "../orders/list-orders.js";
import { recordOrder } from "../orders/record-order.js";
import { updateOrder } from "../orders/update-order.js";
import { createToken } from "../tokens/create-token.js";
import { listTransactions } from "../transactions/list-transactions.js";
import type { OperationHandlers } from "./operation-server.js";

/**
 * The handlers of all operations. `createToken` runs outside a transaction because password hashing is slow; it never
 * repeats a response, because its responses contain secrets.
 */
export const HANDLERS: OperationHandlers = {
  write: { recordOrder, updateOrder, createHook },
  read: {
    ...{ createToken, listOrders, getOrder, listOrderShipments, listOrderHistories, listTransactions },
    ...{ listSubscriptions, getSubscription, listPlans },
  },
};
