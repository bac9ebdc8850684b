import type { Database } from "./database.js";
import { DatabaseError } from "./index.js";
import { createMutex, type Mutex } from "./mutex.js";

/** What must not overtake each other, whichever replica it comes to: clock, reset, restore, and what forgets by the clock. */
export type ClusterLock = {
  /** Runs work after all work before it has ended. */
  readonly run: Mutex;
  /** Runs work now, or not at all while other work runs. */
  readonly tryRun: (work: () => Promise<void>) => Promise<void>;
};

/**
 * One at a time among all replicas on a database, by a lease that is renewed while work runs: it stands in the settings, in a
 * row that no reset and no snapshot touches. When a replica dies at its work the others go on after five seconds.
 *
 * @param owner a name that no other replica has
 */
export function createClusterLock(database: Database, owner: string): ClusterLock {
  const here = createMutex();
  const isTaken = async (): Promise<boolean> => {
    const now = await database.leaseNow();
    try {
      return (await database.run(ACQUIRE_LEASE, [formatLease(now + LEASE_MS, owner), formatLease(now, "")])) === 1;
    } catch (error) {
      // A reset at another replica holds the settings for as long as it takes.
      if (error instanceof DatabaseError && error.kind === "busy") return false;
      throw error;
    }
  };
  const held = async <T>(work: () => Promise<T>): Promise<T> => {
    let renewed = Promise.resolve(0);
    const renew = async (): Promise<number> =>
      database.run(RENEW_LEASE, [formatLease((await database.leaseNow()) + LEASE_MS, owner), owner]);
    const renewing = setInterval(() => {
      // The next time may be luckier, and in the worst case the lease ends.
      renewed = renewed.then(renew).catch(() => 0);
    }, LEASE_MS / 4).unref();
    try {
      return await work();
    } finally {
      clearInterval(renewing);
      await renewed;
      await database.run(RELEASE_LEASE, [owner]).catch(() => 0);
    }
  };
  return {
    run: (work) =>
      here(async () => {
        while (!(await isTaken())) await new Promise((done) => setTimeout(done, RETRY_PAUSE));
        return held(work);
      }),
    tryRun: async (work) => {
      if (await isTaken()) await held(work);
    },
  };
}

/** Until when, in a form that is ordered as text, and whose. */
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
