import { closeSync, openSync } from "node:fs";
import { isBuiltin } from "node:module";
import { setTimeout as pause, setImmediate as turn } from "node:timers/promises";
import { tryCall } from "../../document/index.js";
import { createMutex, type Mutex } from "./cluster-lock.js";
import {
  assertPortable,
  type Database,
  DatabaseError,
  type DatabaseErrorKind,
  type Queries,
  type Row,
  runTransactionWork,
  type Value,
} from "./database.js";

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
    leaseNow: () =>
      runChecked(async () => {
        // Reads no table, so it can run during a transaction.
        const row = await queries.first("SELECT CAST(unixepoch('subsec') * 1000 AS INTEGER) AS now");
        return Number(row?.now);
      }),
    close: async () => {
      // Writes before it have been scheduled in the same way.
      await turn();
      return mutex(async () => {
        if (closed) return;
        closed = true;
        // Merges the write-ahead log, so that one file remains. Some builds of SQLite keep the log open while prepared
        // statements exist, which cannot be finalized. The log remains while another process has the database open.
        tryCall(() => connection.exec("PRAGMA journal_mode = DELETE"));
        connection.close();
      });
    },
  };
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

/** Runs work in a transaction. It rejects when the work could not begin within the wait. */
type RunInTransaction = <T>(work: (queries: Queries) => Promise<T>, wait?: number) => Promise<T>;

type TransactionGroupOptions = {
  readonly path: string;
  readonly connection: SqliteConnection;
  readonly queries: Queries;
  readonly gate: ReadGate;
  readonly mutex: Mutex;
  /** Refuses to run when the database is closed, and converts errors. */
  readonly runChecked: <T>(work: () => Promise<T>) => Promise<T>;
};

/**
 * Runs the transactions that wait at the same time one after the other in a common one, each in a savepoint. A commit
 * waits for the disk however much it contains, so the rate of writes does not depend on the disk alone. Results are
 * returned after the commit.
 */
function createTransactionGroups(options: TransactionGroupOptions): RunInTransaction {
  const { path, mutex, runChecked } = options;
  const waiting: Member[] = [];
  let isScheduled = false;
  const runNext = async (): Promise<void> => {
    isScheduled = false;
    const members = waiting.filter(({ isLate }) => !isLate());
    waiting.length = 0;
    waiting.push(...members.splice(MAX_GROUP_SIZE));
    if (waiting.length > 0) schedule();
    if (members.length === 0) return;
    const failure = await runChecked(() => runGroup(members, options)).then(
      () => undefined,
      (error: unknown) => ({ error }),
    );
    for (const { settle } of members) settle(failure);
  };
  const schedule = (): void => {
    if (isScheduled) return;
    isScheduled = true;
    // Later than the requests that have already arrived, so that they are in the same group.
    setImmediate(() => void mutex(runNext));
  };
  return (work, wait = MAX_WAIT) =>
    new Promise((resolve, reject) => {
      waiting.push(createMember(work, { path, wait, resolve, reject, runChecked }));
      schedule();
    });
}

/** A bound for the time that the first member of a group waits for the last one. */
const MAX_GROUP_SIZE = 64;

type Member = ReturnType<typeof createMember>;

type Failure = { readonly error: unknown };

type MemberOptions<T> = Pick<TransactionGroupOptions, "path" | "runChecked"> & {
  readonly wait: number;
  readonly resolve: (result: T) => void;
  readonly reject: (error: unknown) => void;
};

function createMember<T>(
  work: (queries: Queries) => Promise<T>,
  { path, wait, resolve, reject, runChecked }: MemberOptions<T>,
) {
  let isLate = false;
  let giveResult = (): void => undefined;
  const timer = setTimeout(() => {
    isLate = true;
    reject(createBusyError(path, wait));
  }, wait);
  return {
    /** Ends the wait of the member. */
    begin: () => clearTimeout(timer),
    /** Whether the member was rejected because it waited too long. */
    isLate: () => isLate,
    /** Runs the work and keeps its result. Returns its failure. */
    run: async (queries: Queries): Promise<Failure | undefined> => {
      try {
        const result = await runChecked(() => runTransactionWork(queries, work));
        giveResult = () => resolve(result);
        return undefined;
      } catch (error) {
        giveResult = () => reject(error);
        return { error };
      }
    },
    /** Returns the result to the caller, or the failure of the whole group. */
    settle: (failure: Failure | undefined) => {
      clearTimeout(timer);
      if (failure === undefined) giveResult();
      else reject(failure.error);
    },
  };
}

function createBusyError(path: string, wait: number): DatabaseError {
  const seconds = wait / 1000;
  return new DatabaseError(
    "busy",
    `database ${path}: it has been locked for ${seconds} s by another process or a long transaction; repeat the request`,
  );
}

async function runGroup(
  members: readonly Member[],
  { connection, queries, gate }: Pick<TransactionGroupOptions, "connection" | "queries" | "gate">,
): Promise<void> {
  await tryUntilFree(
    async () => connection.exec("BEGIN IMMEDIATE"),
    () => members.every(({ isLate }) => isLate()),
  );
  const begun = members.filter(({ isLate }) => !isLate());
  for (const { begin } of begun) begin();
  await gate.runTransaction(async () => {
    try {
      for (const member of begun) await runMember(member, queries);
      connection.exec("COMMIT");
    } catch (error) {
      // SQLite may have rolled back already.
      tryCall(() => connection.exec("ROLLBACK"));
      throw error;
    }
  });
}

