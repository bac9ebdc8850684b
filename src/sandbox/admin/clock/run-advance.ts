import { type ClockState, writeClock } from "../../context/domain-clock.js";
import { type AdvancedSandbox, advanceClock, createClockState } from "./advance-clock.js";
import { type AdvanceRecord, isCancelRequested, writeAdvance } from "./advance-record.js";

/** A requested state of the clock. */
export type ClockTarget = {
  readonly mode: ClockState["mode"];
  readonly time: number;
  /** Follows real time afterwards, instead of continuing from `time`. */
  readonly isReal: boolean;
};

export type AdvanceRunnerOptions = AdvancedSandbox & { readonly onDefect: (error: unknown) => void };

/** Runs an advance to its end and never rejects. `stop` cancels it. */
export type AdvanceRunner = (target: ClockTarget, record: AdvanceRecord, stop: AbortController) => Promise<void>;

/** Creates a function that advances the clock and keeps the record of the advance up to date. */
export function createAdvanceRunner(options: AdvanceRunnerOptions): AdvanceRunner {
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
  };
}

export function createTargetState({ time, mode, isReal }: ClockTarget, realNow: number): ClockState {
  return isReal ? { mode: "running", offset: 0 } : createClockState(time, mode, realNow);
}

/** In milliseconds. */
const WATCH_INTERVAL = 100;
export const ALIVE_TIME = 5000;
