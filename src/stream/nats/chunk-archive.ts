import type { ChunkStream, StoredChunk } from "../chunk-stream.js";
import { skipNotFound } from "./create-streams.js";
import { listMessages } from "./list-messages.js";
import type { NatsClient } from "./nats-client.js";
import { ARCHIVE, formatArchiveSubject, parseArchiveSubject } from "./subjects.js";

/** Copies of the checked chunks of a service. The stream exists once a worker archives. */
export function createChunkArchive(nats: NatsClient): Pick<ChunkStream, "archive" | "countArchived" | "listArchived"> {
  const { service, client, manager, tryRequest, repeatRequest } = nats;
  return {
    archive: ({ id, hour, bytes }) =>
      tryRequest("cannot archive a chunk", async () => {
        await client.publish(formatArchiveSubject(service, hour, id), bytes);
      }),
    countArchived: () =>
      repeatRequest("cannot count the archived chunks", async () => {
        const filter = { subjects_filter: formatArchiveSubject(service, "*", "*") };
        const info = await manager.streams.info(ARCHIVE, filter).catch(skipNotFound);
        const counts = new Map<string, number>();
        for (const subject of Object.keys(info?.state.subjects ?? {})) {
          const { hour } = parseArchiveSubject(subject);
          counts.set(hour, (counts.get(hour) ?? 0) + 1);
        }
        return counts;
      }),
    listArchived,
  };

  async function* listArchived(hour: string): AsyncGenerator<StoredChunk> {
    const filter = formatArchiveSubject(service, hour, "*");
    const what = "cannot read the archived chunks";
    for await (const { subject, data } of listMessages(nats, { stream: ARCHIVE, filter, what }))
      yield { ...parseArchiveSubject(subject), bytes: data };
  }
}
