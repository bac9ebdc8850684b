/** What the sandbox remembers, and the two engines that keep it. */
export type { Database, Engine, Queries, Row, Value } from "./database.js";
export { DatabaseError, type DatabaseProblem } from "./database-error.js";
export { migrate } from "./migrations.js";
export { openDatabase } from "./open.js";
export { openPostgres } from "./postgres.js";
export { openSqlite } from "./sqlite.js";
export { LATEST, TABLE_NAMES } from "./tables.js";
export { withoutTimeLimit } from "./time-limit.js";
