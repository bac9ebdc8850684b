import type { Defect } from "../defect.js";
import { ACCESS } from "./access.js";
import { CACHED_READS } from "./cached-reads.js";
import { DELIVERIES } from "./deliveries-of-fifth.js";
import { FILTERED_LISTS } from "./filtered-lists.js";
import { PATCHED_ORDERS } from "./patched-orders.js";
import { READS } from "./reads.js";
import { RECORDED_VALUES } from "./recorded-values.js";
import { REPEATED_WRITES } from "./repeated-writes.js";
import { TOKENS_AND_TRANSACTIONS } from "./tokens-and-transactions.js";

/** Written later than the fourth set, by an author who had only the specification, its documentation and the service. */
export const FIFTH: readonly Defect[] = [
  ...RECORDED_VALUES,
  ...REPEATED_WRITES,
  ...PATCHED_ORDERS,
  ...FILTERED_LISTS,
  ...READS,
  ...CACHED_READS,
  ...ACCESS,
  ...TOKENS_AND_TRANSACTIONS,
  ...DELIVERIES,
];
