import { once } from "node:events";
import { setTimeout } from "node:timers/promises";
import { pluralize } from "../../document/index.js";
import {
  type ChunkReading,
  type ChunkStream,
  type CollectedResults,
  collectResults,
  decodeChunk,
  type HourRange,
  isInRange,
  isPassing,
  listVersions,
  openStream,
  StreamError,
  type StreamOptions,
  toHour,
} from "../../stream/index.js";
import type { CommandOptions } from "../options/command-table.js";
import { UsageError } from "../process/io.js";

/** What is missing in the results of a time range, as reasons why a run is inconclusive. */
export function listResultGaps({ failed, result }: Pick<CollectedResults, "failed" | "result">): string[] {
  const dropped = result?.unfed.find(({ kind }) => kind === "dropped")?.exchanges ?? 0;
  const [first] = failed;
  return [
    ...(first === undefined ? [] : [`${formatChunks(failed.length)} not checkable: ${first.id}: ${first.reason}`]),
    ...(dropped === 0 ? [] : [`feeders dropped ${pluralize(dropped, "exchange")}, because their buffer was full`]),
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
  return pluralize(count, "chunk is", "chunks are");
}

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

/**
 * Parses `--since` and `--until`. The start is rounded down to the hour, and the end up.
 *
 * @throws UsageError for a text that is neither a duration nor a time
 */
export function parseHourRange(
  { since, until }: Pick<CommandOptions<"report">, "since" | "until">,
  now: number,
): HourRange {
  return {
    ...(since === undefined ? {} : { since: toHour(parsePastTime("--since", since, now)) }),
    ...(until === undefined ? {} : { until: toHour(Math.ceil(parsePastTime("--until", until, now) / HOUR) * HOUR) }),
  };
}

/** Parses a duration before now, such as `24h`, or a time. Returns milliseconds since 1970. */
function parsePastTime(option: string, text: string, now: number): number {
  const [, count = "", unit = ""] = /^(\d{1,6})([mhd])$/.exec(text) ?? [];
  const time = unit === "" ? parseTime(text) : now - Number(count) * (UNITS[unit] ?? 0);
  if (Number.isNaN(time))
    throw new UsageError(
      `${option} ${text}: give a duration such as 24h or 7d, or a time such as 2026-01-31T09:00:00Z`,
    );
  return time;
}

function parseTime(text: string): number {
  return /^\d{4}-\d\d-\d\d(T\d\d:\d\d(:\d\d(\.\d+)?)?(Z|[+-]\d\d:\d\d))?$/.test(text) ? Date.parse(text) : Number.NaN;
}

const HOUR = 3_600_000;
const UNITS: Readonly<Record<string, number>> = { m: 60_000, h: HOUR, d: 24 * HOUR };

type WaitOptions = {
  readonly signal: AbortSignal;
  /** Called with each error that trying again may help against. */
  readonly onError: (error: StreamError) => void;
};

/**
 * Opens a stream, and waits for a server that cannot be reached, for example because it is starting.
 *
 * @throws StreamError if the server refuses access, or the signal aborts
 */
export function waitForStream(options: StreamOptions, waiting: WaitOptions): Promise<ChunkStream> {
  return tryUntilDone(() => openStream(options), waiting);
}

/**
 * Tries a request again while the stream is full or cannot be reached, for example because a cluster is electing a leader.
 *
 * @throws StreamError if the server refuses access, or the signal aborts
 */
export async function tryUntilDone<Value>(act: () => Promise<Value>, { signal, onError }: WaitOptions): Promise<Value> {
  const interruption = (async () => {
    if (!signal.aborted) await once(signal, "abort");
    throw new StreamError("unreachable", "interrupted while waiting for the server");
  })();
  interruption.catch(() => undefined);
  for (;;) {
    try {
      return await Promise.race([act(), interruption]);
    } catch (error) {
      if (!isPassing(error) || signal.aborted) throw error;
      onError(error);
      await setTimeout(RETRY_MS, undefined, { signal }).catch(() => undefined);
    }
  }
}

const RETRY_MS = 500;
