import type { Defect } from "../defect.js";
import { BILLING_OF_FOURTH } from "./billing.js";
import { EVENTS_OF_FOURTH } from "./events.js";
import { GET_ORDER_OF_FOURTH } from "./get-order.js";
import { HISTORIES_AND_SHIPMENTS_OF_FOURTH } from "./histories-and-shipments.js";
import { HOOKS_OF_FOURTH } from "./hooks.js";
import { LIST_ORDERS_OF_FOURTH } from "./list-orders.js";
import { LIST_TRANSACTIONS_OF_FOURTH } from "./list-transactions.js";
import { RECORD_ORDER_OF_FOURTH } from "./record-order.js";
import { TOKEN_OF_FOURTH } from "./token.js";
import { UPDATE_ORDER_OF_FOURTH } from "./update-order.js";

/** A fourth set of defects of the sandbox. All of them only measure the probe. */
export const FOURTH: readonly Defect[] = [
  ...LIST_ORDERS_OF_FOURTH,
  ...GET_ORDER_OF_FOURTH,
  ...RECORD_ORDER_OF_FOURTH,
  ...UPDATE_ORDER_OF_FOURTH,
  ...HISTORIES_AND_SHIPMENTS_OF_FOURTH,
  ...LIST_TRANSACTIONS_OF_FOURTH,
  ...BILLING_OF_FOURTH,
  ...HOOKS_OF_FOURTH,
  ...TOKEN_OF_FOURTH,
  ...EVENTS_OF_FOURTH,
];
