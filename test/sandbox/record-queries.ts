import type { Queries, Row, Value } from "../../src/sandbox/store/database.js";

export type Statement = readonly [sql: string, values: readonly Value[]];

/** Records the statements of a function in place of a database. `all` and `first` return the given results in order. */
export function recordQueries({
  all = [],
  first = [],
}: {
  readonly all?: readonly (readonly Row[])[];
  readonly first?: readonly (Row | undefined)[];
} = {}): { readonly statements: Statement[]; readonly queries: Queries } {
  const statements: Statement[] = [];
  const lists = [...all];
  const rows = [...first];
  const note = (sql: string, values: readonly Value[] = []): number =>
    statements.push([sql.replaceAll(/\s+/g, " "), [...values]]);
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
    run: async (sql, values) => note(sql, values),
  };
  return { statements, queries };
}

/** The SQL of a statement with its values in place. */
export function fillStatement([sql, values]: Statement): string {
  return sql.replaceAll(/\$(\d+)/g, (_, number) => JSON.stringify(values[Number(number) - 1]));
}
