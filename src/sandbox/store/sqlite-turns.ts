import { setTimeout as pause, setImmediate as turn } from "node:timers/promises";
import { DatabaseError } from "./database-error.js";
import type { Mutex } from "./mutex.js";
import { isBusy } from "./sqlite-errors.js";

/** The turn of a write: `begin` ends its wait for others, and `isLate` says whether the wait is over. */
export type Turn = { readonly begin: () => void; readonly isLate: () => boolean };
export type RunInTurn = <T>(work: (turn: Turn) => Promise<T>, wait?: number) => Promise<T>;

/** Creates a function that runs work in turn. It rejects when the work could not begin within the wait. */
export function createTurns(
  path: string,
  mutex: Mutex,
  runChecked: <T>(work: () => Promise<T>) => Promise<T>,
): RunInTurn {
  return (work, wait = MAX_WAIT) =>
    new Promise((resolve, reject) => {
      let hasBegun = false;
      let isLate = false;
      const timer = setTimeout(() => {
        isLate = !hasBegun;
        if (isLate) reject(createBusyError(path, wait));
      }, wait);
      const begin = (): void => {
        hasBegun = true;
        clearTimeout(timer);
      };
      const run = async (): Promise<void> => {
        if (!isLate) resolve(await runChecked(() => work({ begin, isLate: () => isLate })));
      };
      mutex(run).catch(reject).finally(begin);
    });
}

function createBusyError(path: string, wait: number): DatabaseError {
  const seconds = wait / 1000;
  return new DatabaseError(
    "busy",
    `database ${path}: it has been locked for ${seconds} s by another process or a long transaction; repeat the request`,
  );
}

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

/** Runs a step that fails while another process has locked the file, until it succeeds or its caller gave up. */
export async function tryUntilBegun<T>({ begin, isLate }: Turn, step: () => Promise<T>): Promise<T> {
  const result = await tryUntilFree(step, isLate);
  begin();
  return result;
}

/** Retries while another process has locked the file, without blocking this process. */
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
