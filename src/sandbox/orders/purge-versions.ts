import type { Queries } from "../store/database.js";

/** How long a list can be paged after its first page, in milliseconds. Versions replaced before that are deleted. */
export const VERSION_LIFETIME = 24 * 60 * 60 * 1000;

/**
 * Deletes versions of orders and transactions that no list can reach any more, and records the oldest view that remains
 * for each business. Must run in a transaction.
 *
 * @param now domain time
 */
export async function purgeVersions(queries: Queries, now: number): Promise<void> {
  const before = now - VERSION_LIFETIME;
  const expired = await queries.all(
    `SELECT business_id, MAX(until_sequence) AS until FROM
      (SELECT business_id, until_sequence FROM orders WHERE gone_at <= $1
        UNION ALL SELECT business_id, until_sequence FROM transactions WHERE gone_at <= $1) AS gone
      GROUP BY business_id ORDER BY business_id`,
    [before],
  );
  // Locks the rows of businesses first and in a fixed order, like all writers, to avoid deadlocks.
  for (const { business_id, until } of expired)
    await queries.run("UPDATE businesses SET oldest_view = $1 WHERE id = $2 AND oldest_view < $1", [
      Number(until),
      String(business_id),
    ]);
  // A write from before the clock was advanced may have added expired versions meanwhile; the next run deletes those.
  for (const table of ["orders", "transactions"])
    await queries.run(
      `DELETE FROM ${table} WHERE gone_at <= $1
        AND until_sequence <= (SELECT oldest_view FROM businesses WHERE businesses.id = business_id)`,
      [before],
    );
}
