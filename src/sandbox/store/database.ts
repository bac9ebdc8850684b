/**
 * A database as the sandbox sees it: SQL text that both engines understand, with `$1`, `$2`, ... for its values.
 *
 * What keeps the text portable: ids and JSON are TEXT, times are BIGINT (milliseconds since 1970), flags are 0 and 1, bytes
 * are BYTES in `tables.ts`; filters stand in columns of their own, never in JSON operators; rows are compared for paging,
 * `(a, b) > ($1, $2)`; every conflict is named, `ON CONFLICT (...) DO ...`. Numbers come back as numbers.
 */
export type Database = Queries & {
  readonly engine: Engine;
  /**
   * Runs work in one transaction: all of it is kept, durably, or nothing when it throws. Writers that touch the same rows
   * wait for each other. Work must ask its own `queries`, and must not wait for anything but them.
   */
  readonly transaction: <T>(work: (queries: Queries) => Promise<T>) => Promise<T>;
  /** The real time by the database's own clock, in milliseconds: leases are held by it, whatever the domain clock says. */
  readonly leaseNow: () => Promise<number>;
  /** Tells every replica, this one too, that there may be something to deliver. */
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
