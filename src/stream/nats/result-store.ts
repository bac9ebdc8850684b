import type { ChunkStream, ResultQuery, StoredResult } from "../chunk-stream.js";
import { deleteMessage } from "./delete-message.js";
import { listMessages } from "./list-messages.js";
import type { NatsClient } from "./nats-client.js";
import { formatResultSubject, parseResultSubject, RESULTS } from "./subjects.js";

/** The results of a service: the last message of each subject. */
export function createResultStore(nats: NatsClient): Pick<ChunkStream, "countResults" | "put" | "list" | "remove"> {
  const { service, client, manager, tryRequest, repeatRequest } = nats;
  return {
    countResults: (query) =>
      repeatRequest("cannot count the results", async () => {
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
