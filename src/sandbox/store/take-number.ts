import type { Queries } from "./database.js";

/** Takes the next number of a counter, from 1. Two transactions never get the same. */
export async function takeNumber(queries: Queries, counter: string): Promise<number> {
  const row = await queries.first(
    `INSERT INTO counters (name, value) VALUES ($1, 1)
      ON CONFLICT (name) DO UPDATE SET value = counters.value + 1 RETURNING value`,
    [counter],
  );
  return Number(row?.value);
}
