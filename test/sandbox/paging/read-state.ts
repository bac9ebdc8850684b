import type { Database } from "../../../src/sandbox/store/database.js";

/** The state that a rejected request must not change. */
export async function readState(database: Database): Promise<string> {
  const tables = ["businesses", "orders", "transactions", "hooks", "events", "deliveries", "counters"];
  const rows = await Promise.all(tables.map((table) => database.all(`SELECT * FROM ${table} ORDER BY 1, 2`)));
  return JSON.stringify(rows);
}
