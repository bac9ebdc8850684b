import type { Database } from "../../../src/sandbox/store/database.js";

/** Adds one by reading and writing, which is safe only in a transaction that locks the row. */
export async function increment(database: Database): Promise<void> {
  await database.transaction(async (queries) => {
    await queries.run("INSERT INTO counters (name, value) VALUES ($1, 0) ON CONFLICT (name) DO NOTHING", ["count"]);
    await queries.run("UPDATE counters SET value = value WHERE name = $1", ["count"]);
    const row = await queries.first("SELECT value FROM counters WHERE name = $1", ["count"]);
    await queries.run("UPDATE counters SET value = $2 WHERE name = $1", ["count", Number(row?.value) + 1]);
  });
}
