import type { Database, Engine, Queries } from "./database.js";
import { DatabaseError } from "./database-error.js";
import { disableTimeLimit } from "./disable-time-limit.js";
import { TABLES } from "./tables.js";

/** The key of PostgreSQL's advisory lock, by which only one migrates: any number that nobody else takes. */
const MIGRATION_LOCK = 4_071_966_130;

/**
 * Brings the tables to the newest version, in one transaction that no other process runs at the same time: any number of
 * them may start at once. A database that is up to date is left as it is.
 *
 * @throws DatabaseError "unsuitable" when a newer version of this program has made the tables
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
        `the database has version ${version} of its tables, and this program knows up to ${tables.length}: use the newer program, or another database`,
      );
    for (const [index, statements] of [...tables.entries()].slice(version)) {
      for (const statement of statements) await queries.run(toDialect(statement, queries.engine));
      await queries.run("INSERT INTO schema_versions (version) VALUES ($1)", [index + 1]);
    }
  });
}

/** In SQLite every transaction is alone already. */
async function lockMigrations(queries: Queries): Promise<void> {
  if (queries.engine !== "postgres") return;
  await disableTimeLimit(queries);
  await queries.run("SET LOCAL client_min_messages = warning");
  await queries.all("SELECT pg_advisory_xact_lock($1)", [MIGRATION_LOCK]);
}

/** A statement that makes tables, in the types of the engine. Text is ordered by its bytes, whatever the locale. */
export function toDialect(statement: string, engine: Engine): string {
  return engine === "sqlite"
    ? statement.replaceAll(/\bBYTES\b/g, "BLOB")
    : statement.replaceAll(/\bBYTES\b/g, "BYTEA").replaceAll(/\bTEXT\b/g, 'TEXT COLLATE "C"');
}
