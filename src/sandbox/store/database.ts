/**
 * A database as the sandbox sees it: SQL text that both engines understand, with `$1`, `$2`, ... for its values.
 *
 * What keeps the text portable: ids and JSON are TEXT, times are BIGINT (milliseconds since 1970), flags are 0 and 1, bytes
 * are BYTES in `tables.ts`; filters stand in columns of their own, never in JSON operators; rows are compared for paging,
 * `(a, b) > ($1, $2)`; every conflict is named, `ON CONFLICT (...) DO ...`; LIKE names its ESCAPE. Numbers come back as
 * numbers, and comparisons as 0 and 1. Beside a bare literal PostgreSQL takes a value for 32 bits: `CAST($1 AS BIGINT)`.
 *
 * What is asked for fails with a DatabaseError when the database cannot do it, and with the engine's own error when the SQL
 * is wrong.
 */
export type Database = Queries & {
  readonly engine: Engine;
  /**
   * Runs work in one transaction: all of it is kept, durably, or nothing when it throws. Writers that touch the same rows
   * wait for each other. Work must ask its own `queries`, and must not wait for anything but them; it may be run again from
   * its start, after a deadlock or a lost connection, so whatever else it does must bear that. When a statement has failed
   * nothing is kept, even if work has caught the error.
   */
  readonly transaction: <T>(work: (queries: Queries) => Promise<T>) => Promise<T>;
  /** The real time by the database's own clock, in milliseconds: leases are held by it, whatever the domain clock says. */
  readonly leaseNow: () => Promise<number>;
  /** Tells every replica, this one too, that there may be something to deliver. It is a hint, and never fails. */
  readonly wake: () => Promise<void>;
  /** Calls the listener when some replica has said so. */
  readonly onWake: (listener: () => void) => void;
  readonly close: () => Promise<void>;
};

export type Engine = "sqlite" | "postgres";

export type Value = string | number | null | Uint8Array;
export type Row = Readonly<Record<string, Value>>;

export type Queries = {
  readonly engine: Engine;
  /** Every row of a SELECT, or of a statement with RETURNING. */
  readonly all: (sql: string, values?: readonly Value[]) => Promise<readonly Row[]>;
  /** The first row, or undefined. */
  readonly first: (sql: string, values?: readonly Value[]) => Promise<Row | undefined>;
  /** How many rows a statement changed. */
  readonly run: (sql: string, values?: readonly Value[]) => Promise<number>;
};
