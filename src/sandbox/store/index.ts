/** The state of the sandbox, stored in SQLite or PostgreSQL. */
export type { Database, Engine, Queries, Row, Value } from "./database.js";
export { DatabaseError, type DatabaseErrorKind } from "./database-error.js";
export { disableTimeLimit } from "./disable-time-limit.js";
export { migrate } from "./migrate.js";
export { openDatabase } from "./open-database.js";
export { openPostgres } from "./postgres.js";
export { openSqlite } from "./sqlite.js";
export { NO_END_SEQUENCE, TABLE_NAMES } from "./tables.js";
