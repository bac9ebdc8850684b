import type { Queries } from "../store/database.js";

/** An assertion by what makes it one of a kind; `expiresAt` in milliseconds. */
export type UsedAssertion = { readonly issuer: string; readonly jti: string; readonly expiresAt: number };

/**
 * Whether an assertion is used for the first time. One statement decides, so that of any number of replicas that are asked
 * at once only one says yes. An id is free again when the assertion that had it has expired, purged or not.
 */
export async function useAssertionOnce(queries: Queries, assertion: UsedAssertion, now: number): Promise<boolean> {
  const changed = await queries.run(
    `INSERT INTO used_assertions (issuer, jti, expires_at) VALUES ($1, $2, $3)
      ON CONFLICT (issuer, jti) DO UPDATE SET expires_at = excluded.expires_at WHERE used_assertions.expires_at <= $4`,
    [assertion.issuer, assertion.jti, assertion.expiresAt, now],
  );
  return changed === 1;
}
