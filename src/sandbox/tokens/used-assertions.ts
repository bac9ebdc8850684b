import type { Queries } from "../store/database.js";

/** The identity of an assertion; `expiresAt` is in milliseconds. */
export type UsedAssertion = { readonly issuer: string; readonly jti: string; readonly expiresAt: number };

/**
 * Marks an assertion as used. Returns whether this is its first use, decided by one atomic statement for all replicas.
 * A `jti` can be used again after the assertion has expired.
 */
export async function useAssertionOnce(queries: Queries, assertion: UsedAssertion, now: number): Promise<boolean> {
  const changed = await queries.run(
    `INSERT INTO used_assertions (issuer, jti, expires_at) VALUES ($1, $2, $3)
      ON CONFLICT (issuer, jti) DO UPDATE SET expires_at = excluded.expires_at WHERE used_assertions.expires_at <= $4`,
    [assertion.issuer, assertion.jti, assertion.expiresAt, now],
  );
  return changed === 1;
}
