import type { CaseRecorder } from "./case-recorder.js";
import { type ProbeSession, RunEndedError, type SessionEntry, type TaskSession } from "./session.js";

/** A case, or a story of several requests: what is done together, and told together. */
export type ProbeTask = {
  readonly id: string;
  readonly run: (asking: TaskSession) => Promise<void>;
};

export type TaskRunOptions = {
  readonly session: ProbeSession;
  /** Undefined where nobody is told: what is done only for the sake of what comes after it. */
  readonly recorder: CaseRecorder | undefined;
  readonly concurrency: number;
};

/**
 * Runs units side by side, and records them in their own order. The next one is made when there is time for it. One that is ended
 * by the budget tells what it has seen; a mistake in a unit is ours and ends the run.
 */
export async function runTasks(
  units: Iterable<ProbeTask>,
  { session, recorder, concurrency }: TaskRunOptions,
): Promise<void> {
  const waiting = units[Symbol.iterator]();
  const done = new Map<number, { readonly unit: ProbeTask; readonly entries: readonly SessionEntry[] }>();
  let begun = 0;
  let recorded = 0;
  const work = async (): Promise<void> => {
    while (session.canContinue()) {
      const { value: unit, done: isLast } = waiting.next();
      if (isLast === true) return;
      const at = begun;
      begun += 1;
      const entries: SessionEntry[] = [];
      try {
        await unit.run(session.openTask(unit.id, entries));
      } catch (error) {
        if (!(error instanceof RunEndedError)) throw error;
      }
      done.set(at, { unit, entries });
      for (let ready = done.get(recorded); ready !== undefined; ready = done.get(recorded)) {
        recorder?.record(ready.unit.id, ready.entries);
        done.delete(recorded);
        recorded += 1;
      }
      // Making cases keeps the process busy: answers, and whoever wants to end the run, have to come in between.
      await yieldToEventLoop();
    }
  };
  await Promise.all(Array.from({ length: concurrency }, work));
}

function yieldToEventLoop(): Promise<void> {
  return new Promise((done) => setImmediate(done));
}
