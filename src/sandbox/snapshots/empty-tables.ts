import type { Queries } from "../store/database.js";
import { TABLE_NAMES } from "../store/tables.js";

/**
 * Deletes all data except settings that identify the sandbox, such as its seed. Waits for writes in progress; later
 * writes wait until the transaction ends. Therefore no write sees a partly deleted state.
 */
export async function emptyTables(queries: Queries): Promise<void> {
  // SQLite needs no lock: write transactions exclude each other.
  if (queries.engine === "postgres")
    await queries.run(`LOCK TABLE ${[...new Set([...LOCKED_FIRST, ...TABLE_NAMES])].join(", ")} IN EXCLUSIVE MODE`);
  for (const table of TABLE_NAMES.toReversed())
    await queries.run(
      table === "settings"
        ? `DELETE FROM settings WHERE name IN (${formatPlaceholders(MUTABLE_SETTINGS)})`
        : `DELETE FROM ${table}`,
      table === "settings" ? MUTABLE_SETTINGS : [],
    );
}

/**
 * Locked in the same order as by other transactions, to avoid deadlocks. Writes start with `request_ids`, changes of
 * fault rules with `settings`, registrations with `counters`, and outcomes of deliveries with `deliveries`.
 */
const LOCKED_FIRST: readonly string[] = ["request_ids", "settings", "counters", "deliveries", "hooks"];

/** Settings that the admin API changes. The others identify the sandbox and are never replaced. */
export const MUTABLE_SETTINGS: readonly string[] = ["clock", "faults"];

export function formatPlaceholders(values: readonly unknown[]): string {
  return values.map((_, at) => `$${at + 1}`).join(", ");
}
