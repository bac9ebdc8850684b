import { type ClockState, getDomainTime, REAL_TIME, readClock, writeClock } from "../../context/domain-clock.js";
import { Refusal } from "../../context/request-context.js";
import { type ClusterLock, createMutex } from "../../store/cluster-lock.js";
import {
  type AdvancedSandbox,
  type AdvanceRecord,
  advanceClock,
  type ClockAdvances,
  type ClockChange,
  type ClockTarget,
  countDueDeliveries,
  createClockState,
  isCancelRequested,
  readActiveAdvance,
  readAdvance,
  requestCancel,
  writeAdvance,
} from "./advance-clock.js";

type ClockAdvancesOptions = AdvanceRunnerOptions & { readonly lock: ClusterLock };

/** A promise in an object, so that waiting for the beginning does not wait for the end. */
type BegunChange = { readonly ended: Promise<number> };

export function createClockAdvances(options: ClockAdvancesOptions): ClockAdvances {
  const { database, app, lock } = options;
  const startInTurn = createMutex();
  let active: { readonly id: string; readonly stop: AbortController; readonly ended: Promise<unknown> } | undefined;

  const run = createAdvanceRunner(options);
  const begin = async (change: ClockChange): Promise<BegunChange> => {
    const former = await readClock(database);
    const now = getDomainTime(former, app.realClock.now());
    const target = change(former, now);
    if (target.time <= now) {
      await writeClock(database, createTargetState(target, app.realClock.now()));
      return { ended: Promise.resolve(0) };
    }
    const stop = new AbortController();
    const id = Buffer.from(app.realClock.randomBytes(12)).toString("hex");
    const aliveUntil = (await database.leaseNow()) + ALIVE_TIME;
    const record: AdvanceRecord = { id, from: now, to: target.time, steps: 0, outcome: "advancing", aliveUntil };
    await writeAdvance(database, record);
    const ended = run(target, record, stop).finally(() => {
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
      await requestCancel(database, record);
      if (active?.id === record.id) active.stop.abort();
      for (;;) {
        const current = await readActiveAdvance(database);
        if (current?.id !== record.id) return (await readAdvance(database))?.outcome === "cancelled";
        await pause(POLL_INTERVAL);
      }
    },
    stop: async () => {
      active?.stop.abort();
      await active?.ended;
    },
  };
}

function pause(milliseconds: number): Promise<undefined> {
  return new Promise((done) => {
    setTimeout(done, milliseconds, undefined).unref();
  });
}

const ADVANCING =
  "the clock is being advanced: wait until GET /clock has the state ready, cancel it with DELETE /clock/advance, or send Prefer: wait=60";

/** In milliseconds. */
const POLL_INTERVAL = 20;
/** The longest timeout of Node. */
const MAX_TIMEOUT = 2 ** 31 - 1;

type AdvanceRunnerOptions = AdvancedSandbox & { readonly onDefect: (error: unknown) => void };

/** Runs an advance to its end and never rejects. `stop` cancels it. Returns the number of due times that were processed. */
type AdvanceRunner = (target: ClockTarget, record: AdvanceRecord, stop: AbortController) => Promise<number>;

/** Creates a function that advances the clock and keeps the record of the advance up to date. */
function createAdvanceRunner(options: AdvanceRunnerOptions): AdvanceRunner {
  const { database, app, onDefect } = options;
  return async (target, record, stop) => {
    let current = record;
    const save = async (changes: Partial<AdvanceRecord>): Promise<void> => {
      current = { ...current, ...changes, aliveUntil: (await database.leaseNow()) + ALIVE_TIME };
      await writeAdvance(database, current);
    };
    const watching = setInterval(() => {
      const watch = async (): Promise<void> => {
        if (await isCancelRequested(database, record)) stop.abort();
        else if (current.aliveUntil - (await database.leaseNow()) < ALIVE_TIME / 2) await save({});
      };
      watch().catch(onDefect);
    }, WATCH_INTERVAL);
    try {
      const onStep = (steps: number): Promise<void> => save({ steps });
      await advanceClock(options, { target: target.time, signal: stop.signal, onStep });
      clearInterval(watching);
      if (!stop.signal.aborted) await writeClock(database, createTargetState(target, app.realClock.now()));
      await save({ outcome: stop.signal.aborted ? "cancelled" : "done" });
    } catch (error) {
      clearInterval(watching);
      await save({ outcome: "failed" }).catch(() => undefined);
      onDefect(error);
    }
    return current.steps;
  };
}

export function createTargetState({ time, mode, isReal }: ClockTarget, realNow: number): ClockState {
  return isReal ? REAL_TIME : createClockState(time, mode, realNow);
}

/** In milliseconds. */
const WATCH_INTERVAL = 100;
const ALIVE_TIME = 5000;
