import type { Database, Queries } from "../../store/database.js";

/** The latest advance of the clock. All replicas share it through the database. */
export type AdvanceRecord = {
  readonly id: string;
  /** In domain time. */
  readonly from: number;
  readonly to: number;
  /** The number of due times at which the clock has stopped. */
  readonly steps: number;
  readonly outcome: "advancing" | "done" | "cancelled" | "failed";
  /** In the time of leases: the replica that advances the clock renews it, and counts as dead afterwards. */
  readonly aliveUntil: number;
};

export async function readAdvance(queries: Queries): Promise<AdvanceRecord | undefined> {
  const row = await queries.first("SELECT value FROM settings WHERE name = 'advance'");
  return row === undefined ? undefined : (JSON.parse(String(row.value)) as AdvanceRecord);
}

/** The advance that is in progress on any replica. */
export async function readActiveAdvance(database: Database): Promise<AdvanceRecord | undefined> {
  const record = await readAdvance(database);
  if (record?.outcome !== "advancing") return undefined;
  return record.aliveUntil > (await database.leaseNow()) ? record : undefined;
}

export function writeAdvance(database: Database, record: AdvanceRecord): Promise<number> {
  return writeSetting(database, "advance", JSON.stringify(record));
}

/** Asks the replica that advances the clock to stop. */
export function requestCancel(database: Database, { id }: AdvanceRecord): Promise<number> {
  return writeSetting(database, "advance cancelled", id);
}

export async function isCancelRequested(queries: Queries, { id }: AdvanceRecord): Promise<boolean> {
  const row = await queries.first("SELECT value FROM settings WHERE name = 'advance cancelled'");
  return row?.value === id;
}

function writeSetting(database: Database, name: string, value: string): Promise<number> {
  return database.run(
    "INSERT INTO settings (name, value) VALUES ($1, $2) ON CONFLICT (name) DO UPDATE SET value = excluded.value",
    [name, value],
  );
}
