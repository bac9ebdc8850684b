import { closeSync, openSync } from "node:fs";
import { setImmediate as nextTurn } from "node:timers/promises";
import { createMutex } from "./cluster-lock.js";
import { assertPortable, type Database, DatabaseError, type Queries, type Row, type Value } from "./database.js";
import {
  CANNOT_OPEN,
  createReadGate,
  createTransactionGroups,
  loadSqlite,
  MAX_PATIENT_WAIT,
  MAX_WAIT,
  type SqliteConnection,
  type SqliteStatement,
  type SqliteValue,
  toSqliteDatabaseError,
  tryUntilFree,
} from "./sqlite-groups.js";

const MAX_STATEMENTS = 300;

/**
 * Opens SQLite in a file, which several processes can share, or in memory (`:memory:`). Commits are durable: the
 * write-ahead log is synchronized at every commit (https://sqlite.org/wal.html,
 * https://sqlite.org/pragma.html#pragma_synchronous).
 *
 * Uses one connection, so writes run one at a time, and those that wait are committed together. Single reads run
 * between transactions. They do not wait for writes that have not begun, such as those that another process blocks.
 *
 * @throws DatabaseError when the file cannot be opened, read or written
 */
export async function openSqlite(path: string): Promise<Database> {
  const connection = await openConnection(path);
  const mutex = createMutex();
  let closed = false;
  const runChecked = async <T>(work: () => Promise<T>): Promise<T> => {
    if (closed) throw new DatabaseError("closed", `database ${path}: the database is closed`);
    try {
      return await work();
    } catch (error) {
      throw toSqliteDatabaseError(error, path);
    }
  };
  const queries = createQueries(connection);
  const gate = createReadGate();
  const runInTransaction = createTransactionGroups({ path, connection, queries, gate, mutex, runChecked });
  const runSingle = <T>(sql: string, query: (queries: Queries) => Promise<T>): Promise<T> =>
    READ_STATEMENT.test(sql)
      ? runChecked(() => tryUntilFree(() => gate.read(() => query(queries))))
      : runInTransaction(query);

  return {
    engine: "sqlite",
    all: (sql, values) => runSingle(sql, ({ all }) => all(sql, values)),
    first: (sql, values) => runSingle(sql, ({ first }) => first(sql, values)),
    run: (sql, values) => runSingle(sql, ({ run }) => run(sql, values)),
    transaction: (work, options) => runInTransaction(work, options?.isPatient === true ? MAX_PATIENT_WAIT : MAX_WAIT),
    leaseNow: async () => {
      if (closed) throw new DatabaseError("closed", `database ${path}: the database is closed`);
      // Reads no table, so it can run during a transaction.
      const row = await queries.first("SELECT CAST(unixepoch('subsec') * 1000 AS INTEGER) AS now");
      return Number(row?.now);
    },
    close: async () => {
      // Writes before it have been scheduled in the same way.
      await nextTurn();
      return mutex(async () => {
        if (closed) return;
        closed = true;
        mergeLog(connection);
        connection.close();
      });
    },
  };
}

/**
 * Merges the write-ahead log, so that one file remains. Some builds of SQLite keep the log open while prepared
 * statements exist, which cannot be finalized. The log remains while another process has the database open.
 */
function mergeLog(connection: SqliteConnection): void {
  try {
    connection.exec("PRAGMA journal_mode = DELETE");
  } catch {
    // Another process uses the database.
  }
}

async function openConnection(path: string): Promise<SqliteConnection> {
  const { DatabaseSync } = await loadSqlite();
  try {
    // Readable for this user only, because it contains secrets. SQLite creates its other files with the same mode.
    if (path !== ":memory:") closeSync(openSync(path, "a", 0o600));
    const connection = new DatabaseSync(path);
    // Waiting inside SQLite would block the whole process.
    connection.exec("PRAGMA busy_timeout = 0");
    await tryUntilFree(async () => connection.exec("PRAGMA journal_mode = WAL"));
    // As in PostgreSQL.
    connection.exec("PRAGMA case_sensitive_like = ON");
    await tryUntilFree(async () => connection.exec("PRAGMA synchronous = FULL; PRAGMA journal_size_limit = 67108864"));
    return connection;
  } catch (error) {
    if (error instanceof Error && "syscall" in error)
      throw new DatabaseError("unreachable", `database ${path}: ${CANNOT_OPEN} (${error.message})`, { cause: error });
    throw toSqliteDatabaseError(error, path);
  }
}

const READ_STATEMENT = /^\s*SELECT\b/i;

function createQueries(connection: SqliteConnection): Queries {
  const statements = new Map<string, { readonly statement: SqliteStatement; readonly order: readonly number[] }>();
  const prepare = (sql: string) => {
    const known = statements.get(sql);
    if (known !== undefined) return known;
    const order = [...sql.matchAll(/\$(\d+)/g)].map(([, number]) => Number(number) - 1);
    // Binds by position, because versions of node:sqlite treat numbered parameters differently.
    const prepared = { statement: connection.prepare(sql.replaceAll(/\$\d+/g, "?")), order };
    const [oldest] = statements.keys();
    if (oldest !== undefined && statements.size >= MAX_STATEMENTS) statements.delete(oldest);
    statements.set(sql, prepared);
    return prepared;
  };
  const all = async (sql: string, values: readonly Value[] = []): Promise<readonly Row[]> => {
    const { statement, order } = prepare(sql);
    return statement.all(...bindValues(values, order));
  };
  return {
    engine: "sqlite",
    all,
    first: async (sql, values) => (await all(sql, values))[0],
    run: async (sql, values = []) => {
      const { statement, order } = prepare(sql);
      return Number(statement.run(...bindValues(values, order)).changes);
    },
  };
}

/** Binds numbers as BigInt, because SQLite would store numbers as floating point. */
function bindValues(values: readonly Value[], order: readonly number[]): SqliteValue[] {
  assertPortable(values);
  return order.map((index) => {
    const value = values[index];
    if (value === undefined) throw new RangeError(`no value for $${index + 1}`);
    return typeof value === "number" ? BigInt(value) : value;
  });
}
