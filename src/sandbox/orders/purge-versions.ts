import type { Queries } from "../store/database.js";

/** How long a listing can be paged after it was begun: versions that went longer ago are deleted. */
export const VERSION_LIFETIME = 24 * 60 * 60 * 1000;

/**
 * Deletes the versions of orders and transactions that nobody can page to any more, and notes for each business from which
 * view on it can. To be run in a transaction, by the domain time.
 */
export async function purgeVersions(queries: Queries, now: number): Promise<void> {
  const before = now - VERSION_LIFETIME;
  const gone = await queries.all(
    `SELECT business_id, MAX(until_sequence) AS until FROM
      (SELECT business_id, until_sequence FROM orders WHERE gone_at <= $1
        UNION ALL SELECT business_id, until_sequence FROM transactions WHERE gone_at <= $1) AS gone
      GROUP BY business_id ORDER BY business_id`,
    [before],
  );
  // The rows that writers wait on, in one order for everybody, before any other.
  for (const { business_id, until } of gone)
    await queries.run("UPDATE businesses SET oldest_view = $1 WHERE id = $2 AND oldest_view < $1", [
      Number(until),
      String(business_id),
    ]);
  // A write that began before the clock was advanced may have added to them meanwhile: that is noted next time, and goes then.
  for (const table of ["orders", "transactions"])
    await queries.run(
      `DELETE FROM ${table} WHERE gone_at <= $1
        AND until_sequence <= (SELECT oldest_view FROM businesses WHERE businesses.id = business_id)`,
      [before],
    );
}
