import { type ClockState, getDomainTime, readClock, writeClock } from "../../context/domain-clock.js";
import type { ClusterLock } from "../../store/cluster-lock.js";
import { createMutex } from "../../store/mutex.js";
import { AdminError } from "../admin-response.js";
import { countDueDeliveries } from "./advance-clock.js";
import { type AdvanceRecord, readActiveAdvance, readAdvance, requestCancel, writeAdvance } from "./advance-record.js";
import {
  type AdvanceRunnerOptions,
  ALIVE_TIME,
  type ClockTarget,
  createAdvanceRunner,
  createTargetState,
} from "./run-advance.js";

/** Computes the requested state from the present one. */
export type ClockChange = (state: ClockState, now: number) => ClockTarget;

/** Changes of the clock. An advance that has deliveries to send runs in the background. */
export type ClockAdvances = {
  /**
   * Starts a change of the clock. Waits up to `wait` milliseconds for its end, and before that for an advance that is in
   * progress.
   *
   * @throws AdminError 409 when another advance is still in progress
   */
  readonly start: (change: ClockChange, wait: number) => Promise<void>;
  /** Cancels the advance in progress on any replica and waits until it has ended. Returns whether there was one. */
  readonly cancel: () => Promise<boolean>;
  /** Cancels the advance of this replica and waits until it has ended. */
  readonly stop: () => Promise<void>;
};

export type ClockAdvancesOptions = AdvanceRunnerOptions & { readonly lock: ClusterLock };

/** A promise in an object, so that waiting for the beginning does not wait for the end. */
type BegunChange = { readonly ended: Promise<void> };

export function createClockAdvances(options: ClockAdvancesOptions): ClockAdvances {
  const { database, app, lock } = options;
  const startInTurn = createMutex();
  let active: { readonly id: string; readonly stop: AbortController; readonly ended: Promise<void> } | undefined;

  const run = createAdvanceRunner(options);
  const begin = async (change: ClockChange): Promise<BegunChange> => {
    const former = await readClock(database);
    const now = getDomainTime(former, app.realClock.now());
    const target = change(former, now);
    if (target.time <= now) {
      await writeClock(database, createTargetState(target, app.realClock.now()));
      return { ended: Promise.resolve() };
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
          if (isAdvancing && app.realClock.now() >= deadline) throw new AdminError(409, "CLOCK_ADVANCING", ADVANCING);
          await pause(POLL_INTERVAL);
        }
      });
      await Promise.race([ended, pause(Math.min(Math.max(0, deadline - app.realClock.now()), MAX_TIMEOUT))]);
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

function pause(milliseconds: number): Promise<void> {
  return new Promise((done) => {
    setTimeout(done, milliseconds).unref();
  });
}

const ADVANCING =
  "the clock is being advanced: wait until GET /clock has the state ready, cancel it with DELETE /clock/advance, or send Prefer: wait=60";

/** In milliseconds. */
const POLL_INTERVAL = 20;
/** The longest timeout of Node. */
const MAX_TIMEOUT = 2 ** 31 - 1;
