import type { Consumer, JetStreamManager, JsMsg } from "@nats-io/jetstream";
import { StreamError } from "../chunk-stream.js";
import { createRetry, type NatsClient } from "./nats-client.js";

/** What to read, and what to say if it cannot be read. */
export type MessageQuery = { readonly stream: string; readonly filter: string; readonly what: string };

/**
 * Lists the messages of a stream with a subject, until there are no more. The server keeps the position of a reader in one place,
 * so that it is lost with one server of a cluster. Then another reader goes on behind the last message. A server that has been started
 * again may still lack messages, and ends the list early. So the list ends when it has all subjects that the cluster counts.
 */
export async function* listMessages(nats: NatsClient, query: MessageQuery): AsyncGenerator<JsMsg> {
  let next = 1;
  const subjects = new Set<string>();
  const retry = createRetry(nats.retryMs);
  for (;;) {
    try {
      for await (const message of readFrom(nats, query, next)) {
        yield message;
        next = message.seq + 1;
        subjects.add(message.subject);
        retry.reset();
      }
      const { length: count } = await nats.tryRequest(query.what, () => countMessages(nats, query));
      if (subjects.size >= count) return;
      throw new StreamError("unreachable", `${query.what}: a server has ${subjects.size} of ${count} messages`);
    } catch (error) {
      await retry.wait(error);
    }
  }
}

/** The number of messages by subject. The leader of the stream counts, which has all messages. */
async function countMessages({ manager }: NatsClient, { stream, filter }: MessageQuery): Promise<[string, number][]> {
  const { state } = await manager.streams.info(stream, { subjects_filter: filter });
  return Object.entries(state.subjects ?? {});
}

/** The number of messages by hour. */
export function countByHour(
  nats: NatsClient,
  query: MessageQuery,
  parseHour: (subject: string) => string,
): Promise<ReadonlyMap<string, number>> {
  return nats.repeatRequest(query.what, async () => {
    const counts = new Map<string, number>();
    for (const [subject, count] of await countMessages(nats, query))
      counts.set(parseHour(subject), (counts.get(parseHour(subject)) ?? 0) + count);
    return counts;
  });
}

async function* readFrom(
  { client, tryRequest }: NatsClient,
  { stream, filter, what }: MessageQuery,
  sequence: number,
): AsyncGenerator<JsMsg> {
  const start = { deliver_policy: "by_start_sequence", opt_start_seq: sequence } as const;
  const reader = await tryRequest(what, () => client.consumers.get(stream, { filter_subjects: filter, ...start }));
  try {
    for (;;) {
      const batch = await tryRequest(what, () => fetchBatch(reader));
      if (batch.length === 0) return;
      yield* batch;
    }
  } finally {
    // Otherwise the server keeps it for some minutes.
    reader.delete().catch(() => undefined);
  }
}

/** Returns no messages if there are no more. */
async function fetchBatch(reader: Consumer): Promise<JsMsg[]> {
  const { num_pending } = await reader.info();
  if (num_pending === 0) return [];
  const messages = await readMessages(reader, Math.min(num_pending, MESSAGES_PER_FETCH), FETCH_MS);
  if (messages.length > 0) return messages;
  // They have been removed meanwhile, or the count of this reader is wrong. A new reader counts again.
  throw new StreamError("unreachable", `the server announces ${num_pending} messages and sends none`);
}

const MESSAGES_PER_FETCH = 500;
const FETCH_MS = 2000;

/**
 * Reads at most `count` messages, and waits at most `waitMs` for them. The client itself waits without a limit while it has no
 * connection, and while the consumer has no leader.
 *
 * @throws StreamError if the server does not end the request in time, and sent no message
 */
export async function readMessages(consumer: Consumer, count: number, waitMs: number): Promise<JsMsg[]> {
  const expires = Math.max(waitMs, MIN_WAIT_MS);
  const fetched = await consumer.fetch({ max_messages: count, expires });
  let isLate = false;
  const timer = setTimeout(() => {
    isLate = true;
    fetched.stop();
  }, expires + LATE_MS);
  const messages: JsMsg[] = [];
  try {
    for await (const message of fetched) messages.push(message);
  } finally {
    clearTimeout(timer);
  }
  if (isLate && messages.length === 0) throw new StreamError("unreachable", "the server does not respond");
  return messages;
}

/** The client accepts no shorter time. */
export const MIN_WAIT_MS = 1000;
/** The server ends a request when it expires. */
const LATE_MS = 2000;

/** Deletes a message, unless it is gone. */
export async function deleteMessage(manager: JetStreamManager, stream: string, sequence: number): Promise<void> {
  try {
    await manager.streams.deleteMessage(stream, sequence, false);
  } catch (error) {
    if (!(error instanceof Error && /no message found|sequence .* not found|store EOF/i.test(error.message)))
      throw error;
  }
}
