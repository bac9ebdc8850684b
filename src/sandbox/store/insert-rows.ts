import type { Queries, Value } from "./database.js";

/**
 * Inserts rows of equal columns, many by one statement: a write that a thousand hooks are told of asks the database some
 * twenty times and not a thousand.
 */
export async function insertRows(
  queries: Queries,
  table: string,
  columns: readonly string[],
  rows: readonly (readonly Value[])[],
): Promise<void> {
  for (let start = 0; start < rows.length; start += INSERT_BATCH_SIZE) {
    const some = rows.slice(start, start + INSERT_BATCH_SIZE);
    const places = some.map((_, row) => `(${columns.map((_, column) => `$${row * columns.length + column + 1}`)})`);
    await queries.run(`INSERT INTO ${table} (${columns.join(", ")}) VALUES ${places.join(", ")}`, some.flat());
  }
}

/** Both engines take some thousands of values; a statement need not come near. */
const INSERT_BATCH_SIZE = 50;
