import type { Consumer, JsMsg } from "@nats-io/jetstream";
import type { ChunkStream, ResultQuery, StoredResult } from "../chunk-stream.js";
import { type NatsClient, REQUEST_MS, tryRequest } from "./nats-client.js";
import { formatResultSubject, parseResultSubject, RESULTS } from "./subjects.js";

/** The results of a service: the last message of each subject. */
export function createResultStore({
  service,
  client,
  manager,
}: NatsClient): Pick<ChunkStream, "countResults" | "put" | "list" | "remove"> {
  return {
    countResults: (query) =>
      tryRequest("cannot count the results", async () => {
        const filter = { subjects_filter: formatResultSubject(service, query) };
        const { state } = await manager.streams.info(RESULTS, filter);
        const counts = new Map<string, number>();
        for (const subject of Object.keys(state.subjects ?? {})) {
          const { hour } = parseResultSubject(subject);
          counts.set(hour, (counts.get(hour) ?? 0) + 1);
        }
        return counts;
      }),
    put: (key, bytes, { ifAbsent = false } = {}) =>
      tryRequest("cannot store a result", async () => {
        const expect = ifAbsent ? { expect: { lastSubjectSequence: 0 } } : {};
        try {
          await client.publish(formatResultSubject(service, key), bytes, expect);
          return true;
        } catch (error) {
          if (ifAbsent && hasMessage(error, /wrong last sequence/i)) return false;
          throw error;
        }
      }),
    list: listResults,
    remove: (results) =>
      tryRequest("cannot remove results", async () => {
        for (const { revision } of results)
          await manager.streams.deleteMessage(RESULTS, revision, false).catch((error: unknown) => {
            if (!hasMessage(error, /no message found|sequence .* not found/i)) throw error;
          });
      }),
  };

  async function* listResults(query: ResultQuery): AsyncGenerator<StoredResult> {
    const filter = formatResultSubject(service, query);
    const reader = await tryRequest(READING, () => client.consumers.get(RESULTS, { filter_subjects: filter }));
    try {
      for (;;) {
        const batch = await tryRequest(READING, () => fetchBatch(reader));
        if (batch.length === 0) return;
        for (const { subject, data, seq, time } of batch)
          yield { ...parseResultSubject(subject), bytes: data, revision: seq, storedAt: time.getTime() };
      }
    } finally {
      // Otherwise the server keeps it for some minutes.
      await reader.delete().catch(() => undefined);
    }
  }
}

/** Returns no messages if there are no more. */
async function fetchBatch(reader: Consumer): Promise<JsMsg[]> {
  for (;;) {
    const { num_pending } = await reader.info();
    if (num_pending === 0) return [];
    const messages: JsMsg[] = [];
    const count = Math.min(num_pending, RESULTS_PER_FETCH);
    for await (const it of await reader.fetch({ max_messages: count, expires: REQUEST_MS })) messages.push(it);
    // Without messages, those that were pending have been removed meanwhile.
    if (messages.length > 0) return messages;
  }
}

function hasMessage(error: unknown, pattern: RegExp): boolean {
  return error instanceof Error && pattern.test(error.message);
}

const READING = "cannot read the results";
const RESULTS_PER_FETCH = 500;
