import { createHash } from "node:crypto";
import type { AppContext } from "../context/app-context.js";
import { deriveBytes } from "../context/derived-ids.js";
import type { Caller } from "../context/request-context.js";
import type { Queries } from "../store/database.js";
import type { GrantContext } from "./access-token.js";

/** Derives a 256-bit token from the seed and a purpose. It cannot be guessed without the seed. */
export function deriveRefreshToken(app: AppContext, ...purpose: readonly string[]): string {
  return Buffer.from(deriveBytes(app.seed, "refresh-token", ...purpose)).toString("base64url");
}

export function hashRefreshToken(token: string): string {
  return createHash("sha256").update(token).digest("hex");
}

/**
 * Stores a token unless it is already stored. A successor is stored only if its predecessor still exists: a reset may
 * have deleted it meanwhile.
 */
export async function storeRefreshToken(
  { queries, app, now }: GrantContext,
  token: { readonly hash: string; readonly family: string; readonly grant: Caller; readonly predecessor?: string },
): Promise<void> {
  const { hash, family, grant, predecessor = null } = token;
  const businessIds = JSON.stringify(grant.businessIds);
  const expiresAt = now + app.policies.refreshTokenLifetime * 1000;
  await queries.run(
    `INSERT INTO refresh_tokens (hash, family, application_id, business_ids, username, expires_at, revoked)
      SELECT $1, $2, $3, $4, $5, CAST($6 AS BIGINT), 0
        WHERE CAST($7 AS TEXT) IS NULL OR EXISTS (SELECT 1 FROM refresh_tokens WHERE hash = $7)
      ON CONFLICT (hash) DO NOTHING`,
    [hash, family, grant.applicationId, businessIds, grant.username ?? null, expiresAt, predecessor],
  );
}

/** Finds a token by its hash. Only that is stored, so that the database does not reveal the token. */
export async function findRefreshToken(queries: Queries, hash: string) {
  const row = await queries.first(
    `SELECT hash, family, application_id, business_ids, username, expires_at, used_at,
      (SELECT MAX(revoked) FROM refresh_tokens AS kin WHERE kin.family = refresh_tokens.family) AS revoked
      FROM refresh_tokens WHERE hash = $1`,
    [hash],
  );
  if (row === undefined) return undefined;
  return {
    hash: String(row.hash),
    family: String(row.family),
    grant: {
      applicationId: String(row.application_id),
      businessIds: JSON.parse(String(row.business_ids)) as readonly string[],
      username: row.username === null ? undefined : String(row.username),
    },
    expiresAt: Number(row.expires_at),
    /** Domain time in milliseconds; undefined when unused. */
    usedAt: row.used_at === null ? undefined : Number(row.used_at),
    /** Whether its family, and therefore each token of it, is revoked. */
    revoked: Number(row.revoked) !== 0,
  };
}

/** Marks a token as used. Returns whether this is its first use, decided by one atomic statement for all replicas. */
export async function useRefreshToken(
  queries: Queries,
  { hash, successor, now }: { readonly hash: string; readonly successor: string; readonly now: number },
): Promise<boolean> {
  const changed = await queries.run(
    "UPDATE refresh_tokens SET used_at = $1, successor = $2 WHERE hash = $3 AND used_at IS NULL",
    [now, successor, hash],
  );
  return changed === 1;
}

/**
 * Revokes a family: its refresh tokens and their access tokens (RFC 9700, section 4.14.2). The revocation is stored
 * until `until`, or until the last token of the family expires.
 */
export async function revokeFamily(queries: Queries, family: string, until: number): Promise<void> {
  await queries.run(
    `UPDATE refresh_tokens SET revoked = 1, expires_at = CASE WHEN expires_at < $2 THEN $2 ELSE expires_at END
      WHERE family = $1 AND revoked = 0`,
    [family, until],
  );
}

/** Deletes expired used assertions and refresh tokens, and login failures that no longer count. */
export async function purgeTokens(queries: Queries, now: number): Promise<void> {
  await queries.run("DELETE FROM used_assertions WHERE expires_at <= $1", [now]);
  // Families whose tokens have all expired. Until then, used tokens remain so that their reuse is detected.
  await queries.run(
    `DELETE FROM refresh_tokens WHERE family IN
      (SELECT family FROM refresh_tokens GROUP BY family HAVING MAX(expires_at) <= $1)`,
    [now],
  );
  await purgeLoginFailures(queries, now);
}

/** The number of failures that a subject may have per minute. */
type LoginFailureLimit = { readonly subject: string; readonly failures: number };

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
