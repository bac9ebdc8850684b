import { createHash } from "node:crypto";
import type { Queries } from "../store/database.js";

/** The number of failures that a subject may have per minute. */
export type LoginFailureLimit = { readonly subject: string; readonly failures: number };

const FAILURE_WINDOW = 60_000;

/** The limits for a sign-in: five failures per minute for a business user, thirty for an application. */
export function getLoginFailureLimits(
  applicationId: string,
  businessId: string,
  username: string,
): readonly LoginFailureLimit[] {
  // Hashed, so that the length of a database key does not depend on the user name.
  const user = createHash("sha256")
    .update(JSON.stringify([businessId, username]))
    .digest("hex");
  return [
    { subject: `user:${user}`, failures: 5 },
    { subject: `application:${applicationId}`, failures: 30 },
  ];
}

/** Seconds until all limits allow another sign-in; undefined when no limit is reached. */
export async function getLimitWait(
  queries: Queries,
  limits: readonly LoginFailureLimit[],
  now: number,
): Promise<number | undefined> {
  const waits: number[] = [];
  for (const { subject, failures } of limits) {
    // The failure that must expire first. Ignores failures in the future, from before the clock was set back.
    const row = await queries.first(
      `SELECT at FROM login_failures WHERE subject = $1 AND at > $2 AND at <= $3
        ORDER BY at DESC LIMIT 1 OFFSET $4`,
      [subject, now - FAILURE_WINDOW, now, failures - 1],
    );
    if (row !== undefined) waits.push(Math.ceil((Number(row.at) + FAILURE_WINDOW - now) / 1000));
  }
  return waits.length === 0 ? undefined : Math.max(...waits);
}

/**
 * Counts a failure against each limit. Returns false when a limit is exceeded. Each slot is taken by one atomic
 * statement, so concurrent guesses on all replicas are limited like consecutive ones.
 */
export async function countFailure(
  queries: Queries,
  limits: readonly LoginFailureLimit[],
  now: number,
): Promise<boolean> {
  let isCounted = true;
  for (const limit of limits) if (!(await takeSlot(queries, limit, now))) isCounted = false;
  return isCounted;
}

async function takeSlot(queries: Queries, { subject, failures }: LoginFailureLimit, now: number): Promise<boolean> {
  const rows = await queries.all("SELECT slot FROM login_failures WHERE subject = $1 AND at > $2 AND at <= $3", [
    subject,
    now - FAILURE_WINDOW,
    now,
  ]);
  const taken = new Set(rows.map(({ slot }) => slot));
  for (let slot = 0; slot < failures; slot += 1) {
    if (taken.has(slot)) continue;
    const changed = await queries.run(
      `INSERT INTO login_failures (subject, slot, at) VALUES ($1, $2, $3) ON CONFLICT (subject, slot)
        DO UPDATE SET at = excluded.at WHERE login_failures.at <= $4 OR login_failures.at > $3`,
      [subject, slot, now, now - FAILURE_WINDOW],
    );
    if (changed === 1) return true;
  }
  return false;
}

/** Deletes failures that no longer count. */
export async function purgeLoginFailures(queries: Queries, now: number): Promise<void> {
  await queries.run("DELETE FROM login_failures WHERE at <= $1", [now - FAILURE_WINDOW]);
}
