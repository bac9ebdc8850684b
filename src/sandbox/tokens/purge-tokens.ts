import type { Queries } from "../store/database.js";
import { purgeLoginFailures } from "./login-failures.js";
import { purgeRefreshTokens } from "./refresh-tokens.js";

/** Deletes expired used assertions and refresh tokens, and login failures that no longer count. */
export async function purgeTokens(queries: Queries, now: number): Promise<void> {
  await queries.run("DELETE FROM used_assertions WHERE expires_at <= $1", [now]);
  await purgeRefreshTokens(queries, now);
  await purgeLoginFailures(queries, now);
}
