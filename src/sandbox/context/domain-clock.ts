import type { Queries } from "../store/database.js";

/**
 * The domain clock: what the service takes for the time. It stands in the database, so that every replica has the same, and
 * it runs with the real one until somebody sets, advances or freezes it. Leases never look at it.
 */
export type ClockState =
  | { readonly mode: "running"; readonly offset: number }
  /**
   * `passingUntil` while a clock that runs is taken to a later time, and stands still at the times on the way: in real
   * time, until when it is waited for. Behind that, who took it there has died, and it runs on from where it stands.
   */
  | { readonly mode: "frozen"; readonly at: number; readonly passingUntil?: number };

/** Whether the clock runs, or goes on running when it has come to where it is being taken. */
export function getClockMode(state: ClockState): ClockState["mode"] {
  return state.mode === "frozen" && state.passingUntil !== undefined ? "running" : state.mode;
}

export function getDomainTime(state: ClockState, realNow: number): number {
  if (state.mode === "running") return realNow + state.offset;
  return state.at + Math.max(0, realNow - (state.passingUntil ?? realNow));
}

/** The clock as the database has it; one that nobody has touched runs with the real one. */
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
