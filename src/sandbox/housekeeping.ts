import { purgeHistory } from "./deliveries/index.js";
import { purgeVersions } from "./orders/index.js";
import { purgeRequestIds } from "./request-ids.js";
import type { Queries } from "./store/database.js";
import { purgeTokens } from "./tokens/index.js";

/** What has to be forgotten after its time, by the domain clock: each within a transaction of its own. */
export const HOUSEKEEPING: readonly ((queries: Queries, now: number) => Promise<void>)[] = [
  purgeRequestIds,
  purgeTokens,
  purgeVersions,
  purgeHistory,
];
