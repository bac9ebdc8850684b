import type { Consumer, JsMsg } from "@nats-io/jetstream";
import type { ChunkStream, ClaimedChunk } from "../chunk-stream.js";
import { createConsumer } from "./create-streams.js";
import type { NatsClient, TryRequest } from "./nats-client.js";
import { MIN_WAIT_MS, readMessages } from "./read-messages.js";
import { createChunkRecovery } from "./recover-chunks.js";
import { CHUNKS, formatChunkSubject, formatConsumerName, parseChunkHour } from "./subjects.js";

/** The chunks of a service, as a work queue. */
export function createChunkQueue(
  nats: NatsClient,
  ackWaitMs: number,
): Pick<ChunkStream, "publish" | "claim" | "countPending"> {
  const { service, client, manager, tryRequest, repeatRequest } = nats;
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
    countPending: () =>
      repeatRequest("cannot count the pending chunks", async () => {
        const { state } = await manager.streams.info(CHUNKS, { subjects_filter: formatChunkSubject(service, "*") });
        const counts = Object.entries(state.subjects ?? {});
        return new Map(counts.map(([subject, count]) => [parseChunkHour(subject), count]));
      }),
  };
}

function toClaimedChunk(message: JsMsg, tryRequest: TryRequest): ClaimedChunk {
  return {
    // The server compares message ids across services.
    id: message.headers?.get("Nats-Msg-Id").replace(/^[^.]*\./, "") ?? "",
    hour: parseChunkHour(message.subject),
    bytes: message.data,
    attempt: message.info.deliveryCount,
    publishedAt: message.time.getTime(),
    keep: () => message.working(),
    acknowledge: () =>
      tryRequest("cannot acknowledge a chunk", async () => {
        await message.ackAck();
      }),
    release: () => message.nak(),
  };
}
