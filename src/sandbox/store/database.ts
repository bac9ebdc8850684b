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
  /** Notifies all replicas, including this one, that deliveries may be due. Only a hint: it never fails. */
  readonly wake: () => Promise<void>;
  /** Calls the listener when a replica has called `wake`. */
  readonly onWake: (listener: () => void) => void;
  readonly close: () => Promise<void>;
};

/** On SQLite, a write waits up to five seconds for others; a patient one waits two minutes. */
export type TransactionOptions = { readonly isPatient?: boolean };

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
