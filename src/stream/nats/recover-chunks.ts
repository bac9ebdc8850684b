import type { NatsClient } from "./nats-client.js";
import { CHUNKS, formatChunkSubject, formatConsumerName } from "./subjects.js";

/**
 * Finds chunks that the server keeps but gives to no worker, which is possible after it was killed, and publishes them again.
 * A chunk that is checked twice counts once.
 *
 * @param idleTurns the number of calls in a row in which a chunk is there, before it counts as lost
 */
export function createChunkRecovery(
  { service, client, manager }: NatsClient,
  idleTurns: number,
): { readonly recover: () => Promise<void> } {
  let seen = new Map<number, number>();
  return {
    recover: async () => {
      const { num_pending } = await manager.consumers.info(CHUNKS, formatConsumerName(service));
      if (num_pending > 0) return;
      const { state } = await manager.streams.info(CHUNKS, { subjects_filter: formatChunkSubject(service, "*") });
      const turns = new Map<number, number>();
      for (const subject of Object.keys(state.subjects ?? {})) {
        const stored = await manager.streams.getMessage(CHUNKS, { last_by_subj: subject });
        if (stored === null) continue;
        const { seq, data, header } = stored;
        turns.set(seq, (seen.get(seq) ?? 0) + 1);
        if ((turns.get(seq) ?? 0) < idleTurns) continue;
        const [, id = ""] = /^[^.]*\.(.*)$/.exec(header.get("Nats-Msg-Id")) ?? [];
        // Another message id, because the server knows that of the chunk.
        await client.publish(subject, data, { msgID: `${service}-again-${seq}.${id}` });
        await manager.streams.deleteMessage(CHUNKS, seq, false);
      }
      seen = turns;
    },
  };
}
