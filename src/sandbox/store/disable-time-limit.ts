import type { Queries } from "./database.js";

/** Disables the statement timeout for this transaction, for long one-time work and for waiting on it. */
export async function disableTimeLimit(queries: Queries): Promise<void> {
  if (queries.engine === "postgres") await queries.run("SET LOCAL statement_timeout = 0");
}
