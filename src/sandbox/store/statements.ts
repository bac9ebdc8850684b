import type { Queries, Row } from "./database.js";

/** Inserts rows that have the same columns in the same order, in batches: deliveries to a thousand hooks take 20 statements instead of 1000. */
export async function insertRows(queries: Queries, table: string, rows: readonly Row[]): Promise<void> {
  const columns = Object.keys(rows[0] ?? {});
  for (let start = 0; start < rows.length; start += INSERT_BATCH_SIZE) {
    const batch = rows.slice(start, start + INSERT_BATCH_SIZE);
    const tuples = batch.map((_, row) => `(${columns.map((_, column) => `$${row * columns.length + column + 1}`)})`);
    await queries.run(
      `INSERT INTO ${table} (${columns.join(", ")}) VALUES ${tuples.join(", ")}`,
      batch.flatMap((row) => Object.values(row)),
    );
  }
}

/** Far below the limit of both engines, which accept thousands of values. */
const INSERT_BATCH_SIZE = 50;

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
