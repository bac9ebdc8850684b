import type { Report } from "../check/index.js";
import type { Diagnostic } from "../lint/index.js";
import { decodeStored } from "./chunk.js";
import { type ChunkResult, mergeResults } from "./chunk-result.js";
import { type ChunkStream, type StoredResult, StreamError } from "./chunk-stream.js";

/** What a worker stores about its version of the spec, once. */
export type VersionRecord = {
  /** The report of a run without exchanges. */
  readonly empty: Report;
  readonly diagnostics: readonly Diagnostic[];
};

/** A time range in whole hours: `2026-01-31T09`. */
export type HourRange = { readonly since?: string | undefined; readonly until?: string | undefined };

export type CollectedResults = Awaited<ReturnType<typeof collectResults>>;

type FailedChunk = { readonly id: string; readonly reason: string };

/** Lists the versions of the spec that have results, the one that a worker started last first. */
export async function listVersions(stream: ChunkStream): Promise<readonly string[]> {
  const found: StoredResult[] = [];
  for await (const it of stream.list({ kind: "version" })) found.push(it);
  return found.sort((a, b) => b.storedAt - a.storedAt || b.revision - a.revision).map(({ version }) => version);
}

/**
 * Collects the results of a version over a range of hours. Each chunk counts once, also if it was checked several times.
 *
 * @throws StreamError if the version has no results.
 */
export async function collectResults(stream: ChunkStream, version: string, range: HourRange) {
  const results = createResultSet();
  const failed = new Map<string, FailedChunk>();
  let record: VersionRecord | undefined;
  for await (const it of stream.list({ version })) {
    if (it.kind === "version") record = await decodeStored<VersionRecord>(it.bytes);
    else if (!isInRange(it.hour, range)) continue;
    else if (it.kind === "failed") {
      const { reason } = await decodeStored<Pick<FailedChunk, "reason">>(it.bytes);
      failed.set(it.name, { id: it.name, reason });
    } else results.add(it, await decodeStored(it.bytes));
  }
  if (record === undefined)
    throw new StreamError("unsuitable", `no worker has checked with version ${version} of the spec`);
  const result = results.merge();
  const checked = new Set(result?.chunks);
  return {
    version: record,
    /** Undefined if no chunk of the range was checked. */
    result,
    failed: [...failed.values()].filter(({ id }) => !checked.has(id)),
  };
}

export function isInRange(hour: string, { since = "", until = "9" }: HourRange): boolean {
  return hour >= since && hour < until;
}

/** Merges in batches, so that memory grows with distinct findings. A rollup may follow the reports that it contains. */
function createResultSet() {
  const rollups = new Map<string, ChunkResult>();
  const rolledUp = new Set<string>();
  const single = new Map<string, ChunkResult>();
  return {
    add: ({ kind, hour, name }: StoredResult, result: ChunkResult) => {
      if (kind === "report") single.set(name, result);
      else rollups.set(`${hour} ${name}`, result);
      if (kind === "rollup") for (const id of result.chunks) rolledUp.add(id);
    },
    merge: () => {
      const others = [...single].flatMap(([id, result]) => (rolledUp.has(id) ? [] : [result]));
      return mergeInBatches([...rollups.values(), ...others]);
    },
  };
}

function mergeInBatches(results: readonly ChunkResult[]): ChunkResult | undefined {
  let merged: ChunkResult | undefined;
  for (let at = 0; at < results.length; at += BATCH) {
    const [first, ...others] = results.slice(at, at + BATCH);
    if (first !== undefined)
      merged = mergeResults(merged === undefined ? [first, ...others] : [merged, first, ...others]);
  }
  return merged;
}

const BATCH = 200;
