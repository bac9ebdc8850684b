import { once } from "node:events";
import { setTimeout } from "node:timers/promises";
import { type ChunkStream, isPassing, openStream, StreamError, type StreamOptions } from "../../stream/index.js";

export type WaitOptions = {
  readonly signal: AbortSignal;
  /** Called with each error of a server that cannot be reached. */
  readonly onError: (error: StreamError) => void;
};

/**
 * Opens a stream, and waits for a server that cannot be reached, for example because it is starting.
 *
 * @throws StreamError if the server refuses access, or the signal aborts
 */
export async function waitForStream(options: StreamOptions, { signal, onError }: WaitOptions): Promise<ChunkStream> {
  const interruption = (async () => {
    if (!signal.aborted) await once(signal, "abort");
    throw new StreamError("unreachable", "interrupted while connecting to the server");
  })();
  interruption.catch(() => undefined);
  for (;;) {
    try {
      return await Promise.race([openStream(options), interruption]);
    } catch (error) {
      if (!isPassing(error) || signal.aborted) throw error;
      onError(error);
      await setTimeout(RETRY_MS, undefined, { signal }).catch(() => undefined);
    }
  }
}

const RETRY_MS = 500;
