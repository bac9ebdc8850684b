import { type Database, DatabaseError, disableTimeLimit, type Engine, type Queries } from "./database.js";
import { openPostgres } from "./postgres.js";
import { openSqlite } from "./sqlite.js";
import { TABLES, TABLES_VERSION } from "./tables.js";

/** The key of the PostgreSQL advisory lock for the creation of tables: an arbitrary number. */
const CREATION_LOCK = 4_071_966_130;

/**
 * Creates the tables of a new database, in one transaction under a lock, so that several processes can start at the same
 * time.
 *
 * @throws DatabaseError "unsuitable" when another version of this program created the tables
 */
export async function createDatabaseTables(database: Database): Promise<void> {
  await database.transaction(async (queries) => {
    await lockCreation(queries);
    await queries.run("CREATE TABLE IF NOT EXISTS schema_versions (version BIGINT PRIMARY KEY)");
    const row = await queries.first("SELECT version FROM schema_versions ORDER BY version DESC");
    if (row?.version === TABLES_VERSION) return;
    if (row !== undefined)
      throw new DatabaseError(
        "unsuitable",
        `the tables of the database have version ${row.version}, but this program has version ${TABLES_VERSION}: use the program that created it, or another database`,
      );
    for (const statement of TABLES) await queries.run(toDialect(statement, queries.engine));
    await queries.run("INSERT INTO schema_versions (version) VALUES ($1)", [TABLES_VERSION]);
  }, PATIENT_WRITE);
}

/** Another process may fill the database meanwhile. */
const PATIENT_WRITE = { isPatient: true };

/** SQLite needs no lock: write transactions exclude each other. */
async function lockCreation(queries: Queries): Promise<void> {
  if (queries.engine !== "postgres") return;
  await disableTimeLimit(queries);
  await queries.run("SET LOCAL client_min_messages = warning");
  await queries.all("SELECT pg_advisory_xact_lock($1)", [CREATION_LOCK]);
}

/** Translates a CREATE statement to the types of the engine. Text sorts by bytes regardless of the locale. */
function toDialect(statement: string, engine: Engine): string {
  return engine === "sqlite"
    ? statement.replaceAll(/\bBYTES\b/g, "BLOB")
    : statement.replaceAll(/\bBYTES\b/g, "BYTEA").replaceAll(/\bTEXT\b/g, 'TEXT COLLATE "C"');
}

/**
 * Opens a database: the path of a SQLite file, `:memory:` or `postgres://…`. Call `createDatabaseTables` to create its tables.
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
