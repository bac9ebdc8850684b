import {
  type ChunkReading,
  type ChunkStream,
  collectResults,
  decodeChunk,
  type HourRange,
  isInRange,
  listVersions,
} from "../../stream/index.js";
import { formatChunks, listResultGaps, listWaitingChunks } from "./stream-gaps.js";

/**
 * Reads the archived exchanges of a time range.
 *
 * @returns what is missing: chunks that wait, failed, were dropped, or were checked and are not in the archive
 */
export async function readArchive(
  stream: ChunkStream,
  range: HourRange,
  { signal, onReading }: { readonly signal: AbortSignal; readonly onReading: (reading: ChunkReading) => void },
): Promise<readonly string[]> {
  const gaps = new Set(await listWaitingChunks(stream, range));
  const missing = new Set<string>();
  for (const version of await listVersions(stream)) {
    const collected = await collectResults(stream, version, range);
    for (const gap of listResultGaps(collected)) gaps.add(gap);
    for (const id of collected.result?.chunks ?? []) missing.add(id);
  }
  for (const hour of [...(await stream.countArchived()).keys()].sort()) {
    if (!isInRange(hour, range)) continue;
    for await (const { id, bytes } of stream.listArchived(hour)) {
      if (signal.aborted) return [...gaps];
      missing.delete(id);
      for (const reading of (await decodeChunk(bytes)).readings) onReading(reading);
    }
  }
  if (missing.size > 0)
    gaps.add(`${formatChunks(missing.size)} not in the archive; run contract worker with --archive-days`);
  return [...gaps];
}
