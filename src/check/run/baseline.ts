import { type Json, joinPointer } from "../../document/index.js";
import schema from "../baseline.schema.json" with { type: "json" };
import { matchesCodePattern } from "../exchange/levels.js";
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
    if (fingerprint === undefined) continue;
    const location = locate(joinPointer("/waivers", index));
    if (seen.has(fingerprint))
      throw new SettingsError([{ message: `duplicate waiver for ${fingerprint}; keep one`, ...location }]);
    seen.add(fingerprint);
  }
  return waivers;
}

/** @param today the day of the run, such as `2026-01-31`. A waiver is valid until the end of its last day. */
type BaselineOptions = { readonly path: string; readonly waivers: readonly Waiver[]; readonly today: string };

/** What an entry of a baseline is compared with. */
type AcceptableFinding = {
  readonly fingerprint: string;
  readonly code: string;
  readonly operations: readonly (string | null)[];
  readonly pointer: string;
};

/** Returns a function that finds the entry for a finding: the one of its fingerprint, or else one for all findings of a code. */
export function createWaiverFinder(waivers: readonly Waiver[]): (finding: AcceptableFinding) => Waiver | undefined {
  const byFingerprint = new Map(waivers.map((it) => [it.fingerprint, it]));
  const patterns = waivers.filter(({ fingerprint }) => fingerprint === undefined);
  return ({ fingerprint, code, operations, pointer }) =>
    byFingerprint.get(fingerprint) ??
    patterns.find(
      (it) =>
        matchesCodePattern(it.code ?? "", code) &&
        (it.operation === undefined || operations.includes(it.operation)) &&
        (it.path === undefined || `${pointer}/`.startsWith(`${it.path}/`)),
    );
}

/** Adds the state of each finding and the baseline summary to a report. */
export function applyBaseline(report: Report, { path, waivers, today }: BaselineOptions): Report {
  const findWaiver = createWaiverFinder(waivers);
  const found = new Set<Waiver>();
  const isExpired = ({ expires }: Waiver): boolean => expires !== undefined && expires < today;
  const findings = report.findings.map((finding): FindingGroup => {
    const { operationId, contract } = finding;
    const waiver = findWaiver({ ...finding, operations: [operationId], pointer: contract.pointer });
    if (waiver === undefined) return { ...finding, state: "new" };
    found.add(waiver);
    const { reason, ticket, expires } = waiver;
    const summary = {
      reason,
      ...(ticket === undefined ? {} : { ticket }),
      ...(expires === undefined ? {} : { expires }),
    };
    return { ...finding, state: isExpired(waiver) ? "expired" : "known", waiver: summary };
  });
  const absent = waivers.filter((it) => !found.has(it));
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
      expired: waivers.filter((waiver) => found.has(waiver) && isExpired(waiver)),
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
  const gone = new Set<string | undefined>([
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
  const kept = waivers.filter(({ fingerprint }) => fingerprint === undefined || !gone.has(fingerprint));
  const order = ({ fingerprint = "" }: Waiver): string => fingerprint;
  return { waivers: [...kept, ...added].sort((a, b) => compareText(order(a), order(b))), accepted };
}
