import type { Consumer, JsMsg } from "@nats-io/jetstream";
import type { ChunkStream, ClaimedChunk } from "../chunk-stream.js";
import { createConsumer } from "./create-streams.js";
import { countByHour, deleteMessage, MIN_WAIT_MS, readMessages } from "./messages.js";
import type { NatsClient, TryRequest } from "./nats-client.js";
import { CHUNKS, formatChunkSubject, formatConsumerName, parseChunkHour } from "./subjects.js";

/** The chunks of a service, as a work queue. */
export function createChunkQueue(
  nats: NatsClient,
  ackWaitMs: number,
): Pick<ChunkStream, "publish" | "claim" | "countPending"> {
  const { service, client, manager, tryRequest } = nats;
  let opening: Promise<Consumer> | undefined;
  const recovery = createChunkRecovery(nats, Math.ceil((2 * ackWaitMs) / MIN_WAIT_MS));
  const openConsumer = async (): Promise<Consumer> => {
    await createConsumer(manager, service, ackWaitMs);
    return client.consumers.get(CHUNKS, formatConsumerName(service));
  };
  return {
    publish: ({ id, hour, bytes }) =>
      tryRequest("cannot publish a chunk", async () => {
        await client.publish(formatChunkSubject(service, hour), bytes, { msgID: `${service}.${id}` });
      }),
    claim: (waitMs) =>
      tryRequest("cannot claim a chunk", async () => {
        try {
          opening ??= openConsumer();
          const [message] = await readMessages(await opening, 1, waitMs);
          if (message !== undefined) return toClaimedChunk(message, tryRequest);
          await recovery.recover();
          return undefined;
        } catch (error) {
          // The server may have lost the consumer. The next claim creates it again.
          opening = undefined;
          throw error;
        }
      }),
    countPending: () => {
      const filter = formatChunkSubject(service, "*");
      return countByHour(nats, { stream: CHUNKS, filter, what: "cannot count the pending chunks" }, parseChunkHour);
    },
  };
}

function toClaimedChunk(message: JsMsg, tryRequest: TryRequest): ClaimedChunk {
  return {
    id: parseMessageId(message.headers),
    hour: parseChunkHour(message.subject),
    bytes: message.data,
    attempt: message.info.deliveryCount,
    keep: () => message.working(),
    acknowledge: () =>
      tryRequest("cannot acknowledge a chunk", async () => {
        await message.ackAck();
      }),
    release: () => message.nak(),
  };
}

/** The id of a chunk, which follows the service: the server compares message ids across services. */
function parseMessageId(headers: JsMsg["headers"]): string {
  return headers?.get("Nats-Msg-Id").replace(/^[^.]*\./, "") ?? "";
}

/**
 * Finds chunks that the server keeps but gives to no worker, which is possible after it was killed, and publishes them again.
 * A chunk that is checked twice counts once.
 *
 * @param idleTurns the number of calls in which a chunk is there, before it counts as lost
 */
function createChunkRecovery({ service, client, manager }: NatsClient, idleTurns: number) {
  const filter = formatChunkSubject(service, "*");
  let turns = 0;
  let seen: ReadonlySet<number> = new Set();
  const publishAgain = async ({ subject, seq, data, header }: WaitingChunk): Promise<void> => {
    // Another message id, because the server knows that of the chunk.
    await client.publish(subject, data, { msgID: `${service}-again-${seq}.${parseMessageId(header)}` });
    await deleteMessage(manager, CHUNKS, seq);
  };
  /** One search is not enough: after a crash, the server does not find each message by each of them. */
  const listWaiting = async (): Promise<ReadonlyMap<number, WaitingChunk>> => {
    const { state } = await manager.streams.info(CHUNKS, { subjects_filter: filter });
    const subjects = Object.keys(state.subjects ?? {});
    const found = new Map<number, WaitingChunk>();
    const find = async (query: MessageQuery): Promise<number> => {
      const chunk = await manager.streams.getMessage(CHUNKS, query);
      if (chunk !== null && subjects.includes(chunk.subject)) found.set(chunk.seq, chunk);
      return chunk?.seq ?? Number.POSITIVE_INFINITY;
    };
    if (subjects.length === 0) return found;
    await find({ seq: state.first_seq });
    for (const subject of subjects.slice(0, MAX_CHUNKS)) await find({ last_by_subj: subject });
    // The server may lose many at once.
    for (let seq = state.first_seq; seq <= state.last_seq && found.size < MAX_CHUNKS; )
      seq = (await find({ seq, next_by_subj: filter })) + 1;
    return found;
  };
  return {
    recover: async () => {
      turns += 1;
      if (turns % idleTurns !== 0) return;
      const waiting = await listWaiting();
      for (const chunk of waiting.values()) if (seen.has(chunk.seq)) await publishAgain(chunk);
      seen = new Set(waiting.keys());
    },
  };
}

/** The types of the client lack `next_by_subj`. */
type MessageQuery = { readonly seq: number; readonly next_by_subj?: string } | { readonly last_by_subj: string };

type WaitingChunk = NonNullable<Awaited<ReturnType<NatsClient["manager"]["streams"]["getMessage"]>>>;

/** What one turn reads. */
const MAX_CHUNKS = 100;
