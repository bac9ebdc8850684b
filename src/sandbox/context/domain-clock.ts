import { type Queries, readSetting, writeSetting } from "../store/database.js";
import type { AppContext } from "./app-context.js";

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
  return (await readSetting<ClockState>(queries, "clock")) ?? REAL_TIME;
}

/** The clock of a sandbox until it is changed. */
export const REAL_TIME: ClockState = { mode: "running", offset: 0 };

/** Reads the domain time of the moment. */
export async function readDomainTime(queries: Queries, { realClock }: Pick<AppContext, "realClock">): Promise<number> {
  return getDomainTime(await readClock(queries), realClock.now());
}

export function writeClock(queries: Queries, state: ClockState): Promise<void> {
  return writeSetting(queries, "clock", state);
}

/** Formats a time as the admin API does. */
export function formatIsoTime(milliseconds: number): string {
  return new Date(milliseconds).toISOString();
}

/** Formats a time as the service does: GMT, to the second (seed, "What the service does", convention 2). */
export function formatTimestamp(milliseconds: number): string {
  return `${new Date(milliseconds).toISOString().slice(0, 19)}Z`;
}

/** Parses a time in the format of the service. Returns milliseconds; undefined when the time is invalid. */
export function parseTimestamp(text: string): number | undefined {
  if (!/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}Z$/.test(text)) return undefined;
  const time = Date.parse(text);
  // `Date.parse` turns 30 February into a day in March; formatting the result reveals that.
  return Number.isNaN(time) || formatTimestamp(time) !== text ? undefined : time;
}
