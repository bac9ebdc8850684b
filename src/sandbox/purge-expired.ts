import type { AppContext } from "./context/app-context.js";
import { getDomainTime, readClock } from "./context/domain-clock.js";
import { purgeHistory } from "./deliveries/index.js";
import { purgeVersions } from "./orders/index.js";
import { purgeRequestIds } from "./requests/idempotency.js";
import type { ClusterLock } from "./store/cluster-lock.js";
import type { Database, Queries } from "./store/database.js";
import { purgeTokens } from "./tokens/index.js";

/** What has to be forgotten after its time, by the domain clock: each within a transaction of its own. */
export const PURGE_TASKS: readonly ((queries: Queries, now: number) => Promise<void>)[] = [
  purgeRequestIds,
  purgeTokens,
  purgeVersions,
  purgeHistory,
];

/** Not while the clock is being moved: what is old by the time before that may be new by the time after it. */
export async function purgeExpired(
  database: Database,
  { realClock }: AppContext,
  { tryRun }: ClusterLock,
): Promise<void> {
  await tryRun(async () => {
    const now = getDomainTime(await readClock(database), realClock.now());
    for (const keep of PURGE_TASKS) await database.transaction((queries) => keep(queries, now));
  });
}
