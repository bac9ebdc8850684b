import { type ChunkStream, type CollectedResults, type HourRange, isInRange } from "../../stream/index.js";

/** What is missing in the results of a time range, as reasons why a run is inconclusive. */
export function listResultGaps({ failed, result }: Pick<CollectedResults, "failed" | "result">): string[] {
  const dropped = result?.unfed.find(({ kind }) => kind === "dropped")?.exchanges ?? 0;
  const [first] = failed;
  return [
    ...(first === undefined ? [] : [`${formatChunks(failed.length)} not checkable: ${first.id}: ${first.reason}`]),
    ...(dropped === 0 ? [] : [`feeders dropped ${dropped} exchanges, because their buffer was full`]),
  ];
}

/** Says how many chunks of the range are not checked yet, if any. */
export async function listWaitingChunks(stream: ChunkStream, range: HourRange): Promise<string[]> {
  const pending = [...(await stream.countPending())].filter(([hour]) => isInRange(hour, range));
  const count = pending.reduce((sum, [, chunks]) => sum + chunks, 0);
  return count === 0 ? [] : [`${formatChunks(count)} not checked yet; wait for the workers`];
}

export function countSampled(result: CollectedResults["result"]): number {
  return result?.unfed.find(({ kind }) => kind === "sampled")?.exchanges ?? 0;
}

export function formatChunks(count: number): string {
  return count === 1 ? "1 chunk is" : `${count} chunks are`;
}
