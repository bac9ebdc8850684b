import { type Database, DatabaseError } from "./database.js";

/** A lock across all replicas, for changes of the clock, resets, restores and the deletion of expired data. */
export type ClusterLock = ReturnType<typeof createClusterLock>;

/**
 * Creates a lock that uses a lease in the database, which is renewed while work runs. Resets and snapshots do not touch
 * its row. When a replica crashes, the others continue after five seconds.
 *
 * @param owner a name unique to the replica
 */
export function createClusterLock(database: Database, owner: string) {
  const localMutex = createMutex();
  const tryAcquire = async (): Promise<boolean> => {
    const now = await database.leaseNow();
    try {
      return (await database.run(ACQUIRE_LEASE, [formatLease(now + LEASE_MS, owner), formatLease(now, "")])) === 1;
    } catch (error) {
      // A reset on another replica locks the settings for its whole duration.
      if (error instanceof DatabaseError && error.kind === "busy") return false;
      throw error;
    }
  };
  const runWithLease = async <T>(work: () => Promise<T>): Promise<T> => {
    const renew = async (): Promise<void> => {
      await database.run(RENEW_LEASE, [formatLease((await database.leaseNow()) + LEASE_MS, owner), owner]);
    };
    // Ignores errors: a later renewal may succeed, and otherwise the lease expires.
    const stopRenewing = runRepeatedly(() => renew().catch(() => {}), LEASE_MS / 4);
    try {
      return await work();
    } finally {
      await stopRenewing();
      await database.run(RELEASE_LEASE, [owner]).catch(() => 0);
    }
  };
  return {
    /** Runs work after all earlier work has ended. */
    run: <T>(work: () => Promise<T>): Promise<T> =>
      localMutex(async () => {
        while (!(await tryAcquire())) await new Promise((done) => setTimeout(done, RETRY_PAUSE));
        return runWithLease(work);
      }),
    /** Runs work now, or not at all when other work is running. Returns whether it ran. */
    tryRun: async (work: () => Promise<void>) => {
      if (!(await tryAcquire())) return false;
      await runWithLease(work);
      return true;
    },
  };
}

/** The end of the lease, padded so that it sorts as text, and its owner. */
function formatLease(until: number, owner: string): string {
  return `${String(until).padStart(16, "0")} ${owner}`;
}

const ACQUIRE_LEASE = `INSERT INTO settings (name, value) VALUES ('alone', $1) ON CONFLICT (name)
  DO UPDATE SET value = excluded.value WHERE settings.value < $2`;
const RENEW_LEASE = "UPDATE settings SET value = $1 WHERE name = 'alone' AND SUBSTR(value, 18) = $2";
const RELEASE_LEASE = "DELETE FROM settings WHERE name = 'alone' AND SUBSTR(value, 18) = $1";

/** In milliseconds. */
const LEASE_MS = 5000;
const RETRY_PAUSE = 30;

/** Runs work one at a time, in call order. */
export type Mutex = <T>(work: () => Promise<T>) => Promise<T>;

export function createMutex(): Mutex {
  let last: Promise<unknown> = Promise.resolve();
  return (work) => {
    const result = last.then(work);
    last = result.catch(() => {});
    return result;
  };
}

/**
 * Runs work that never rejects at an interval in milliseconds. Returns a function that stops it and waits for work in
 * progress.
 */
export function runRepeatedly(work: () => Promise<void>, interval: number): () => Promise<void> {
  let last: Promise<unknown> = Promise.resolve();
  const timer = setInterval(() => {
    last = Promise.all([last, work()]);
  }, interval).unref();
  return async () => {
    clearInterval(timer);
    await last;
  };
}
