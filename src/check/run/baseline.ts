import { type Json, joinPointer } from "../../document/index.js";
import schema from "../baseline.schema.json" with { type: "json" };
import { readSettings, SettingsError } from "../settings/settings-file.js";
import { compareText, type FindingGroup } from "./finding-groups.js";
import type { Report, Waiver } from "./report.js";

/**
 * Reads the accepted findings of a baseline.
 *
 * @throws {SettingsError} with file, line and column of every error.
 */
export function readBaseline(path: string, text: string): Waiver[] {
  const { value, locate } = readSettings(path, text, schema as Json);
  // readSettings has validated the file against the schema.
  const { waivers } = value as unknown as { readonly waivers: Waiver[] };
  const seen = new Set<string>();
  for (const [index, { fingerprint }] of waivers.entries()) {
    const location = locate(joinPointer("/waivers", index));
    if (seen.has(fingerprint))
      throw new SettingsError([{ message: `duplicate waiver for ${fingerprint}; keep one`, ...location }]);
    seen.add(fingerprint);
  }
  return waivers;
}

/** @param today the day of the run, such as `2026-01-31`. A waiver is valid until the end of its last day. */
export type BaselineOptions = { readonly path: string; readonly waivers: readonly Waiver[]; readonly today: string };

/** Adds the state of each finding and the baseline summary to a report. */
export function applyBaseline(report: Report, { path, waivers, today }: BaselineOptions): Report {
  const accepted = new Map(waivers.map((waiver) => [waiver.fingerprint, waiver]));
  const found = new Set(report.findings.map(({ fingerprint }) => fingerprint));
  const isExpired = ({ expires }: Waiver): boolean => expires !== undefined && expires < today;
  const findings = report.findings.map((finding): FindingGroup => {
    const waiver = accepted.get(finding.fingerprint);
    if (waiver === undefined) return { ...finding, state: "new" };
    const { reason, ticket, expires } = waiver;
    const summary = {
      reason,
      ...(ticket === undefined ? {} : { ticket }),
      ...(expires === undefined ? {} : { expires }),
    };
    return { ...finding, state: isExpired(waiver) ? "expired" : "known", waiver: summary };
  });
  const absent = waivers.filter(({ fingerprint }) => !found.has(fingerprint));
  const fixed = absent.filter((waiver) => hasBeenObserved(waiver, report));
  const count = (level: string, state: string): number =>
    findings.filter((it) => it.level === level && it.state === state).length;
  return {
    ...report,
    summary: countAccepted(report, findings),
    findings,
    baseline: {
      path,
      new: count("error", "new") + count("warn", "new"),
      known: { error: count("error", "known"), warn: count("warn", "known") },
      expired: waivers.filter((waiver) => found.has(waiver.fingerprint) && isExpired(waiver)),
      fixed,
      unobserved: absent.length - fixed.length,
    },
  };
}

/** Counts the failed exchanges whose errors are all accepted as `accepted`. */
function countAccepted(
  { summary: { accepted: before = 0, ...summary }, failures = [] }: Report,
  findings: readonly FindingGroup[],
): Report["summary"] {
  const known = new Set(findings.filter(({ state }) => state === "known").map(({ fingerprint }) => fingerprint));
  const accepted = failures
    .filter(({ fingerprints }) => fingerprints.every((it) => known.has(it)))
    .reduce((sum, { exchanges }) => sum + exchanges, 0);
  const failed = summary.failed + before - accepted;
  return { ...summary, failed, ...(accepted === 0 ? {} : { accepted }) };
}

/** A missing finding is fixed only if the traffic has such a response of its operation. */
function hasBeenObserved({ operation, statuses = [] }: Waiver, { coverage }: Report): boolean {
  const seen = [...coverage.operations, ...(coverage.webhooks ?? [])].find(
    ({ operationId }) => operationId === operation,
  );
  if (seen === undefined || seen.exchanges === 0) return false;
  return statuses.length === 0 || statuses.some((status) => (seen.statuses[status] ?? 0) > 0);
}

type BaselineUpdateOptions = {
  readonly reason?: string;
  readonly expires?: string | undefined;
  readonly today: string;
};

/**
 * Updates a baseline after a run: accepts new and expired findings with the given reason, removes fixed ones, and leaves the
 * other waivers unchanged.
 */
export function refreshBaseline(
  waivers: readonly Waiver[],
  report: Report,
  { reason = "", expires, today }: BaselineUpdateOptions,
): { readonly waivers: Waiver[]; readonly accepted: readonly FindingGroup[] } {
  const accepted = report.findings.filter(({ state }) => state !== "known");
  const gone = new Set([
    ...(report.baseline?.fixed ?? []).map(({ fingerprint }) => fingerprint),
    ...accepted.map(({ fingerprint }) => fingerprint),
  ]);
  const firstSeen = new Map(waivers.map((waiver) => [waiver.fingerprint, waiver.firstSeen]));
  const added = accepted.map(
    ({ fingerprint, code, operationId, status, property, keyword, contract, statuses, first }): Waiver => ({
      fingerprint,
      code,
      operation: operationId,
      ...(status === undefined ? {} : { status }),
      ...(property === undefined ? {} : { property }),
      ...(keyword === undefined ? {} : { keyword }),
      contract: contract.pointer,
      statuses,
      reason,
      ...(expires === undefined ? {} : { expires }),
      firstSeen: firstSeen.get(fingerprint) ?? (first.startedAt ?? today).slice(0, 10),
    }),
  );
  const kept = waivers.filter(({ fingerprint }) => !gone.has(fingerprint));
  return { waivers: [...kept, ...added].sort((a, b) => compareText(a.fingerprint, b.fingerprint)), accepted };
}
