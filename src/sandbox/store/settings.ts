import type { Queries } from "./database.js";

/** The values that all replicas share through the database; each is stored as JSON under its name. */
type SettingName = "clock" | "faults" | "advance" | "advance cancelled" | "records" | "spec";

/** Returns undefined when the setting has not been written. */
export async function readSetting<T>(queries: Queries, name: SettingName): Promise<T | undefined> {
  const row = await queries.first("SELECT value FROM settings WHERE name = $1", [name]);
  return row === undefined ? undefined : (JSON.parse(String(row.value)) as T);
}

export async function writeSetting(queries: Queries, name: SettingName, value: unknown): Promise<void> {
  await queries.run(
    "INSERT INTO settings (name, value) VALUES ($1, $2) ON CONFLICT (name) DO UPDATE SET value = excluded.value",
    [name, JSON.stringify(value)],
  );
}

/** Reads a setting and locks it until the transaction ends. A setting without a value gets the initial one. */
export async function lockSetting<T>(queries: Queries, name: SettingName, initial: T): Promise<T> {
  const row = await queries.first(
    "INSERT INTO settings (name, value) VALUES ($1, $2) ON CONFLICT (name) DO UPDATE SET value = settings.value RETURNING value",
    [name, JSON.stringify(initial)],
  );
  return JSON.parse(String(row?.value)) as T;
}