async function runMember({ run }: Member, queries: Queries): Promise<void> {
  await queries.run("SAVEPOINT member");
  const failure = await run(queries);
  try {
    if (failure !== undefined) await queries.run("ROLLBACK TO member");
    await queries.run("RELEASE member");
  } catch (error) {
    // SQLite has rolled back the whole transaction, as it does when the disk is full.
    throw failure?.error ?? error;
  }
}

type ReadGate = ReturnType<typeof createReadGate>;

/** Lets single reads run between transactions, but not within them. */
export function createReadGate() {
  let isInTransaction = false;
  const waiting: (() => void)[] = [];
  return {
    /** Runs a read now, or else when the transaction in progress has ended. */
    read: <T>(query: () => Promise<T>): Promise<T> =>
      isInTransaction
        ? new Promise((resolve, reject) => {
            waiting.push(() => query().then(resolve, reject));
          })
        : query(),
    /** Runs a transaction that has begun, and then the waiting reads before anything else. */
    runTransaction: async <T>(work: () => Promise<T>): Promise<T> => {
      isInTransaction = true;
      try {
        return await work();
      } finally {
        isInTransaction = false;
        for (const run of waiting.splice(0)) run();
      }
    },
  };
}

/** Retries while another process has locked the file, without blocking this process, until the caller gives up. */
export async function tryUntilFree<T>(step: () => Promise<T>, isLate = (): boolean => false): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await step();
    } catch (error) {
      if (!isBusy(error) || attempt * BUSY_PAUSE > MAX_PATIENT_WAIT) throw error;
      await pause(BUSY_PAUSE);
      // Several waiting timers, each longer than the pause, would otherwise starve the event loop.
      await turn();
      if (isLate()) throw error;
    }
  }
}

/** In milliseconds: how long a write waits for others, and one that may wait for another process to fill the database. */
const MAX_WAIT = 5_000;
const MAX_PATIENT_WAIT = 120_000;
const BUSY_PAUSE = 15;

const CANNOT_OPEN = "cannot open the file: its directory must exist and be writable for this user";

/** Primary result codes (https://sqlite.org/rescode.html) that are not caused by the SQL. */
const RESULT_CODES: Readonly<Record<number, readonly [kind: DatabaseErrorKind, message: string]>> = {
  5: ["busy", "other processes hold locks for too long"],
  6: ["busy", "other processes hold locks for too long"],
  8: ["read-only", "the database is read-only: make the file and its directory writable for this user"],
  10: ["unreachable", "reading or writing failed: check the disk"],
  11: ["damaged", "the file is damaged: restore it from a backup or use another path"],
  13: ["full", "the disk is full or the file cannot grow"],
  14: ["unreachable", CANNOT_OPEN],
  19: ["constraint", "a row violates a constraint"],
  26: ["damaged", "the file is not a SQLite database: use another path"],
};

/** Whether another process has locked the file. */
export function isBusy(error: unknown): boolean {
  const code = primaryCode(error);
  return code === 5 || code === 6;
}

/** Converts an error that is not caused by the SQL to a DatabaseError; returns others unchanged. */
export function toSqliteDatabaseError(error: unknown, path: string): unknown {
  const known = RESULT_CODES[primaryCode(error) ?? 0];
  if (known === undefined) return error;
  const [kind, message] = known;
  const detail = error instanceof Error ? ` (${error.message})` : "";
  return new DatabaseError(kind, `database ${path}: ${message}${detail}`, { cause: error });
}

function primaryCode(error: unknown): number | undefined {
  const code = error instanceof Error && "errcode" in error ? error.errcode : undefined;
  return typeof code === "number" ? code & 0xff : undefined;
}

/** The part of the `node:sqlite` API that the sandbox uses. */
type SqliteModule = { readonly DatabaseSync: new (path: string) => SqliteConnection };

type SqliteConnection = {
  readonly exec: (sql: string) => void;
  readonly prepare: (sql: string) => SqliteStatement;
  readonly close: () => void;
};

type SqliteStatement = {
  readonly all: (...values: readonly SqliteValue[]) => Record<string, string | number | null | Uint8Array>[];
  readonly run: (...values: readonly SqliteValue[]) => { readonly changes: number | bigint };
};

type SqliteValue = string | bigint | null | Uint8Array;

/**
 * Loads `node:sqlite` (Node.js 22.13 and newer), or else the optional peer dependency `@photostructure/sqlite`, which
 * has the same API.
 *
 * @throws DatabaseError with the install command when neither is available
 */
export async function loadSqlite(): Promise<SqliteModule> {
  // A variable, so that neither the compiler nor a bundler resolves a module that the runtime may lack.
  const builtin = "node:sqlite";
  if (isBuiltin(builtin)) return (await import(builtin)) as SqliteModule;
  try {
    return (await import("@photostructure/sqlite")) as unknown as SqliteModule;
  } catch (cause) {
    const isMissing = (cause as NodeJS.ErrnoException | undefined)?.code === "ERR_MODULE_NOT_FOUND";
    const message = `cannot load @photostructure/sqlite: ${cause instanceof Error ? cause.message : String(cause)}`;
    throw new DatabaseError("unsuitable", isMissing ? NOT_INSTALLED : message, { cause });
  }
}

const NOT_INSTALLED =
  "the sandbox needs SQLite, which this version of Node.js does not include; " +
  "run: npm install --save-dev @photostructure/sqlite@1.2.1 (or use Node.js 22.13 or newer, or a postgres:// database)";
