import type { Database } from "./database.js";
import { DatabaseError } from "./database-error.js";
import { openPostgres } from "./postgres.js";
import { openSqlite } from "./sqlite.js";

/**
 * Opens a database: the path of a SQLite file, `:memory:` or `postgres://…`. Call `migrate` to create its tables.
 *
 * @throws DatabaseError when the database does not exist or cannot be used
 */
export async function openDatabase(target: string): Promise<Database> {
  const scheme = /^([a-z][a-z0-9+.-]+):\/\//i.exec(target)?.[1]?.toLowerCase();
  if (scheme === "postgres" || scheme === "postgresql") return openPostgres(target);
  // Shows only the scheme, because the address may contain a password.
  if (scheme !== undefined || target === "")
    throw new DatabaseError(
      "unsuitable",
      `${scheme === undefined ? "an empty name" : `${scheme}://…`} is not a database: expected the path of a file, :memory: or postgres://…`,
    );
  return openSqlite(target);
}
