import { type ClockState, getClockMode, getDomainTime, readClock, writeClock } from "../context/domain-clock.js";
import type { Database, Queries } from "../store/database.js";
import type { AdminContext } from "./admin-context.js";

/**
 * Takes the domain clock to a later time, and runs what falls due on the way at the time at which it falls due, in that
 * order: the clock stands still at each of these times while it is run. Afterwards it runs or stands as before.
 *
 * Returns how many such times there were.
 */
export async function advanceClock(control: AdminContext, target: number): Promise<number> {
  const { database, app } = control;
  const before = await readClock(database);
  // Another replica may have died on such a way: what it did to the clock on the way is not what the clock goes back to.
  const mode = getClockMode(before);
  let at = getDomainTime(before, app.realClock.now());
  let steps = 0;
  try {
    // What is under way comes to its end at the present time, for what follows from it falls due after that.
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

/** A clock that shows a time now, and goes on from there or stands. */
export function createClockState(time: number, mode: ClockState["mode"], realNow: number): ClockState {
  return mode === "frozen" ? { mode, at: time } : { mode, offset: time - realNow };
}

async function runAt(control: AdminContext, mode: ClockState["mode"], at: number): Promise<void> {
  const { database, dispatcher, purgeTasks, app } = control;
  const passing = mode === "running" ? { passingUntil: app.realClock.now() + MAX_STOP } : {};
  await writeClock(database, { mode: "frozen", at, ...passing });
  for (const keep of purgeTasks) await database.transaction((queries) => keep(queries, at));
  await dispatcher.drainDue(at);
  // Other replicas send too, and what follows from that falls due after the time at which it was sent.
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

/** The first time after this one at which a delivery falls due. All else that time brings is worked out when it is read. */
async function findNextDueTime(queries: Queries, after: number): Promise<number | undefined> {
  const row = await queries.first(
    "SELECT MIN(next_at) AS due FROM deliveries WHERE state IN ('pending', 'sending') AND next_at > $1",
    [after],
  );
  return typeof row?.due === "number" ? row.due : undefined;
}

/** Longer than everything takes that falls due at one time, in milliseconds. */
const MAX_STOP = 2 * 60_000;
