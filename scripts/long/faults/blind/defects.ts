import type { Defect } from "./defect.js";
import { BILLING } from "./earlier/billing.js";
import { HOOKS_AND_TOKENS } from "./earlier/hooks-and-tokens.js";
import { LISTED_ORDERS } from "./earlier/listed-orders.js";
import { PARTS_OF_ORDERS } from "./earlier/parts-of-orders.js";
import { READ_ORDERS } from "./earlier/read-orders.js";
import { RECORDED_ORDERS } from "./earlier/recorded-orders.js";
import { TRANSACTION_LISTS } from "./earlier/transactions.js";
import { UPDATED_ORDERS } from "./earlier/updated-orders.js";
import { EIGHTH } from "./eighth/defects-of-eighth.js";
import { FOREIGN_OPENED_1 } from "./foreign/opened-1.js";
import { FOREIGN_OPENED_2 } from "./foreign/opened-2.js";
import { FOREIGN_SEALED_1 } from "./foreign/sealed-1.js";
import { FOREIGN_SEALED_2 } from "./foreign/sealed-2.js";
import { SEVENTH } from "./seventh/defects-of-seventh.js";

/**
 * Sets of defects by authors who did not know the probe. `earlier` has those of the sets one to six that no other kept defect resembles;
 * `foreign` those of two services of others.
 */
export const DEFECTS: Readonly<Record<string, readonly Defect[]>> = {
  earlier: [
    ...BILLING,
    ...HOOKS_AND_TOKENS,
    ...LISTED_ORDERS,
    ...PARTS_OF_ORDERS,
    ...READ_ORDERS,
    ...RECORDED_ORDERS,
    ...TRANSACTION_LISTS,
    ...UPDATED_ORDERS,
  ],
  foreign: [...FOREIGN_OPENED_1, ...FOREIGN_OPENED_2, ...FOREIGN_SEALED_1, ...FOREIGN_SEALED_2],
  seventh: SEVENTH,
  eighth: EIGHTH,
};
