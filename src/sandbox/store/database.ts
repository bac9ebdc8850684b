/**
 * The database of a sandbox: runs SQL that both engines understand, with placeholders `$1`, `$2`, ...
 *
 * Rules for portable SQL: ids and JSON are TEXT, times are BIGINT (milliseconds since 1970), flags are 0 and 1, bytes
 * are BYTES in `tables.ts`. Filters use separate columns, never JSON operators. Paging compares rows: `(a, b) > ($1,
 * $2)`. Conflicts name their target (`ON CONFLICT (...) DO ...`), and LIKE names its ESCAPE. Numbers are returned as
 * numbers, comparisons as 0 and 1. Next to a literal, PostgreSQL infers 32 bits for a value: use `CAST($1 AS BIGINT)`.
 *
 * Methods reject with a DatabaseError when the database fails, and with the engine's own error when the SQL is wrong.
 */
export type Database = Queries & {
  readonly engine: Engine;
  /**
   * Runs work in one transaction, which is committed durably, or rolled back when work throws or a statement fails,
   * even if work caught the error. Writers of the same rows wait for each other. Work must use the given `queries` and
   * wait for nothing else. After a deadlock or a lost connection it runs again from the start, so other effects must be
   * repeatable.
   *
   * @throws DatabaseError "busy" when the work could not begin in time
   */
  readonly transaction: <T>(work: (queries: Queries) => Promise<T>, options?: TransactionOptions) => Promise<T>;
  /** The real time of the database in milliseconds. Leases use it instead of the domain clock. */
  readonly leaseNow: () => Promise<number>;
  readonly close: () => Promise<void>;
};

/** On SQLite, a write waits up to five seconds for others; a patient one waits two minutes. */
type TransactionOptions = { readonly isPatient?: boolean };

export type Engine = "sqlite" | "postgres";

export type Value = string | number | null | Uint8Array;
export type Row = Readonly<Record<string, Value>>;

export type Queries = {
  readonly engine: Engine;
  /** Returns all rows of a SELECT or of a statement with RETURNING. */
  readonly all: (sql: string, values?: readonly Value[]) => Promise<readonly Row[]>;
  /** Returns the first row, or undefined. */
  readonly first: (sql: string, values?: readonly Value[]) => Promise<Row | undefined>;
  /** Returns the number of rows that a statement changed. */
  readonly run: (sql: string, values?: readonly Value[]) => Promise<number>;
};

/**
 * The database failed for a reason other than the SQL. Messages say what to do and never contain a password. Mistakes
 * in SQL cause the engine's own errors.
 */
export class DatabaseError extends Error {
  override readonly name = "DatabaseError";

  readonly kind: DatabaseErrorKind;

  constructor(kind: DatabaseErrorKind, message: string, options?: ErrorOptions) {
    super(message, options);
    this.kind = kind;
  }
}

export type DatabaseErrorKind =
  /** Closed by this process. */
  | "closed"
  /** The server does not respond, or a lost connection could not be restored in time. */
  | "unreachable"
  /** Invalid user, password or permissions. */
  | "refused"
  /** Invalid address, outdated server, schema of a newer version, or no engine for this runtime. */
  | "unsuitable"
  /** Locked by other processes for too long. */
  | "busy"
  | "full"
  | "read-only"
  | "damaged"
  /** A row violates a key or a NOT NULL constraint. */
  | "constraint"
  /** The connection was lost during a commit: the transaction may or may not be committed. */
  | "uncertain";

/**
 * Runs the work of one transaction. Throws when a statement failed, even if the work caught the error: otherwise
 * PostgreSQL would silently roll back, and SQLite would commit the rest. Rejects queries after the end, which would run
 * outside the transaction.
 *
 * @throws the error of the work, or of the first failed statement
 */
export async function runTransactionWork<T>(queries: Queries, work: (queries: Queries) => Promise<T>): Promise<T> {
  let ended = false;
  let failure: { readonly error: unknown } | undefined;
  const guarded = async <R>(query: () => Promise<R>): Promise<R> => {
    if (ended) throw new DatabaseError("closed", "the transaction has ended: await every query within its work");
    try {
      return await query();
    } catch (error) {
      failure ??= { error };
      throw error;
    }
  };
  try {
    const result = await work({
      engine: queries.engine,
      all: (sql, values) => guarded(() => queries.all(sql, values)),
      first: (sql, values) => guarded(() => queries.first(sql, values)),
      run: (sql, values) => guarded(() => queries.run(sql, values)),
    });
    if (failure !== undefined) throw failure.error;
    return result;
  } finally {
    ended = true;
  }
}

/**
 * Returns values that both engines store unchanged: safe integers, and text without U+0000, which PostgreSQL cannot
 * store.
 *
 * @throws RangeError for other values; the message does not contain the value
 */
