import type { ChunkStream } from "../chunk-stream.js";
import { createChunkArchive } from "./chunk-archive.js";
import { createChunkQueue } from "./chunk-queue.js";
import { connectNats } from "./connect-nats.js";
import { createStreams } from "./create-streams.js";
import { loadNatsClient } from "./load-client.js";
import { REQUEST_MS, tryRequest } from "./nats-client.js";
import type { NatsStreamOptions } from "./nats-options.js";
import { createResultStore } from "./result-store.js";

/**
 * Opens a stream on NATS JetStream.
 *
 * @throws StreamError if the server cannot be reached, refuses access, or has no JetStream
 */
export async function openNatsStream(options: NatsStreamOptions): Promise<ChunkStream> {
  const { service, url, ackWaitMs = ACK_WAIT_MS } = options;
  const { jetstream, jetstreamManager } = await loadNatsClient();
  const connection = await connectNats(url, options);
  const close = async (): Promise<void> => {
    await connection.drain().catch(() => connection.close());
  };
  try {
    const manager = await tryRequest("cannot open JetStream", async () => {
      const opened = await jetstreamManager(connection, { timeout: REQUEST_MS, checkAPI: false });
      await createStreams(opened, options);
      return opened;
    });
    const nats = { service, client: jetstream(connection, { timeout: REQUEST_MS }), manager };
    return {
      maxBytes: (connection.info?.max_payload ?? DEFAULT_PAYLOAD) - HEADER_BYTES,
      ...createChunkQueue(nats, ackWaitMs),
      ...createResultStore(nats),
      ...createChunkArchive(nats),
      close,
    };
  } catch (error) {
    await close();
    throw error;
  }
}

const ACK_WAIT_MS = 30_000;
const DEFAULT_PAYLOAD = 1024 * 1024;
/** Space for the headers of a message. */
const HEADER_BYTES = 1024;
