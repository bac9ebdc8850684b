import { setTimeout } from "node:timers/promises";
import type { NatsConnection } from "@nats-io/transport-node";
import {
  type ChunkStream,
  type ResultQuery,
  type StoredChunk,
  type StoredResult,
  StreamError,
} from "../chunk-stream.js";
import { createChunkQueue } from "./chunk-queue.js";
import { connectNats } from "./connect-nats.js";
import { createStreams, skipNotFound } from "./create-streams.js";
import { loadNatsClient } from "./load-client.js";
import { countByHour, deleteMessage, listMessages } from "./messages.js";
import { createRepeatRequest, createTryRequest, type NatsClient, REQUEST_MS } from "./nats-client.js";
import { listCauses } from "./nats-errors.js";
import type { NatsStreamOptions } from "./nats-options.js";
import {
  ARCHIVE,
  formatArchiveSubject,
  formatResultSubject,
  parseArchiveSubject,
  parseResultSubject,
  RESULTS,
} from "./subjects.js";

/**
 * Opens a stream on NATS JetStream.
 *
 * @throws StreamError if the server cannot be reached, refuses access, or has no JetStream
 */
export async function openNatsStream(options: NatsStreamOptions): Promise<ChunkStream> {
  const { service, url, ackWaitMs = ACK_WAIT_MS, retryMs = RETRY_MS } = options;
  const { jetstream, jetstreamManager } = await loadNatsClient();
  const connection = await connectNats(url, options);
  const tryRequest = createTryRequest(connection);
  const repeatRequest = createRepeatRequest(tryRequest, retryMs);
  const close = (): Promise<void> => closeConnection(connection);
  try {
    const manager = await repeatRequest("cannot open JetStream", async () => {
      const opened = await jetstreamManager(connection, { timeout: REQUEST_MS, checkAPI: false });
      await createStreams(opened, options).catch((error: unknown) => {
        if (isWithoutJetStream(error, connection)) throw new StreamError("unsuitable", NO_JETSTREAM);
        throw error;
      });
      return opened;
    });
    const nats = {
      service,
      client: jetstream(connection, { timeout: REQUEST_MS }),
      manager,
      tryRequest,
      repeatRequest,
      retryMs,
    };
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

/** Sends what waits, such as acknowledgements, unless the server does not take it. */
async function closeConnection(connection: NatsConnection): Promise<void> {
  const ended = new AbortController();
  const limit = setTimeout(CLOSE_MS, undefined, { signal: ended.signal }).catch(() => undefined);
  await Promise.race([connection.drain().catch(() => undefined), limit]);
  ended.abort();
  await connection.close();
}

/** Without JetStream, requests have no responders, as during the election of a leader. */
function isWithoutJetStream(error: unknown, { info }: NatsConnection): boolean {
  return listCauses(error).some(({ name }) => name === "NoResponders") && info?.jetstream !== true;
}

const NO_JETSTREAM = "JetStream is not enabled; start nats-server with -js";
const CLOSE_MS = 1500;
const ACK_WAIT_MS = 30_000;
/** A cluster elects a leader in some seconds, on a busy machine in many. */
const RETRY_MS = 60_000;
const DEFAULT_PAYLOAD = 1024 * 1024;
/** Space for the headers of a message. */
const HEADER_BYTES = 1024;

/** Copies of the checked chunks of a service. The stream exists once a worker archives. */
function createChunkArchive(nats: NatsClient): Pick<ChunkStream, "archive" | "countArchived" | "listArchived"> {
  const { service, client, manager, tryRequest, repeatRequest } = nats;
  return {
    archive: ({ id, hour, bytes }) =>
      tryRequest("cannot archive a chunk", async () => {
        await client.publish(formatArchiveSubject(service, hour, id), bytes);
      }),
    countArchived: async () => {
      const what = "cannot count the archived chunks";
      if ((await repeatRequest(what, () => manager.streams.info(ARCHIVE).catch(skipNotFound))) === undefined)
        return new Map();
      const filter = formatArchiveSubject(service, "*", "*");
      return countByHour(nats, { stream: ARCHIVE, filter, what }, (subject) => parseArchiveSubject(subject).hour);
    },
    listArchived,
  };

  async function* listArchived(hour: string): AsyncGenerator<StoredChunk> {
    const filter = formatArchiveSubject(service, hour, "*");
    const what = "cannot read the archived chunks";
    for await (const { subject, data } of listMessages(nats, { stream: ARCHIVE, filter, what }))
      yield { ...parseArchiveSubject(subject), bytes: data };
  }
}

/** The results of a service: the last message of each subject. */
function createResultStore(nats: NatsClient): Pick<ChunkStream, "countResults" | "put" | "list" | "remove"> {
  const { service, client, manager, tryRequest } = nats;
  return {
    countResults: (query) => {
      const filter = formatResultSubject(service, query);
      const what = "cannot count the results";
      return countByHour(nats, { stream: RESULTS, filter, what }, (subject) => parseResultSubject(subject).hour);
    },
    put: (key, bytes, { ifAbsent = false } = {}) =>
      tryRequest("cannot store a result", async () => {
        const expect = ifAbsent ? { expect: { lastSubjectSequence: 0 } } : {};
        try {
          await client.publish(formatResultSubject(service, key), bytes, expect);
          return true;
        } catch (error) {
          if (ifAbsent && error instanceof Error && /wrong last sequence/i.test(error.message)) return false;
          throw error;
        }
      }),
    list: listResults,
    remove: (results) =>
      tryRequest("cannot remove results", async () => {
        for (const { revision } of results) await deleteMessage(manager, RESULTS, revision);
      }),
  };

  async function* listResults(query: ResultQuery): AsyncGenerator<StoredResult> {
    const filter = formatResultSubject(service, query);
    const what = "cannot read the results";
    for await (const { subject, data, seq, time } of listMessages(nats, { stream: RESULTS, filter, what }))
      yield { ...parseResultSubject(subject), bytes: data, revision: seq, storedAt: time.getTime() };
  }
}
