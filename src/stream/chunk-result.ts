import { mergeReports, type RecordedCredentials, type Report, type VariantReports } from "../check/index.js";
import type { UnfedExchanges } from "./chunk.js";

/**
 * The result of checking one chunk, or of several. Results of the same version of the spec merge to one result in any order.
 */
export type ChunkResult = {
  /** The ids of the chunks. */
  readonly chunks: readonly string[];
  /** The credentials in the chunks of each recording. */
  readonly credentials: Readonly<Record<string, RecordedCredentials>>;
  /** The report of everything that does not depend on credentials in other chunks. */
  readonly settled?: Report;
  /** By recording: what depends on whether other chunks of the recording contain credentials. */
  readonly open: Readonly<Record<string, VariantReports>>;
  readonly unfed: readonly UnfedExchanges[];
};

/** Merges results of chunks that are not in each other. */
export function mergeResults(results: readonly [ChunkResult, ...ChunkResult[]]): ChunkResult {
  const credentials: Record<string, RecordedCredentials> = {};
  for (const result of results)
    for (const [source, found] of Object.entries(result.credentials))
      credentials[source] = pickMore(credentials[source], found);
  const variants = new Map<string, VariantReports[]>();
  const settled = results.flatMap((it) => it.settled ?? []);
  for (const [source, reports] of results.flatMap((it) => Object.entries(it.open))) {
    if (credentials[source] === "all") settled.push(reports.all);
    else variants.set(source, [...(variants.get(source) ?? []), reports]);
  }
  const report = mergeAll(settled);
  return {
    chunks: results.flatMap(({ chunks }) => chunks),
    credentials,
    ...(report === undefined ? {} : { settled: report }),
    open: Object.fromEntries([...variants].map(([source, reports]) => [source, mergeVariants(reports)])),
    unfed: mergeUnfed(results.flatMap(({ unfed }) => unfed)),
  };
}

/** The report of all chunks, when no more of them follow. `empty` is the report of a run without exchanges. */
export function buildReport({ settled, open, credentials }: ChunkResult, empty: Report): Report {
  const closed = Object.entries(open).map(([source, reports]) => reports[credentials[source] ?? "none"]);
  return mergeReports([empty, ...(settled === undefined ? [] : [settled]), ...closed]);
}

function pickMore(a: RecordedCredentials | undefined, b: RecordedCredentials): RecordedCredentials {
  return a === "all" || b === "all" ? "all" : a === "set-cookie" || b === "set-cookie" ? "set-cookie" : "none";
}

function mergeVariants(reports: readonly VariantReports[]): VariantReports {
  const merge = (kind: RecordedCredentials): Report => {
    const merged = mergeAll(reports.map((it) => it[kind]));
    if (merged === undefined) throw new RangeError("There are no reports to merge");
    return merged;
  };
  return { all: merge("all"), "set-cookie": merge("set-cookie"), none: merge("none") };
}

function mergeAll([first, ...others]: readonly Report[]): Report | undefined {
  return first === undefined || others.length === 0 ? first : mergeReports([first, ...others]);
}

function mergeUnfed(unfed: readonly UnfedExchanges[]): readonly UnfedExchanges[] {
  return (["sampled", "dropped"] as const).flatMap((kind) => {
    const exchanges = unfed.reduce((sum, it) => sum + (it.kind === kind ? it.exchanges : 0), 0);
    return exchanges === 0 ? [] : [{ kind, exchanges }];
  });
}
