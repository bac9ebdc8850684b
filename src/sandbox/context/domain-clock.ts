import type { Queries } from "../store/database.js";

/**
 * The state of the domain clock, the clock of the simulated service. All replicas share it through the database. It
 * follows real time until a user sets, advances or freezes it. Leases do not use it.
 */
export type ClockState =
  | { readonly mode: "running"; readonly offset: number }
  /**
   * `passingUntil` is set while a running clock is being advanced and is stopped at a due time. After this real time,
   * the replica that advances the clock counts as dead, and the clock runs on from `at`.
   */
  | { readonly mode: "frozen"; readonly at: number; readonly passingUntil?: number };

/** The mode of the clock; of a clock that is being advanced, the mode it returns to. */
export function getClockMode(state: ClockState): ClockState["mode"] {
  return state.mode === "frozen" && state.passingUntil !== undefined ? "running" : state.mode;
}

export function getDomainTime(state: ClockState, realNow: number): number {
  if (state.mode === "running") return realNow + state.offset;
  return state.at + Math.max(0, realNow - (state.passingUntil ?? realNow));
}

/** Reads the clock from the database. By default it follows real time. */
export async function readClock(queries: Queries): Promise<ClockState> {
  const row = await queries.first("SELECT value FROM settings WHERE name = 'clock'");
  return row === undefined ? { mode: "running", offset: 0 } : (JSON.parse(String(row.value)) as ClockState);
}

export async function writeClock(queries: Queries, state: ClockState): Promise<void> {
  await queries.run(
    "INSERT INTO settings (name, value) VALUES ('clock', $1) ON CONFLICT (name) DO UPDATE SET value = excluded.value",
    [JSON.stringify(state)],
  );
}
