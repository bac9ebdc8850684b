import { setTimeout } from "node:timers/promises";
import { type ChunkStream, openStream, StreamError, type StreamOptions } from "../../stream/index.js";
import type { Io } from "../process/io.js";

/**
 * Opens a stream, and waits for a server that cannot be reached, for example because it is starting.
 *
 * @throws StreamError if the server refuses access, or the signal aborts
 */
export async function waitForStream(options: StreamOptions, command: string, io: Io): Promise<ChunkStream> {
  for (let attempt = 0; ; attempt++) {
    try {
      return await openStream(options);
    } catch (error) {
      if (!(error instanceof StreamError) || error.kind !== "unreachable" || io.signal.aborted) throw error;
      if (attempt === 0) io.stderr(`contract ${command}: waiting: ${error.message}\n`);
      await setTimeout(RETRY_MS, undefined, { signal: io.signal }).catch(() => undefined);
    }
  }
}

const RETRY_MS = 500;
