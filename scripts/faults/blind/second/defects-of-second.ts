import type { Defect } from "../defect.js";
import { CHANGES_OVER_TIME } from "./changes-over-time.js";
import { DELIVERIES } from "./deliveries.js";
import { GET_ORDER_1 } from "./get-order.js";
import { HISTORIES_AND_SHIPMENTS } from "./histories-and-shipments.js";
import { HOOKS } from "./hooks.js";
import { LIST_ORDERS_1 } from "./list-orders-1.js";
import { LIST_ORDERS_2 } from "./list-orders-2.js";
import { PLANS_OF_APPLICATION } from "./plans.js";
import { RECORD_ORDER_1 } from "./record-order-1.js";
import { RECORD_ORDER_2 } from "./record-order-2.js";
import { RECORD_ORDER_3 } from "./record-order-3.js";
import { SIGNATURES } from "./signatures.js";
import { SUBSCRIPTIONS } from "./subscriptions.js";
import { TOKEN } from "./token.js";
import { TRANSACTIONS_1 } from "./transactions-1.js";
import { TRANSACTIONS_2 } from "./transactions-2.js";
import { UPDATE_ORDER_1 } from "./update-order-1.js";
import { UPDATE_ORDER_2 } from "./update-order-2.js";

/** A second set of defects of the sandbox. All of them only measure the probe. */
export const SECOND: readonly Defect[] = [
  ...LIST_ORDERS_1,
  ...LIST_ORDERS_2,
  ...GET_ORDER_1,
  ...RECORD_ORDER_1,
  ...RECORD_ORDER_2,
  ...RECORD_ORDER_3,
  ...UPDATE_ORDER_1,
  ...UPDATE_ORDER_2,
  ...HISTORIES_AND_SHIPMENTS,
  ...TRANSACTIONS_1,
  ...TRANSACTIONS_2,
  ...SUBSCRIPTIONS,
  ...PLANS_OF_APPLICATION,
  ...HOOKS,
  ...DELIVERIES,
  ...SIGNATURES,
  ...TOKEN,
  ...CHANGES_OVER_TIME,
];
