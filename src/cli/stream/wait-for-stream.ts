import { once } from "node:events";
import { setTimeout } from "node:timers/promises";
import { type ChunkStream, isPassing, openStream, StreamError, type StreamOptions } from "../../stream/index.js";

type WaitOptions = {
  readonly signal: AbortSignal;
  /** Called with each error that trying again may help against. */
  readonly onError: (error: StreamError) => void;
};

/**
 * Opens a stream, and waits for a server that cannot be reached, for example because it is starting.
 *
 * @throws StreamError if the server refuses access, or the signal aborts
 */
export function waitForStream(options: StreamOptions, waiting: WaitOptions): Promise<ChunkStream> {
  return tryUntilDone(() => openStream(options), waiting);
}

/**
 * Tries a request again while the stream is full or cannot be reached, for example because a cluster is electing a leader.
 *
 * @throws StreamError if the server refuses access, or the signal aborts
 */
export async function tryUntilDone<Value>(act: () => Promise<Value>, { signal, onError }: WaitOptions): Promise<Value> {
  const interruption = (async () => {
    if (!signal.aborted) await once(signal, "abort");
    throw new StreamError("unreachable", "interrupted while waiting for the server");
  })();
  interruption.catch(() => undefined);
  for (;;) {
    try {
      return await Promise.race([act(), interruption]);
    } catch (error) {
      if (!isPassing(error) || signal.aborted) throw error;
      onError(error);
      await setTimeout(RETRY_MS, undefined, { signal }).catch(() => undefined);
    }
  }
}

const RETRY_MS = 500;
