import { deleteMessage } from "./delete-message.js";
import type { NatsClient } from "./nats-client.js";
import { CHUNKS, formatChunkSubject } from "./subjects.js";

/**
 * Finds chunks that the server keeps but gives to no worker, which is possible after it was killed, and publishes them again.
 * A chunk that is checked twice counts once.
 *
 * @param idleTurns the number of calls in which a chunk is there, before it counts as lost
 */
export function createChunkRecovery(
  { service, client, manager }: NatsClient,
  idleTurns: number,
): { readonly recover: () => Promise<void> } {
  const filter = formatChunkSubject(service, "*");
  let turns = 0;
  let seen: ReadonlySet<number> = new Set();
  const publishAgain = async ({ subject, seq, data, header }: WaitingChunk): Promise<void> => {
    const [, id = ""] = /^[^.]*\.(.*)$/.exec(header.get("Nats-Msg-Id")) ?? [];
    // Another message id, because the server knows that of the chunk.
    await client.publish(subject, data, { msgID: `${service}-again-${seq}.${id}` });
    await deleteMessage(manager, CHUNKS, seq);
  };
  return {
    recover: async () => {
      turns += 1;
      if (turns % idleTurns !== 0) return;
      const { state } = await manager.streams.info(CHUNKS, { subjects_filter: filter });
      const waiting = new Set<number>();
      // The server may lose many at once, so that all of them are compared.
      for (let seq = state.first_seq; waiting.size < MAX_CHUNKS && Object.keys(state.subjects ?? {}).length > 0; ) {
        // The types of the client lack this member.
        const query = { seq, next_by_subj: filter };
        const chunk = await manager.streams.getMessage(CHUNKS, query);
        if (chunk === null) break;
        if (seen.has(chunk.seq)) await publishAgain(chunk);
        else waiting.add(chunk.seq);
        seq = chunk.seq + 1;
      }
      seen = waiting;
    },
  };
}

type WaitingChunk = NonNullable<Awaited<ReturnType<NatsClient["manager"]["streams"]["getMessage"]>>>;

/** What one turn reads. */
const MAX_CHUNKS = 100;
