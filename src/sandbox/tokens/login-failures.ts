import { createHash } from "node:crypto";
import type { Queries } from "../store/database.js";

/** How many failures a subject may have within a minute. */
export type Limit = { readonly subject: string; readonly failures: number };

const WINDOW = 60_000;

/** The limits of one sign-in: five failures a minute of a business user, thirty of an application. */
export function signInLimits(applicationId: string, businessId: string, username: string): readonly Limit[] {
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
export async function waitOf(queries: Queries, limits: readonly Limit[], now: number): Promise<number | undefined> {
  const waits: number[] = [];
  for (const { subject, failures } of limits) {
    // The failure that has to age out first. One that lies ahead is of a time before the clock was set back.
    const row = await queries.first(
      `SELECT at FROM login_failures WHERE subject = $1 AND at > $2 AND at <= $3
        ORDER BY at DESC LIMIT 1 OFFSET $4`,
      [subject, now - WINDOW, now, failures - 1],
    );
    if (row !== undefined) waits.push(Math.ceil((Number(row.at) + WINDOW - now) / 1000));
  }
  return waits.length === 0 ? undefined : Math.max(...waits);
}

export async function countFailure(queries: Queries, limits: readonly Limit[], now: number): Promise<void> {
  for (const { subject } of limits)
    await queries.run("INSERT INTO login_failures (subject, at) VALUES ($1, $2)", [subject, now]);
}

/** Forgets failures that no limit counts any more. */
export async function purgeFailures(queries: Queries, now: number): Promise<void> {
  await queries.run("DELETE FROM login_failures WHERE at <= $1", [now - WINDOW]);
}
