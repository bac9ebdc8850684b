import { setTimeout as pause } from "node:timers/promises";
import type { Client } from "pg";

/** The channel of LISTEN and NOTIFY; every database has its own. */
const CHANNEL = "commerce_contract_wake";
const MIN_PAUSE = 100;
const MAX_PAUSE = 2_000;

export type WakeUpListener = { readonly stop: () => Promise<void> };

/**
 * Listens for wake-ups from replicas on a separate connection. Reconnects when the connection is lost, and calls
 * `onWake` after every connect, because wake-ups may have been missed.
 *
 * @see https://www.postgresql.org/docs/15/sql-listen.html
 */
export function listenForWakeUps(newClient: () => Client, onWake: () => void): WakeUpListener {
  const stopping = new AbortController();
  let current: Client | undefined;
  const listen = async (): Promise<void> => {
    let wait = MIN_PAUSE;
    while (!stopping.signal.aborted) {
      const client = newClient();
      current = client;
      const lost = new Promise<void>((resolve) => {
        client.once("end", resolve);
        // An error ends the connection; without a listener it would end the process.
        client.on("error", () => resolve());
      });
      client.on("notification", onWake);
      try {
        await client.connect();
        await client.query(`LISTEN ${CHANNEL}`);
        wait = MIN_PAUSE;
        onWake();
        await lost;
      } catch {
        // Retried below; meanwhile the dispatcher polls.
      }
      await client.end().catch(() => {});
      await pause(wait, undefined, { ref: false, signal: stopping.signal }).catch(() => {});
      wait = Math.min(wait * 2, MAX_PAUSE);
    }
  };
  const running = listen();
  return {
    stop: async () => {
      stopping.abort();
      await current?.end().catch(() => {});
      await running;
    },
  };
}

/** Creates a function that notifies all replicas. Calls during a running notification are merged. It never fails. */
export function createNotifier(query: (sql: string) => Promise<unknown>): () => Promise<void> {
  let running: Promise<void> | undefined;
  let waiting: Promise<void> | undefined;
  const send = async (): Promise<void> => {
    try {
      await query(`NOTIFY ${CHANNEL}`);
    } catch {
      // The other replicas poll.
    }
  };
  return () => {
    if (running === undefined) {
      running = send().finally(() => {
        running = undefined;
      });
      return running;
    }
    waiting ??= running.then(() => {
      waiting = undefined;
      running = send().finally(() => {
        running = undefined;
      });
      return running;
    });
    return waiting;
  };
}
