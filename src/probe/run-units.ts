import type { Recorder } from "./recorder.js";
import { type Asking, type Entry, RunEnded, type Session } from "./session.js";

/** A case, or a story of several requests: what is done together, and told together. */
export type Unit = {
  readonly id: string;
  readonly run: (asking: Asking) => Promise<void>;
};

export type Running = {
  readonly session: Session;
  /** Undefined where nobody is told: what is done only for the sake of what comes after it. */
  readonly recorder: Recorder | undefined;
  readonly atOnce: number;
};

/**
 * Runs units side by side, and records them in their own order. The next one is made when there is time for it. One that is ended
 * by the budget tells what it has seen; a mistake in a unit is ours and ends the run.
 */
export async function runUnits(units: Iterable<Unit>, { session, recorder, atOnce }: Running): Promise<void> {
  const waiting = units[Symbol.iterator]();
  const done = new Map<number, { readonly unit: Unit; readonly entries: readonly Entry[] }>();
  let begun = 0;
  let recorded = 0;
  const work = async (): Promise<void> => {
    while (session.goesOn()) {
      const { value: unit, done: isLast } = waiting.next();
      if (isLast === true) return;
      const at = begun;
      begun += 1;
      const entries: Entry[] = [];
      try {
        await unit.run(session.open(unit.id, entries));
      } catch (error) {
        if (!(error instanceof RunEnded)) throw error;
      }
      done.set(at, { unit, entries });
      for (let ready = done.get(recorded); ready !== undefined; ready = done.get(recorded)) {
        recorder?.record(ready.unit.id, ready.entries);
        done.delete(recorded);
        recorded += 1;
      }
      // Making cases keeps the process busy: answers, and whoever wants to end the run, have to come in between.
      await breath();
    }
  };
  await Promise.all(Array.from({ length: atOnce }, work));
}

function breath(): Promise<void> {
  return new Promise((done) => setImmediate(done));
}
