import { createHash } from "node:crypto";
import type { Queries } from "../store/database.js";

/** How many failures a subject may have within a minute. */
export type LoginFailureLimit = { readonly subject: string; readonly failures: number };

const FAILURE_WINDOW = 60_000;

/** The limits of one sign-in: five failures a minute of a business user, thirty of an application. */
export function getLoginFailureLimits(
  applicationId: string,
  businessId: string,
  username: string,
): readonly LoginFailureLimit[] {
  // As a hash, so that no name, however long, becomes a key of the database.
  const user = createHash("sha256")
    .update(JSON.stringify([businessId, username]))
    .digest("hex");
  return [
    { subject: `user:${user}`, failures: 5 },
    { subject: `application:${applicationId}`, failures: 30 },
  ];
}

/** Seconds until a limit that is reached leaves room again; undefined when none is. */
export async function getLimitWait(
  queries: Queries,
  limits: readonly LoginFailureLimit[],
  now: number,
): Promise<number | undefined> {
  const waits: number[] = [];
  for (const { subject, failures } of limits) {
    // The failure that has to age out first. One that lies ahead is of a time before the clock was set back.
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
 * Counts a failure in each limit; false when one has no room for it any more. One statement takes a slot, so that of any
 * number of guesses that are made at once, at any number of replicas, no more are judged than of those one after another.
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

/** Forgets failures that no limit counts any more. */
export async function purgeLoginFailures(queries: Queries, now: number): Promise<void> {
  await queries.run("DELETE FROM login_failures WHERE at <= $1", [now - FAILURE_WINDOW]);
}
