import type { Alone } from "./alone.js";
import { domainTime, readClock } from "./clock.js";
import { purgeHistory } from "./deliveries/index.js";
import { purgeVersions } from "./orders/index.js";
import { purgeRequestIds } from "./request-ids.js";
import type { Database, Queries } from "./store/database.js";
import { purgeTokens } from "./tokens/index.js";
import type { World } from "./world.js";

/** What has to be forgotten after its time, by the domain clock: each within a transaction of its own. */
export const HOUSEKEEPING: readonly ((queries: Queries, now: number) => Promise<void>)[] = [
  purgeRequestIds,
  purgeTokens,
  purgeVersions,
  purgeHistory,
];

/** Not while the clock is being moved: what is old by the time before that may be new by the time after it. */
export async function keepHouse(database: Database, { realClock }: World, { ifFree }: Alone): Promise<void> {
  await ifFree(async () => {
    const now = domainTime(await readClock(database), realClock.now());
    for (const keep of HOUSEKEEPING) await database.transaction((queries) => keep(queries, now));
  });
}
