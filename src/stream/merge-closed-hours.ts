import { type ChunkResult, decodeResult, encodeResult, mergeResults } from "./chunk-result.js";
import type { ChunkStream, StoredResult } from "./chunk-stream.js";

/**
 * Replaces the reports of closed hours by rollups, so that a report over a long range reads less. Several workers may do this
 * at the same time, and each may be killed: a chunk is in one rollup, and counts once while its own report is still there.
 *
 * @param before The first hour that is still open, such as `2026-01-31T09`.
 */
export async function mergeClosedHours(stream: ChunkStream, version: string, before: string): Promise<void> {
  const counts = await stream.countResults({ version, kind: "report" });
  for (const [hour, count] of counts) if (hour < before && count > 1) await rollUpHour(stream, version, hour);
}

/** Rollups are numbered. A worker writes the next number only if it has read all earlier ones, and only one worker can. */
async function rollUpHour(stream: ChunkStream, version: string, hour: string): Promise<void> {
  const reports = new Map<string, DecodedReport>();
  const rollups = new Map<string, ChunkResult>();
  for await (const stored of stream.list({ version, hour })) {
    if (stored.kind === "rollup") rollups.set(stored.name, await decodeResult(stored.bytes));
    if (stored.kind === "report") reports.set(stored.name, { stored, result: await decodeResult(stored.bytes) });
  }
  const isComplete = Array.from({ length: rollups.size }, (_, index) => rollups.has(String(index))).every(Boolean);
  if (!isComplete) return;
  const known = new Set([...rollups.values()].flatMap(({ chunks }) => chunks));
  const single = [...reports.values()];
  const isKnown = ({ stored }: DecodedReport): boolean => known.has(stored.name);
  // A worker was killed before it removed them, or the chunk was checked again.
  await stream.remove(single.filter(isKnown).map(({ stored }) => stored));
  const batch = await fitBatch(single.filter((it) => !isKnown(it)).slice(0, MAX_CHUNKS), stream.maxBytes);
  if (batch === undefined) return;
  const key = { version, kind: "rollup", hour, name: String(rollups.size) } as const;
  if (await stream.put(key, batch.bytes, { ifAbsent: true })) await stream.remove(batch.stored);
}

type DecodedReport = { readonly stored: StoredResult; readonly result: ChunkResult };

/** Merges as many results as fit in one message; undefined if that are fewer than two. */
async function fitBatch(
  reports: readonly DecodedReport[],
  maxBytes: number,
): Promise<{ readonly bytes: Uint8Array; readonly stored: readonly StoredResult[] } | undefined> {
  const [first, ...others] = reports.map(({ result }) => result);
  if (first === undefined || others.length === 0) return undefined;
  const bytes = await encodeResult(mergeResults([first, ...others]));
  if (bytes.length > maxBytes) return fitBatch(reports.slice(0, Math.ceil(reports.length / 2)), maxBytes);
  return { bytes, stored: reports.map(({ stored }) => stored) };
}

/** The chunks of one rollup. */
const MAX_CHUNKS = 1000;
