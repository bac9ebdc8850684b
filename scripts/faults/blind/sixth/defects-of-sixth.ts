import type { Defect } from "../defect.js";
import { BILLING_DEFECTS } from "./billing.js";
import { DELIVERIES_DEFECTS } from "./deliveries.js";
import { GET_ORDER_DEFECTS } from "./get-order.js";
import { LIST_ORDERS_DEFECTS } from "./list-orders.js";
import { PARTS_OF_ORDER_DEFECTS } from "./parts-of-order.js";
import { RECORD_ORDER_DEFECTS } from "./record-order.js";
import { TOKEN_AND_HOOKS_DEFECTS } from "./token-and-hooks.js";
import { TRANSACTIONS_DEFECTS } from "./transactions.js";
import { UPDATE_ORDER_DEFECTS } from "./update-order.js";

export const SIXTH: readonly Defect[] = [
  ...RECORD_ORDER_DEFECTS,
  ...UPDATE_ORDER_DEFECTS,
  ...GET_ORDER_DEFECTS,
  ...PARTS_OF_ORDER_DEFECTS,
  ...LIST_ORDERS_DEFECTS,
  ...TRANSACTIONS_DEFECTS,
  ...BILLING_DEFECTS,
  ...TOKEN_AND_HOOKS_DEFECTS,
  ...DELIVERIES_DEFECTS,
];
