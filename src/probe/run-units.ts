import type { Recorder } from "./recorder.js";
import { type Asking, type Entry, RunEnded, type Session } from "./session.js";

/** A case, or a story of several requests: what is done together, and told together. */
export type Unit = {
  readonly id: string;
  readonly run: (asking: Asking) => Promise<void>;
};

/**
 * Runs units side by side, and records them in their own order. One that is ended by the budget tells what it has seen; a mistake
 * in a unit is ours and ends the run.
 */
export async function runUnits(
  units: readonly Unit[],
  { session, recorder, atOnce }: { readonly session: Session; readonly recorder: Recorder; readonly atOnce: number },
): Promise<void> {
  const done = new Map<number, readonly Entry[]>();
  let next = 0;
  let recorded = 0;
  const work = async (): Promise<void> => {
    while (next < units.length && session.ended() === undefined) {
      const at = next;
      next += 1;
      const unit = units[at];
      if (unit === undefined) return;
      const entries: Entry[] = [];
      try {
        await unit.run(session.open(unit.id, entries));
      } catch (error) {
        if (!(error instanceof RunEnded)) throw error;
      }
      done.set(at, entries);
      for (let ready = done.get(recorded); ready !== undefined; ready = done.get(recorded)) {
        recorder.record(units[recorded]?.id ?? "", ready);
        done.delete(recorded);
        recorded += 1;
      }
    }
  };
  await Promise.all(Array.from({ length: Math.min(atOnce, units.length) }, work));
}
