import type { Defect } from "../defect.js";
import { BILLING } from "./billing.js";
import { EVENTS } from "./events.js";
import { HOOKS_AND_TOKENS } from "./hooks-and-tokens.js";
import { LIST_ORDERS_FILTERS } from "./list-orders-filters.js";
import { LIST_ORDERS_PAGES } from "./list-orders-pages.js";
import { READ_ORDERS } from "./read-order.js";
import { RECORD_ORDERS } from "./record-order.js";
import { TRANSACTIONS } from "./transactions.js";
import { UPDATE_ORDERS } from "./update-order.js";

export const SEVENTH: readonly Defect[] = [
  ...RECORD_ORDERS,
  ...UPDATE_ORDERS,
  ...READ_ORDERS,
  ...LIST_ORDERS_FILTERS,
  ...LIST_ORDERS_PAGES,
  ...TRANSACTIONS,
  ...BILLING,
  ...HOOKS_AND_TOKENS,
  ...EVENTS,
];