export function assertPortable(values: readonly Value[]): readonly Value[] {
  for (const [index, value] of values.entries()) {
    if (typeof value === "number" && !Number.isSafeInteger(value))
      throw new RangeError(`$${index + 1} is not an integer from -(2^53-1) to 2^53-1`);
    if (typeof value === "string" && value.includes("\0"))
      throw new RangeError(`$${index + 1} contains the character U+0000, which databases cannot store`);
  }
  return values;
}

/** Inserts rows that have the same columns in the same order, in batches: deliveries to a thousand hooks take 20 statements instead of 1000. */
export async function insertRows(queries: Queries, table: string, rows: readonly Row[]): Promise<void> {
  const columns = Object.keys(rows[0] ?? {});
  for (const batch of splitIntoBatches(rows, 50)) {
    const tuples = batch.map((_, row) => `(${columns.map((_, column) => `$${row * columns.length + column + 1}`)})`);
    await queries.run(
      `INSERT INTO ${table} (${columns.join(", ")}) VALUES ${tuples.join(", ")}`,
      batch.flatMap((row) => Object.values(row)),
    );
  }
}

/** Both engines accept thousands of values in a statement. */
export function* splitIntoBatches<T>(all: readonly T[], size = 200): Generator<readonly T[]> {
  for (let start = 0; start < all.length; start += size) yield all.slice(start, start + size);
}

/** Takes the next number of a counter, from 1. Two transactions never get the same. */
export async function takeNumber(queries: Queries, counter: string): Promise<number> {
  const row = await queries.first(
    `INSERT INTO counters (name, value) VALUES ($1, 1)
      ON CONFLICT (name) DO UPDATE SET value = counters.value + 1 RETURNING value`,
    [counter],
  );
  return Number(row?.value);
}

/** Disables the statement timeout for this transaction, for long one-time work and for waiting on it. */
export async function disableTimeLimit(queries: Queries): Promise<void> {
  if (queries.engine === "postgres") await queries.run("SET LOCAL statement_timeout = 0");
}

/** The values that all replicas share through the database; each is stored as JSON under its name. */
type SettingName = "clock" | "faults" | "advance" | "advance cancelled" | "records" | "spec";

/** Returns undefined when the setting has not been written. */
export async function readSetting<T>(queries: Queries, name: SettingName): Promise<T | undefined> {
  const row = await queries.first("SELECT value FROM settings WHERE name = $1", [name]);
  return row === undefined ? undefined : (JSON.parse(String(row.value)) as T);
}

export async function writeSetting(queries: Queries, name: SettingName, value: unknown): Promise<void> {
  await queries.run(
    "INSERT INTO settings (name, value) VALUES ($1, $2) ON CONFLICT (name) DO UPDATE SET value = excluded.value",
    [name, JSON.stringify(value)],
  );
}

/** Reads a setting and locks it until the transaction ends. A setting without a value gets the initial one. */
export async function lockSetting<T>(queries: Queries, name: SettingName, initial: T): Promise<T> {
  const row = await queries.first(
    "INSERT INTO settings (name, value) VALUES ($1, $2) ON CONFLICT (name) DO UPDATE SET value = settings.value RETURNING value",
    [name, JSON.stringify(initial)],
  );
  return JSON.parse(String(row?.value)) as T;
}

/** Builds a part of a WHERE clause; adds its values with `bind`. */
export type SqlCondition = (bind: BindValue) => string;

/** Adds a value to a statement and returns its placeholder, such as `$1`. */
export type BindValue = (value: Value) => string;

/** Builds a WHERE clause without its keyword. The statement can add further values with `bind`. */
export function buildWhere(conditions: readonly SqlCondition[]) {
  const values: Value[] = [];
  const bind: BindValue = (value) => `$${values.push(value)}`;
  const where = conditions.length === 0 ? "1 = 1" : conditions.map((condition) => condition(bind)).join(" AND ");
  return { where, values, bind };
}

/** Requires a column to have a value, or another comparison with it. Returns no condition when `value` is undefined. */
export function whereColumn(column: string, value: Value | undefined, operator = "="): readonly SqlCondition[] {
  return value === undefined ? [] : [(bind) => `${column} ${operator} ${bind(value)}`];
}

/** Requires the columns of a table to have the values that are given by name; names without a value add no condition. */
export function whereColumns(
  table: string,
  columns: Readonly<Record<string, string>>,
  given: Readonly<Record<string, unknown>>,
): readonly SqlCondition[] {
  return Object.entries(columns).flatMap(([name, column]) =>
    // Validation has ensured texts and integers.
    whereColumn(`${table}.${column}`, given[name] as Value | undefined),
  );
}

/** Requires a column to have one of several values. Matches nothing for an empty list: only SQLite accepts `IN ()`. */
export function whereIn(column: string, values: readonly Value[]): SqlCondition {
  if (values.length === 0) return () => "1 = 0";
  return (bind) => `${column} IN (${values.map(bind).join(", ")})`;
}
