import { closeSync, openSync } from "node:fs";
import { setTimeout as pause, setImmediate as turn } from "node:timers/promises";
import { assertPortable } from "./assert-portable.js";
import type { Database, Queries, Row, Value } from "./database.js";
import { DatabaseError } from "./database-error.js";
import { createMutex } from "./mutex.js";
import { runTransactionWork } from "./run-transaction-work.js";
import { isBusy, toSqliteDatabaseError } from "./sqlite-errors.js";
import { loadSqlite, type SqliteConnection, type SqliteStatement, type SqliteValue } from "./sqlite-module.js";

/** How often another process's lock is tried again: with the pauses, for about two minutes, in which one fills it. */
const MAX_BUSY_ATTEMPTS = 3_500;
const BUSY_PAUSE = 15;
/** How often it is looked whether another process has written, in milliseconds. */
const WATCH_INTERVAL = 100;
const MAX_STATEMENTS = 300;

/**
 * SQLite in a file, which several processes may have open, or in memory (`:memory:`). What is committed is on the disk:
 * write-ahead log, synchronised at every commit (https://sqlite.org/wal.html, https://sqlite.org/pragma.html#pragma_synchronous).
 *
 * There is one connection, and so one thing at a time: nothing reads within somebody else's transaction.
 *
 * @throws DatabaseError when the file cannot be opened, read or written
 */
export async function openSqlite(path: string): Promise<Database> {
  const connection = await openConnection(path);
  const oneAtATime = createMutex();
  const listeners: (() => void)[] = [];
  let watch: NodeJS.Timeout | undefined;
  let closed = false;
  const alone = <T>(work: () => Promise<T>): Promise<T> =>
    oneAtATime(async () => {
      if (closed) throw new DatabaseError("closed", `database ${path}: it is closed`);
      try {
        return await work();
      } catch (error) {
        throw toSqliteDatabaseError(error, path);
      }
    });
  const direct = createQueries(connection);
  const wake = (): void => {
    for (const listener of listeners) listener();
  };

  return {
    engine: "sqlite",
    all: (sql, values) => alone(() => retryWhileBusy(() => direct.all(sql, values))),
    first: (sql, values) => alone(() => retryWhileBusy(() => direct.first(sql, values))),
    run: (sql, values) => alone(() => retryWhileBusy(() => direct.run(sql, values))),
    transaction: (work) => alone(() => runTransaction(connection, direct, work)),
    leaseNow: async () => {
      if (closed) throw new DatabaseError("closed", `database ${path}: it is closed`);
      // Reads no table, and so may be asked in the middle of a transaction.
      const row = await direct.first("SELECT CAST(unixepoch('subsec') * 1000 AS INTEGER) AS now");
      return Number(row?.now);
    },
    wake: async () => wake(),
    onWake: (listener) => {
      listeners.push(listener);
      if (path !== ":memory:" && !closed) watch ??= watchOtherProcesses(connection, wake);
    },
    close: () =>
      oneAtATime(async () => {
        if (closed) return;
        closed = true;
        clearInterval(watch);
        mergeLog(connection);
        connection.close();
      }),
  };
}

/**
 * Leaves one file. Some builds of SQLite keep its log open for as long as there are statements, which nobody can end; who else
 * has the file open keeps the log.
 */
function mergeLog(connection: SqliteConnection): void {
  try {
    connection.exec("PRAGMA journal_mode = DELETE");
  } catch {
    // It is in use, and stays as it is.
  }
}

