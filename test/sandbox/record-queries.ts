import type { Database, Queries, Row, Value } from "../../src/sandbox/store/database.js";

export type Statement = readonly [sql: string, values: readonly Value[]];

/** The results of statements, in the order of the statements of each method. */
export type StatementResults = {
  readonly all?: readonly (readonly Row[])[];
  readonly first?: readonly (Row | undefined)[];
  /** Every further statement changes one row. */
  readonly run?: readonly number[];
};

type Recorded = { readonly statements: Statement[]; readonly queries: Queries };

/** Records the statements of a function in place of a database, and returns the given results. */
export function recordQueries({ all = [], first = [], run = [] }: StatementResults = {}): Recorded {
  const statements: Statement[] = [];
  const [lists, rows, counts] = [[...all], [...first], [...run]];
  const note = (sql: string, values: readonly Value[] = []): void => {
    statements.push([sql.replaceAll(/\s+/g, " "), [...values]]);
  };
  const queries: Queries = {
    engine: "sqlite",
    all: async (sql, values) => {
      note(sql, values);
      return lists.shift() ?? [];
    },
    first: async (sql, values) => {
      note(sql, values);
      return rows.shift();
    },
    run: async (sql, values) => {
      note(sql, values);
      return counts.shift() ?? 1;
    },
  };
  return { statements, queries };
}

/** The time of leases in the databases of `recordDatabase`. */
export const LEASE_NOW = 500;

/** Like `recordQueries`, for functions that begin transactions. */
export function recordDatabase(results: StatementResults = {}): Recorded & { readonly database: Database } {
  const recorded = recordQueries(results);
  const database: Database = {
    ...recorded.queries,
    transaction: (work) => work(recorded.queries),
    leaseNow: async () => LEASE_NOW,
    close: async () => undefined,
  };
  return { ...recorded, database };
}

/** The SQL of a statement with its values in place. */
export function fillStatement([sql, values]: Statement): string {
  return sql.replaceAll(/\$(\d+)/g, (_, number) => JSON.stringify(values[Number(number) - 1]));
}
