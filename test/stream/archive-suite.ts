/** What every engine of `src/stream/` must do with archived chunks. */
import { expect, test } from "vitest";
import type { ChunkStream, StoredChunk } from "../../src/stream/chunk-stream.js";

/** @param withStream calls a function with the stream of a service that no other test uses */
export function describeArchive(
  withStream: (
    act: (stream: ChunkStream) => Promise<void>,
    options?: { readonly archiveDays?: number },
  ) => Promise<void>,
): void {
  test("archived chunks are listed by hour, once each", async () => {
    // Without an archive, nothing is archived.
    await withStream(async (stream) => expect(await stream.countArchived()).toEqual(new Map()));
    await withStream(
      async (stream) => {
        for (const id of ["a", "b", "a"]) await stream.archive(createChunk(id));
        await stream.archive(createChunk("c", "2026-01-31T10"));
        const counts = [...(await stream.countArchived())].sort();
        expect(counts).toEqual([
          ["2026-01-31T09", 2],
          ["2026-01-31T10", 1],
        ]);
        const found: string[] = [];
        for await (const { id, hour, bytes } of stream.listArchived("2026-01-31T09"))
          found.push(`${id} ${hour} ${Buffer.from(bytes).toString()}`);
        expect(found.sort()).toEqual(["a 2026-01-31T09 chunk a", "b 2026-01-31T09 chunk b"]);
      },
      { archiveDays: 1 },
    );
  });
}

export function createChunk(id: string, hour = "2026-01-31T09"): StoredChunk {
  return { id, hour, bytes: Buffer.from(`chunk ${id}`) };
}
