import { setTimeout as pause, setImmediate as turn } from "node:timers/promises";
import { isBusy } from "./sqlite-errors.js";

/** Lets single reads run between transactions, but not within them. */
export type ReadGate = {
  /** Runs a read now, or else when the transaction in progress has ended. */
  readonly read: <T>(query: () => Promise<T>) => Promise<T>;
  /** Runs a transaction that has begun, and then the waiting reads before anything else. */
  readonly runTransaction: <T>(work: () => Promise<T>) => Promise<T>;
};

export function createReadGate(): ReadGate {
  let isInTransaction = false;
  const waiting: (() => void)[] = [];
  return {
    read: (query) =>
      isInTransaction
        ? new Promise((resolve, reject) => {
            waiting.push(() => query().then(resolve, reject));
          })
        : query(),
    runTransaction: async (work) => {
      isInTransaction = true;
      try {
        return await work();
      } finally {
        isInTransaction = false;
        for (const run of waiting.splice(0)) run();
      }
    },
  };
}

/** Retries while another process has locked the file, without blocking this process, until the caller gives up. */
export async function tryUntilFree<T>(step: () => Promise<T>, isLate = (): boolean => false): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await step();
    } catch (error) {
      if (!isBusy(error) || attempt * BUSY_PAUSE > MAX_PATIENT_WAIT) throw error;
      await pause(BUSY_PAUSE);
      // Several waiting timers, each longer than the pause, would otherwise starve the event loop.
      await turn();
      if (isLate()) throw error;
    }
  }
}

/** In milliseconds: how long a write waits for others, and one that may wait for another process to fill the database. */
export const MAX_WAIT = 5_000;
export const MAX_PATIENT_WAIT = 120_000;
const BUSY_PAUSE = 15;
