import { type Database, DatabaseError, disableTimeLimit, type Engine, type Queries } from "./database.js";
import { openPostgres } from "./postgres.js";
import { openSqlite } from "./sqlite.js";
import { TABLES } from "./tables.js";

/** The key of the PostgreSQL advisory lock for migrations: an arbitrary number. */
const MIGRATION_LOCK = 4_071_966_130;

/**
 * Migrates the tables to the latest version, in one transaction under a lock, so that several processes can start at
 * the same time. Does nothing when the database is up to date.
 *
 * @throws DatabaseError "unsuitable" when a newer version of this program created the tables
 */
export async function migrate(database: Database, tables: readonly (readonly string[])[] = TABLES): Promise<void> {
  await database.transaction(async (queries) => {
    await lockMigrations(queries);
    await queries.run("CREATE TABLE IF NOT EXISTS schema_versions (version BIGINT PRIMARY KEY)");
    const row = await queries.first("SELECT COALESCE(MAX(version), 0) AS version FROM schema_versions");
    const version = Number(row?.version);
    if (version > tables.length)
      throw new DatabaseError(
        "unsuitable",
        `the tables of the database have version ${version}, but this program supports up to ${tables.length}: use a newer program or another database`,
      );
    for (const [index, statements] of [...tables.entries()].slice(version)) {
      for (const statement of statements) await queries.run(toDialect(statement, queries.engine));
      await queries.run("INSERT INTO schema_versions (version) VALUES ($1)", [index + 1]);
    }
  }, PATIENT_WRITE);
}

/** Another process may fill the database meanwhile. */
const PATIENT_WRITE = { isPatient: true };

/** SQLite needs no lock: write transactions exclude each other. */
async function lockMigrations(queries: Queries): Promise<void> {
  if (queries.engine !== "postgres") return;
  await disableTimeLimit(queries);
  await queries.run("SET LOCAL client_min_messages = warning");
  await queries.all("SELECT pg_advisory_xact_lock($1)", [MIGRATION_LOCK]);
}

/** Translates a CREATE statement to the types of the engine. Text sorts by bytes regardless of the locale. */
function toDialect(statement: string, engine: Engine): string {
  return engine === "sqlite"
    ? statement.replaceAll(/\bBYTES\b/g, "BLOB")
    : statement.replaceAll(/\bBYTES\b/g, "BYTEA").replaceAll(/\bTEXT\b/g, 'TEXT COLLATE "C"');
}

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
