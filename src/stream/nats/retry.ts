import { setTimeout } from "node:timers/promises";
import { isPassing } from "../chunk-stream.js";

/** Decides whether to try again. */
export type Retry = {
  /** Waits for the next attempt. Throws the error if trying again does not help, or has not helped for some time. */
  readonly wait: (error: unknown) => Promise<void>;
  /** Called when the request gets on. */
  readonly reset: () => void;
};

/** For requests that change nothing, or nothing twice: a cluster elects a leader in some seconds. */
export function createRetry(limitMs: number): Retry {
  let limit: AbortSignal | undefined;
  return {
    wait: async (error) => {
      limit ??= AbortSignal.timeout(limitMs);
      if (!isPassing(error) || limit.aborted) throw error;
      await setTimeout(PAUSE_MS);
    },
    reset: () => {
      limit = undefined;
    },
  };
}

const PAUSE_MS = 500;
