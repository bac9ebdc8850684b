import { type ClockState, getClockMode, getDomainTime, readClock, writeClock } from "../context/domain-clock.js";
import type { Database, Queries } from "../store/database.js";
import type { AdminContext } from "./admin-context.js";

/**
 * Advances the domain clock to a later time. Work that falls due before that time runs in due order, each with the
 * clock stopped at its due time. Afterwards the clock has its former mode.
 *
 * @param target domain time in milliseconds
 * @returns the number of due times at which the clock stopped
 */
export async function advanceClock(control: AdminContext, target: number): Promise<number> {
  const { database, app } = control;
  const former = await readClock(database);
  // A replica that died while it advanced the clock left it frozen; `getClockMode` returns the mode from before that.
  const mode = getClockMode(former);
  let at = getDomainTime(former, app.realClock.now());
  let steps = 0;
  try {
    // Work in progress must finish at the present time: its follow-up work falls due later.
    await runAt(control, mode, at);
    for (let next = await findNextDueTime(database, at); next !== undefined && next <= target; steps += 1) {
      at = next;
      await runAt(control, mode, at);
      next = await findNextDueTime(database, at);
    }
    at = target;
    await runAt(control, mode, at);
  } finally {
    await writeClock(database, createClockState(at, mode, app.realClock.now()));
  }
  control.dispatcher.wake();
  return steps;
}

/** A clock that shows `time` now and runs or stays frozen from there. */
export function createClockState(time: number, mode: ClockState["mode"], realNow: number): ClockState {
  return mode === "frozen" ? { mode, at: time } : { mode, offset: time - realNow };
}

async function runAt(control: AdminContext, mode: ClockState["mode"], at: number): Promise<void> {
  const { database, dispatcher, purgeTasks, app } = control;
  const passing = mode === "running" ? { passingUntil: app.realClock.now() + MAX_STOP } : {};
  await writeClock(database, { mode: "frozen", at, ...passing });
  for (const purge of purgeTasks) await database.transaction((queries) => purge(queries, at));
  await dispatcher.drainDue(at);
  // Other replicas send too, and may schedule follow-up work; wait for their deliveries.
  while (await hasDeliveriesUnderWay(database)) {
    await new Promise((done) => setTimeout(done, POLL_INTERVAL));
    await dispatcher.drainDue(at);
  }
}

async function hasDeliveriesUnderWay(database: Database): Promise<boolean> {
  const sql = "SELECT 1 AS found FROM deliveries WHERE state = 'sending' AND lease_until > $1 LIMIT 1";
  return (await database.first(sql, [await database.leaseNow()])) !== undefined;
}

const POLL_INTERVAL = 20;

/**
 * The first time after `after` at which a delivery falls due. All other effects of time are computed when data is read.
 */
async function findNextDueTime(queries: Queries, after: number): Promise<number | undefined> {
  const row = await queries.first(
    "SELECT MIN(next_at) AS due FROM deliveries WHERE state IN ('pending', 'sending') AND next_at > $1",
    [after],
  );
  return typeof row?.due === "number" ? row.due : undefined;
}

/** Upper limit for the work of one due time, in milliseconds. */
const MAX_STOP = 2 * 60_000;
