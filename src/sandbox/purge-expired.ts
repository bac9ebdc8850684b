import type { AppContext } from "./context/app-context.js";
import { getDomainTime, readClock } from "./context/domain-clock.js";
import { purgeHistory } from "./deliveries/index.js";
import { purgeVersions } from "./orders/index.js";
import { purgeRequestIds } from "./requests/idempotency.js";
import type { ClusterLock } from "./store/cluster-lock.js";
import type { Database, Queries } from "./store/database.js";
import { purgeTokens } from "./tokens/index.js";

/** Tasks that delete expired data by domain time; each needs its own transaction. */
export const PURGE_TASKS: readonly ((queries: Queries, now: number) => Promise<void>)[] = [
  purgeRequestIds,
  purgeTokens,
  purgeVersions,
  purgeHistory,
];

/**
 * Deletes expired data. Does nothing while the clock is being changed, because data may not be expired at the new time.
 */
export async function purgeExpired(
  database: Database,
  { realClock }: AppContext,
  { tryRun }: ClusterLock,
): Promise<void> {
  await tryRun(async () => {
    const now = getDomainTime(await readClock(database), realClock.now());
    for (const purge of PURGE_TASKS) await database.transaction((queries) => purge(queries, now));
  });
}
