import type { Consumer, JsMsg } from "@nats-io/jetstream";
import { type NatsClient, REQUEST_MS, tryRequest } from "./nats-client.js";

/** What to read, and what to say if it cannot be read. */
export type MessageQuery = { readonly stream: string; readonly filter: string; readonly what: string };

/** Lists the messages of a stream with a subject, until there are no more. */
export async function* listMessages(
  { client }: NatsClient,
  { stream, filter, what }: MessageQuery,
): AsyncGenerator<JsMsg> {
  const reader = await tryRequest(what, () => client.consumers.get(stream, { filter_subjects: filter }));
  try {
    for (;;) {
      const batch = await tryRequest(what, () => fetchBatch(reader));
      if (batch.length === 0) return;
      yield* batch;
    }
  } finally {
    // Otherwise the server keeps it for some minutes.
    await reader.delete().catch(() => undefined);
  }
}

/** Returns no messages if there are no more. */
async function fetchBatch(reader: Consumer): Promise<JsMsg[]> {
  for (;;) {
    const { num_pending } = await reader.info();
    if (num_pending === 0) return [];
    const messages: JsMsg[] = [];
    const count = Math.min(num_pending, MESSAGES_PER_FETCH);
    for await (const it of await reader.fetch({ max_messages: count, expires: REQUEST_MS })) messages.push(it);
    // Without messages, those that were pending have been removed meanwhile.
    if (messages.length > 0) return messages;
  }
}

const MESSAGES_PER_FETCH = 500;
