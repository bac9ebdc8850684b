import type { AppContext } from "../../context/app-context.js";
import { type ClockState, getClockMode, getDomainTime, readClock, writeClock } from "../../context/domain-clock.js";
import type { Database, Queries } from "../../store/database.js";
import { readSetting, writeSetting } from "../../store/settings.js";

/** A requested state of the clock. */
export type ClockTarget = {
  readonly mode: ClockState["mode"];
  readonly time: number;
  /** Follows real time afterwards, instead of continuing from `time`. */
  readonly isReal: boolean;
};

/** Computes the requested state from the present one. */
export type ClockChange = (state: ClockState, now: number) => ClockTarget;

/** Changes of the clock. An advance that has deliveries to send runs in the background. */
export type ClockAdvances = {
  /**
   * Starts a change of the clock. Waits up to `wait` milliseconds for its end, and before that for an advance that is in
   * progress. Returns the number of due times that were processed; undefined when the change has not ended.
   *
   * @throws Refusal 409 when another advance is still in progress
   */
  readonly start: (change: ClockChange, wait: number) => Promise<number | undefined>;
  /** Cancels the advance in progress on any replica and waits until it has ended. Returns whether there was one. */
  readonly cancel: () => Promise<boolean>;
  /** Cancels the advance of this replica and waits until it has ended. */
  readonly stop: () => Promise<void>;
};

type AdvanceOptions = {
  /** Domain time in milliseconds. */
  readonly target: number;
  /** When it aborts, the clock stays at the due time that it has reached. */
  readonly signal: AbortSignal;
  /** Called before each due time with the number of those that are complete. */
  readonly onStep: (steps: number) => Promise<void>;
};

/** What advancing the clock needs of the sandbox. */
export type AdvancedSandbox = {
  readonly database: Database;
  readonly app: Pick<AppContext, "realClock">;
  readonly dispatcher: {
    /** Sends the deliveries that are due at this domain time, until none is left or the signal aborts. */
    readonly drainDue: (now: number, signal?: AbortSignal) => Promise<void>;
    readonly wake: () => void;
  };
  /** Removes expired data as of `now`; each task runs in its own transaction. */
  readonly purgeTasks: readonly ((queries: Queries, now: number) => Promise<void>)[];
};

/**
 * Advances the domain clock to a later time. Work that falls due before that time runs in due order, each with the
 * clock stopped at its due time. Afterwards the clock has its former mode.
 */
export async function advanceClock(sandbox: AdvancedSandbox, options: AdvanceOptions): Promise<void> {
  const { database, app } = sandbox;
  const { target, signal, onStep } = options;
  const former = await readClock(database);
  // A replica that died while it advanced the clock left it frozen; `getClockMode` returns the mode from before that.
  const mode = getClockMode(former);
  let at = getDomainTime(former, app.realClock.now());
  try {
    // Work in progress must finish at the present time: its follow-up work falls due later.
    await runAt(sandbox, { mode, at, signal });
    let next = await findLaterDueTime(database, at);
    for (let steps = 1; next !== undefined && next <= target && !signal.aborted; steps += 1) {
      at = next;
      await onStep(steps);
      await runAt(sandbox, { mode, at, signal });
      next = await findLaterDueTime(database, at);
    }
    if (signal.aborted) return;
    at = target;
    await runAt(sandbox, { mode, at, signal });
  } finally {
    await writeClock(database, createClockState(at, mode, app.realClock.now()));
    sandbox.dispatcher.wake();
  }
}

/** A clock that shows `time` now and runs or stays frozen from there. */
export function createClockState(time: number, mode: ClockState["mode"], realNow: number): ClockState {
  return mode === "frozen" ? { mode, at: time } : { mode, offset: time - realNow };
}

/** The number of deliveries that wait to be sent or are being sent, and are due at `until`. */
export async function countDueDeliveries(queries: Queries, until: number): Promise<number> {
  const row = await queries.first(
    "SELECT COUNT(*) AS total FROM deliveries WHERE state IN ('pending', 'sending') AND next_at <= $1",
    [until],
  );
  return Number(row?.total ?? 0);
}

type ClockStop = { readonly mode: ClockState["mode"]; readonly at: number; readonly signal: AbortSignal };

async function runAt(sandbox: AdvancedSandbox, { mode, at, signal }: ClockStop): Promise<void> {
  const { database, dispatcher, purgeTasks, app } = sandbox;
  const passing = mode === "running" ? { passingUntil: app.realClock.now() + MAX_STOP } : {};
  await writeClock(database, { mode: "frozen", at, ...passing });
  for (const purge of purgeTasks) await database.transaction((queries) => purge(queries, at));
  await dispatcher.drainDue(at, signal);
  // Other replicas send too, and may schedule follow-up work; wait for their deliveries.
  while (!signal.aborted && (await hasDeliveriesUnderWay(database))) {
    await new Promise((done) => setTimeout(done, POLL_INTERVAL));
    await dispatcher.drainDue(at, signal);
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
async function findLaterDueTime(queries: Queries, after: number): Promise<number | undefined> {
  const row = await queries.first(
    "SELECT MIN(next_at) AS due FROM deliveries WHERE state IN ('pending', 'sending') AND next_at > $1",
    [after],
  );
  return typeof row?.due === "number" ? row.due : undefined;
}

/** Upper limit for the work of one due time, in milliseconds. */
const MAX_STOP = 2 * 60_000;

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

export function readAdvance(queries: Queries): Promise<AdvanceRecord | undefined> {
  return readSetting(queries, "advance");
}

/** The advance that is in progress on any replica. */
export async function readActiveAdvance(database: Database): Promise<AdvanceRecord | undefined> {
  const record = await readAdvance(database);
  if (record?.outcome !== "advancing") return undefined;
  return record.aliveUntil > (await database.leaseNow()) ? record : undefined;
}

export function writeAdvance(queries: Queries, record: AdvanceRecord): Promise<void> {
  return writeSetting(queries, "advance", record);
}

/** Asks the replica that advances the clock to stop. */
export function requestCancel(queries: Queries, { id }: AdvanceRecord): Promise<void> {
  return writeSetting(queries, "advance cancelled", id);
}

export async function isCancelRequested(queries: Queries, { id }: AdvanceRecord): Promise<boolean> {
  return (await readSetting(queries, "advance cancelled")) === id;
}
