import type { Queries } from "../store/database.js";
import { purgeLoginFailures } from "./login-failures.js";
import { purgeRefreshTokens } from "./refresh-tokens.js";

/** Forgets what can matter no more: used assertions and refresh tokens that have expired, and failures of long ago. */
export async function purgeTokens(queries: Queries, now: number): Promise<void> {
  await queries.run("DELETE FROM used_assertions WHERE expires_at <= $1", [now]);
  await purgeRefreshTokens(queries, now);
  await purgeLoginFailures(queries, now);
}
