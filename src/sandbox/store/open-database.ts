import type { Database } from "./database.js";
import { DatabaseError } from "./database-error.js";
import { openPostgres } from "./postgres.js";
import { openSqlite } from "./sqlite.js";

/**
 * Opens a database: the path of a file, `:memory:`, or an address `postgres://…`. Its tables are made by `migrate`.
 *
 * @throws DatabaseError when there is none, or when it cannot be used
 */
export async function openDatabase(target: string): Promise<Database> {
  const scheme = /^([a-z][a-z0-9+.-]+):\/\//i.exec(target)?.[1]?.toLowerCase();
  if (scheme === "postgres" || scheme === "postgresql") return openPostgres(target);
  // The address may hold a password: only its scheme is shown.
  if (scheme !== undefined || target === "")
    throw new DatabaseError(
      "unsuitable",
      `${scheme === undefined ? "an empty name" : `${scheme}://…`} is no database: give the path of a file, :memory: or postgres://…`,
    );
  return openSqlite(target);
}
