import type { Database, Queries, Row } from "../store/database.js";
import { lockHook } from "./hook-health.js";

/** Releases deliveries whose sender crashed during an attempt. */
export async function releaseExpiredLeases(database: Database, now: number): Promise<void> {
  const leaseNow = await database.leaseNow();
  const expired = "state = 'sending' AND lease_until <= $1";
  const found = await database.first(`SELECT 1 AS found FROM deliveries WHERE ${expired} LIMIT 1`, [leaseNow]);
  if (found === undefined) return;
  await database.transaction(async (queries) => {
    const sql = `SELECT id, hook_id, attempt FROM deliveries WHERE ${expired} ORDER BY hook_id, id${formatSkipLocked(queries.engine)}`;
    const rows = await queries.all(sql, [leaseNow]);
    const reason = "the sender stopped before it received a response; the listener may have received the delivery";
    await releaseAttempts(queries, rows.map(readAttemptReference), { reason, now });
  });
}

/** An attempt that is no longer running. */
export type AttemptReference = { readonly id: string; readonly hookId: string; readonly attempt: number };

function readAttemptReference(row: Row): AttemptReference {
  return { id: String(row.id), hookId: String(row.hook_id), attempt: Number(row.attempt) };
}

/**
 * Makes leased deliveries pending again with their former due time. Deliveries of hooks that were deactivated meanwhile
 * become `disabled`.
 */
export async function releaseAttempts(
  queries: Queries,
  attempts: readonly AttemptReference[],
  { reason, now }: { readonly reason: string; readonly now: number },
): Promise<void> {
  const inactive = new Set<string>();
  for (const hookId of new Set(attempts.map((attempt) => attempt.hookId)))
    if ((await lockHook(queries, hookId)) === false) inactive.add(hookId);
  for (const { id, hookId, attempt } of attempts) {
    const [state, settledAt] = inactive.has(hookId) ? ["disabled", now] : ["pending", null];
    await queries.run(
      `UPDATE deliveries SET state = $3, settled_at = $4, lease_until = 0, lease_by = NULL
        WHERE id = $1 AND attempt = $2`,
      [id, attempt, state, settledAt],
    );
    await queries.run("UPDATE attempts SET reason = $3 WHERE delivery_id = $1 AND attempt = $2", [id, attempt, reason]);
  }
}

/** SQLite has a single writer, so there are no locked rows to skip. */
export function formatSkipLocked(engine: Database["engine"]): string {
  return engine === "postgres" ? " FOR UPDATE SKIP LOCKED" : "";
}
