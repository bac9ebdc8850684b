import type { Queries } from "./database.js";

/** Lets the statements of this transaction take as long as they do, and wait as long for others: for what is done once. */
export async function disableTimeLimit(queries: Queries): Promise<void> {
  if (queries.engine === "postgres") await queries.run("SET LOCAL statement_timeout = 0");
}
