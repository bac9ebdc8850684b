import { setTimeout as pause } from "node:timers/promises";
import type { Client } from "pg";

/** The channel of LISTEN and NOTIFY; every database has its own. */
const CHANNEL = "commerce_contract_wake";
const MIN_PAUSE = 100;
const MAX_PAUSE = 2_000;

export type WakeUpListener = { readonly stop: () => Promise<void> };

/**
 * Hears what other replicas say, on a connection of its own. A lost connection is made again; since something may have been
 * said meanwhile, `heard` is called after every new one.
 *
 * @see https://www.postgresql.org/docs/15/sql-listen.html
 */
export function listenForWakeUps(newClient: () => Client, heard: () => void): WakeUpListener {
  const stopping = new AbortController();
  let current: Client | undefined;
  const listen = async (): Promise<void> => {
    let wait = MIN_PAUSE;
    while (!stopping.signal.aborted) {
      const client = newClient();
      current = client;
      const lost = new Promise<void>((resolve) => {
        client.once("end", resolve);
        // An error ends the connection, and without a listener it would end the process.
        client.on("error", () => resolve());
      });
      client.on("notification", heard);
      try {
        await client.connect();
        await client.query(`LISTEN ${CHANNEL}`);
        wait = MIN_PAUSE;
        heard();
        await lost;
      } catch {
        // Tried again below: who listens also looks by itself from time to time.
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

/** Tells every replica; calls that come while one is under way are told together. It is a hint, and so it never fails. */
export function createNotifier(query: (sql: string) => Promise<unknown>): () => Promise<void> {
  let running: Promise<void> | undefined;
  let waiting: Promise<void> | undefined;
  const send = async (): Promise<void> => {
    try {
      await query(`NOTIFY ${CHANNEL}`);
    } catch {
      // The others will look by themselves.
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
