import type { Defect } from "../defect.js";
import { BILLING } from "./billing.js";
import { DELIVERIES_OF_THIRD } from "./deliveries.js";
import { GET_ORDER_OF_THIRD } from "./get-order.js";
import { HISTORIES_AND_SHIPMENTS_OF_THIRD } from "./histories-and-shipments.js";
import { HOOKS_OF_THIRD } from "./hooks.js";
import { LIST_ORDERS_1 } from "./list-orders-1.js";
import { LIST_ORDERS_2 } from "./list-orders-2.js";
import { RECORD_ORDER_1 } from "./record-order-1.js";
import { RECORD_ORDER_2 } from "./record-order-2.js";
import { TOKEN_OF_THIRD } from "./token.js";
import { TRANSACTIONS_OF_THIRD } from "./transactions.js";
import { UPDATE_ORDER_OF_THIRD } from "./update-order.js";

/** Defects of a third author. All of them are sealed: they only measure the probe. */
export const THIRD: readonly Defect[] = [
  ...LIST_ORDERS_1,
  ...LIST_ORDERS_2,
  ...GET_ORDER_OF_THIRD,
  ...RECORD_ORDER_1,
  ...RECORD_ORDER_2,
  ...UPDATE_ORDER_OF_THIRD,
  ...HISTORIES_AND_SHIPMENTS_OF_THIRD,
  ...TRANSACTIONS_OF_THIRD,
  ...BILLING,
  ...HOOKS_OF_THIRD,
  ...TOKEN_OF_THIRD,
  ...DELIVERIES_OF_THIRD,
];
