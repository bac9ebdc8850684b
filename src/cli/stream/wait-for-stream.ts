import { setTimeout } from "node:timers/promises";
import { type ChunkStream, openStream, StreamError, type StreamOptions } from "../../stream/index.js";

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
  for (;;) {
    try {
      return await openStream(options);
    } catch (error) {
      if (!(error instanceof StreamError) || error.kind !== "unreachable" || signal.aborted) throw error;
      onError(error);
      await setTimeout(RETRY_MS, undefined, { signal }).catch(() => undefined);
    }
  }
}

const RETRY_MS = 500;
