import type { AppContext } from "../../context/app-context.js";
import {
  type ClockState,
  getClockMode,
  getDomainTime,
  REAL_TIME,
  readClock,
  writeClock,
} from "../../context/domain-clock.js";
import { Refusal } from "../../context/request-context.js";
import { type ClusterLock, createMutex, runRepeatedly } from "../../store/cluster-lock.js";
import { type Database, type Queries, readSetting, writeSetting } from "../../store/database.js";

type ClockAdvancesOptions = {
  readonly database: Database;
  readonly app: Pick<AppContext, "realClock">;
  readonly dispatcher: {
    /** Sends the deliveries that are due at this domain time, until none is left or the signal aborts. */
    readonly drainDue: (now: number, signal?: AbortSignal) => Promise<void>;
    readonly wake: () => void;
  };
  /** Removes expired data as of `now`; each task runs in its own transaction. */
  readonly purgeTasks: readonly ((queries: Queries, now: number) => Promise<void>)[];
  readonly onDefect: (error: unknown) => void;
  readonly lock: ClusterLock;
};

/** A promise in an object, so that waiting for the beginning does not wait for the end. */
type BegunChange = { readonly ended: Promise<number> };

export function createClockAdvances(options: ClockAdvancesOptions): ClockAdvances {
  const { database, app, lock } = options;
  const startInTurn = createMutex();
  let active: { readonly id: string; readonly stop: AbortController; readonly ended: Promise<unknown> } | undefined;

  const begin = async (change: ClockChange): Promise<BegunChange> => {
    const former = await readClock(database);
    const now = getDomainTime(former, app.realClock.now());
    const target = change(former, now);
    if (target.time <= now) {
      await writeClock(database, createClockState(target, app.realClock.now()));
      return { ended: Promise.resolve(0) };
    }
    const stop = new AbortController();
    const id = Buffer.from(app.realClock.randomBytes(12)).toString("hex");
    const aliveUntil = (await database.leaseNow()) + ALIVE_TIME;
    const record: AdvanceRecord = { id, from: now, to: target.time, steps: 0, outcome: "advancing", aliveUntil };
    await writeSetting(database, "advance", record);
    const ended = runAdvance(options, { target, record, stop }).finally(() => {
      active = undefined;
    });
    active = { id, stop, ended };
    // Without deliveries nothing waits for others, so the advance ends at once.
    if ((await countDueDeliveries(database, target.time)) === 0) await ended;
    return { ended };
  };
  /** Runs the whole change under the lock. Returns its end once it has begun; undefined when the lock is taken. */
  const tryBegin = (change: ClockChange): Promise<BegunChange | undefined> =>
    new Promise((resolve, reject) => {
      lock
        .tryRun(async () => {
          const begun = await begin(change);
          resolve(begun);
          await begun.ended;
        })
        .then((ran) => ran || resolve(undefined), reject);
    });
  return {
    start: async (change, wait) => {
      const deadline = app.realClock.now() + wait;
      const { ended } = await startInTurn(async () => {
        for (;;) {
          const isAdvancing = (await readActiveAdvance(database)) !== undefined;
          const begun = isAdvancing ? undefined : await tryBegin(change);
          if (begun !== undefined) return begun;
          if (isAdvancing && app.realClock.now() >= deadline) throw new Refusal(409, "CLOCK_ADVANCING", ADVANCING);
          await pause(POLL_INTERVAL);
        }
      });
      return Promise.race([ended, pause(Math.min(Math.max(0, deadline - app.realClock.now()), MAX_TIMEOUT))]);
    },
    cancel: async () => {
      const record = await readActiveAdvance(database);
      if (record === undefined) return false;
      await writeSetting(database, "advance cancelled", record.id);
      if (active?.id === record.id) active.stop.abort(CANCELLED_REASON);
      for (;;) {
        const current = await readActiveAdvance(database);
        if (current?.id !== record.id)
          return (await readSetting<AdvanceRecord>(database, "advance"))?.outcome === "cancelled";
        await pause(POLL_INTERVAL);
      }
    },
    stop: async () => {
      active?.stop.abort(CANCELLED_REASON);
      await active?.ended;
    },
  };
}

const pause = (milliseconds: number): Promise<undefined> =>
  new Promise((done) => void setTimeout(done, milliseconds, undefined).unref());

const ADVANCING =
  "the clock is being advanced: wait until GET /clock has the state ready, cancel it with DELETE /clock/advance, or send Prefer: wait=60";

const CANCELLED_REASON = "the advance of the clock was cancelled before a response arrived";

/** In milliseconds. */
const POLL_INTERVAL = 20;
/** The longest timeout of Node. */
const MAX_TIMEOUT = 2 ** 31 - 1;

type AdvanceRun = { readonly target: ClockTarget; readonly record: AdvanceRecord; readonly stop: AbortController };

