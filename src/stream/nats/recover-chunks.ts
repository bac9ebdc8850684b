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