async function openConnection(path: string): Promise<SqliteConnection> {
  const { DatabaseSync } = await loadSqlite();
  try {
    // It holds secrets: made for this user alone. The files beside it take over its mode.
    if (path !== ":memory:") closeSync(openSync(path, "a", 0o600));
    const connection = new DatabaseSync(path);
    // What waits inside SQLite stops the whole process: a moment only, the rest is waited for in whenFree.
    connection.exec("PRAGMA busy_timeout = 20");
    await retryWhileBusy(async () => connection.exec("PRAGMA journal_mode = WAL"));
    // As PostgreSQL has it.
    connection.exec("PRAGMA case_sensitive_like = ON");
    await retryWhileBusy(async () =>
      connection.exec("PRAGMA synchronous = FULL; PRAGMA journal_size_limit = 67108864"),
    );
    return connection;
  } catch (error) {
    if (error instanceof Error && "syscall" in error)
      throw new DatabaseError(
        "unreachable",
        `database ${path}: it cannot be opened: the folder must be there, and this user must be allowed to write in it (${error.message})`,
        { cause: error },
      );
    throw toSqliteDatabaseError(error, path);
  }
}

async function runTransaction<T>(
  connection: SqliteConnection,
  queries: Queries,
  work: (queries: Queries) => Promise<T>,
): Promise<T> {
  await retryWhileBusy(async () => connection.exec("BEGIN IMMEDIATE"));
  try {
    const result = await runTransactionWork(queries, work);
    connection.exec("COMMIT");
    return result;
  } catch (error) {
    try {
      connection.exec("ROLLBACK");
    } catch {
      // SQLite has undone it already, as it does when the disk is full.
    }
    throw error;
  }
}

function createQueries(connection: SqliteConnection): Queries {
  const statements = new Map<string, { readonly statement: SqliteStatement; readonly order: readonly number[] }>();
  const prepared = (sql: string) => {
    const known = statements.get(sql);
    if (known !== undefined) return known;
    const order = [...sql.matchAll(/\$(\d+)/g)].map(([, number]) => Number(number) - 1);
    // By position: what node:sqlite makes of numbered parameters differs between its versions.
    const made = { statement: connection.prepare(sql.replaceAll(/\$\d+/g, "?")), order };
    const [oldest] = statements.keys();
    if (oldest !== undefined && statements.size >= MAX_STATEMENTS) statements.delete(oldest);
    statements.set(sql, made);
    return made;
  };
  const all = async (sql: string, values: readonly Value[] = []): Promise<readonly Row[]> => {
    const { statement, order } = prepared(sql);
    return statement.all(...bindValues(values, order));
  };
  return {
    engine: "sqlite",
    all,
    first: async (sql, values) => (await all(sql, values))[0],
    run: async (sql, values = []) => {
      const { statement, order } = prepared(sql);
      return Number(statement.run(...bindValues(values, order)).changes);
    },
  };
}

/** Numbers are bound as integers: bound as such, they would be floating point. */
function bindValues(values: readonly Value[], order: readonly number[]): SqliteValue[] {
  assertPortable(values);
  return order.map((index) => {
    const value = values[index];
    if (value === undefined) throw new RangeError(`there is no value for $${index + 1}`);
    return typeof value === "number" ? BigInt(value) : value;
  });
}

/** Waits while another process holds the file, without holding up this one. */
async function retryWhileBusy<T>(step: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await step();
    } catch (error) {
      if (!isBusy(error) || attempt === MAX_BUSY_ATTEMPTS) throw error;
      await pause(BUSY_PAUSE);
      // Two of this process that wait as timers, each longer than the pause, would leave nobody else a turn.
      await turn();
    }
  }
}

/** Other processes do not tell: what they have committed is seen (https://sqlite.org/pragma.html#pragma_data_version). */
function watchOtherProcesses(connection: SqliteConnection, wake: () => void): NodeJS.Timeout {
  const version = connection.prepare("PRAGMA data_version");
  const read = (): unknown => {
    try {
      return version.all()[0]?.data_version;
    } catch {
      return undefined;
    }
  };
  let last = read();
  const timer = setInterval(() => {
    const current = read();
    if (current !== undefined && current !== last) {
      last = current;
      wake();
    }
  }, WATCH_INTERVAL);
  return timer.unref();
}