/**
 * Advances the clock and keeps the record of the advance up to date. Never rejects. `stop` cancels the advance. Returns
 * the number of due times that were processed.
 */
async function runAdvance(options: ClockAdvancesOptions, { target, record, stop }: AdvanceRun): Promise<number> {
  const { database, onDefect } = options;
  let current = record;
  const save = async (changes: Partial<AdvanceRecord>): Promise<void> => {
    current = { ...current, ...changes, aliveUntil: (await database.leaseNow()) + ALIVE_TIME };
    await writeSetting(database, "advance", current);
  };
  const watch = async (): Promise<void> => {
    if ((await readSetting(database, "advance cancelled")) === record.id) stop.abort(CANCELLED_REASON);
    else if (current.aliveUntil - (await database.leaseNow()) < ALIVE_TIME / 2) await save({});
  };
  // The database can be closed once the run has ended.
  const endWatching = runRepeatedly(() => watch().catch(onDefect), WATCH_INTERVAL);
  try {
    const isDone = await advanceClock(options, target, stop.signal, (steps) => save({ steps }));
    await endWatching();
    await save({ outcome: isDone ? "done" : "cancelled" });
  } catch (error) {
    await endWatching();
    await save({ outcome: "failed" }).catch(() => undefined);
    onDefect(error);
  }
  return current.steps;
}

/** In milliseconds. */
const WATCH_INTERVAL = 100;
const ALIVE_TIME = 5000;

/** A requested state of the clock. */
export type ClockTarget = {
  readonly mode: ClockState["mode"];
  readonly time: number;
  /** Follows real time afterwards, instead of continuing from `time`. */
  readonly isReal?: boolean;
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

/**
 * Advances the domain clock to a later time. Work that falls due before that time runs in due order, each with the
 * clock stopped at its due time. Returns false if the signal aborts; the clock then stays at the due time that it has
 * reached, in its former mode.
 *
 * @param onStep called before each due time with the number of those that are complete
 */
async function advanceClock(
  sandbox: ClockAdvancesOptions,
  target: ClockTarget,
  signal: AbortSignal,
  onStep: (steps: number) => Promise<void>,
): Promise<boolean> {
  const { database, app } = sandbox;
  const former = await readClock(database);
  // A replica that died while it advanced the clock left it frozen; `getClockMode` returns the mode from before that.
  const mode = getClockMode(former);
  let reached: ClockTarget = { mode, time: getDomainTime(former, app.realClock.now()) };
  try {
    // Work in progress must finish at the present time: its follow-up work falls due later.
    await runAt(sandbox, reached, signal);
    let next = await findLaterDueTime(database, reached.time);
    for (let steps = 1; next !== undefined && next <= target.time && !signal.aborted; steps += 1) {
      reached = { mode, time: next };
      await onStep(steps);
      await runAt(sandbox, reached, signal);
      next = await findLaterDueTime(database, next);
    }
    if (signal.aborted) return false;
    reached = { mode, time: target.time };
    await runAt(sandbox, reached, signal);
    if (signal.aborted) return false;
    reached = target;
    return true;
  } finally {
    await writeClock(database, createClockState(reached, app.realClock.now()));
    sandbox.dispatcher.wake();
  }
}

/** A clock that shows `time` now and runs or stays frozen from there, or follows real time. */
export function createClockState({ time, mode, isReal = false }: ClockTarget, realNow: number): ClockState {
  if (isReal) return REAL_TIME;
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

async function runAt(
  sandbox: ClockAdvancesOptions,
  { mode, time: at }: ClockTarget,
  signal: AbortSignal,
): Promise<void> {
  const { database, dispatcher, purgeTasks, app } = sandbox;
  const passing = mode === "running" ? { passingUntil: app.realClock.now() + MAX_STOP } : {};
  await writeClock(database, { mode: "frozen", at, ...passing });
  for (const purge of purgeTasks) await database.transaction((queries) => purge(queries, at));
  await dispatcher.drainDue(at, signal);
  // Other replicas send too, and may schedule follow-up work; wait for their deliveries.
  while (!signal.aborted && (await hasDeliveriesUnderWay(database))) {
    await pause(POLL_INTERVAL);
    await dispatcher.drainDue(at, signal);
  }
}

async function hasDeliveriesUnderWay(database: Database): Promise<boolean> {
  const sql = "SELECT 1 AS found FROM deliveries WHERE state = 'sending' AND lease_until > $1 LIMIT 1";
  return (await database.first(sql, [await database.leaseNow()])) !== undefined;
}

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
type AdvanceRecord = {
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

/** The advance that is in progress on any replica. */
export async function readActiveAdvance(database: Database): Promise<AdvanceRecord | undefined> {
  const record = await readSetting<AdvanceRecord>(database, "advance");
  if (record?.outcome !== "advancing") return undefined;
  return record.aliveUntil > (await database.leaseNow()) ? record : undefined;
}
