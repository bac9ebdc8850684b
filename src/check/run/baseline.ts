import { compareStrings, dropUndefined, type Json, joinPointer, matchesCodePattern } from "../../document/index.js";
import schema from "../baseline.schema.json" with { type: "json" };
import { CODES } from "../rules/codes.js";
import { readSettings, SettingsError } from "../settings/settings-file.js";
import { countByState, type FindingGroup } from "./finding-groups.js";
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

/** The accepted findings of a baseline, and the day of the run, such as `2026-01-31`. Without a baseline, there is no path. */
export type AcceptedFindings = {
  readonly path?: string | undefined;
  readonly waivers: readonly Waiver[];
  readonly today: string;
};

/** What an entry of a baseline is compared with. */
type AcceptableFinding = {
  readonly fingerprint: string;
  readonly code: string;
  /** A pattern accepts it only if it names every place. */
  readonly places: readonly { readonly operation: string | null; readonly pointer: string }[];
};

/** Whether an entry accepts a finding, and why. */
export type Acceptance = Required<Pick<FindingGroup, "state">> & Pick<FindingGroup, "waiver">;

/** A finding that no entry accepts, or that an expired one has accepted. */
export type UnacceptedFinding = {
  readonly entry: Waiver & Required<Pick<Waiver, "fingerprint">>;
  readonly state: "new" | "expired";
  /** What is printed if it is accepted. */
  readonly text: string;
};

/** The results of a run with their states, and what an update of the baseline would change. */
export type AppliedBaseline<Result> = {
  readonly result: Result;
  readonly unaccepted: readonly UnacceptedFinding[];
  /** The entries whose findings are fixed. */
  readonly fixed: readonly Waiver[];
  /** Whether everything was checked. Otherwise the baseline is not updated, because missing findings may still exist. */
  readonly isComplete: boolean;
};

/** An entry is valid until the end of its last day. */
function isExpired({ expires }: Waiver, today: string): boolean {
  return expires !== undefined && expires < today;
}

/**
 * Decides about findings of any command: an entry accepts the one of its fingerprint, or all of a code. `listAbsent` returns the
 * entries for the codes of a command that no finding has matched.
 */
export function createAcceptance({ waivers, today }: AcceptedFindings) {
  const byFingerprint = new Map(waivers.map((it) => [it.fingerprint, it]));
  const patterns = waivers.filter(({ fingerprint }) => fingerprint === undefined);
  const found = new Set<Waiver>();
  const find = ({ fingerprint, code, places }: AcceptableFinding): Waiver | undefined =>
    byFingerprint.get(fingerprint) ??
    patterns.find(
      (it) =>
        matchesCodePattern(it.code ?? "", code) &&
        places.every(({ operation }) => it.operation === undefined || it.operation === operation) &&
        places.every(({ pointer }) => it.path === undefined || `${pointer}/`.startsWith(`${it.path}/`)),
    );
  return {
    accept: (finding: AcceptableFinding): Acceptance => {
      const entry = find(finding);
      if (entry === undefined) return { state: "new" };
      found.add(entry);
      const { reason, ticket, expires } = entry;
      const waiver = {
        reason,
        ...dropUndefined({ ticket, expires }),
      };
      return { state: isExpired(entry, today) ? "expired" : "known", waiver };
    },
    listExpired: (): Waiver[] => waivers.filter((it) => found.has(it) && isExpired(it, today)),
    listAbsent: (isOwn: (code: string | undefined) => boolean): Waiver[] =>
      waivers.filter((it) => !found.has(it) && isOwn(it.code)),
  };
}

/** Whether an entry is about the findings of a command. */
export function isPatternOf(pattern: string | undefined, codes: readonly string[]): boolean {
  return pattern !== undefined && codes.some((code) => matchesCodePattern(pattern, code));
}

/** Adds the state of each finding and the baseline summary to a report. */
export function applyBaseline(report: Report, accepted: AcceptedFindings): Omit<AppliedBaseline<Report>, "isComplete"> {
  const { path } = accepted;
  const acceptance = createAcceptance(accepted);
  const findings = report.findings.map((finding): FindingGroup => {
    const { operationId, contract, ignored } = finding;
    if (path === undefined || ignored !== undefined) return finding;
    const places = [{ operation: operationId, pointer: contract.pointer }];
    return { ...finding, ...acceptance.accept({ ...finding, places }) };
  });
  const summary = countAccepted(report, findings);
  if (path === undefined) return { result: { ...report, summary }, unaccepted: [], fixed: [] };
  // Without a code it can be of another command, but an operation that was seen shows whether it is fixed.
  const absent = acceptance.listAbsent((code) => code === undefined || isPatternOf(code, Object.keys(CODES)));
  const fixed = absent.filter((waiver) => hasBeenObserved(waiver, report));
  const expired = acceptance.listExpired();
  const unobserved = absent.length - fixed.length;
  return {
    result: { ...report, summary, findings, baseline: { path, ...countByState(findings), expired, fixed, unobserved } },
    unaccepted: findings.flatMap((it) => (it.state === "known" ? [] : [describeFinding(it)])),
    fixed,
  };
}

function describeFinding(finding: FindingGroup): UnacceptedFinding {
  const { fingerprint, code, operationId, status, property, keyword, contract, statuses, first, message } = finding;
  const entry = {
    ...{ fingerprint, code, operation: operationId },
    ...dropUndefined({ status, property, keyword }),
    ...{ contract: contract.pointer, statuses, reason: "" },
    ...(first.startedAt === undefined ? {} : { firstSeen: first.startedAt.slice(0, 10) }),
  };
  const state = finding.state === "expired" ? "expired" : "new";
  return { entry, state, text: `${operationId ?? "not in the spec"}: ${message}` };
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
 * other entries unchanged.
 */
export function refreshBaseline(
  waivers: readonly Waiver[],
  { unaccepted, fixed }: Pick<AppliedBaseline<unknown>, "unaccepted" | "fixed">,
  { reason = "", expires, today }: BaselineUpdateOptions,
): readonly Waiver[] {
  // Entries for all findings of a code are written by hand, and stay.
  const gone = new Set([...fixed, ...unaccepted.map(({ entry }) => entry)].map(({ fingerprint }) => fingerprint));
  const kept = waivers.filter(({ fingerprint }) => fingerprint === undefined || !gone.has(fingerprint));
  const firstSeen = new Map(waivers.map((waiver) => [waiver.fingerprint, waiver.firstSeen]));
  const added = unaccepted.map(
    ({ entry: { firstSeen: seen, ...entry } }): Waiver => ({
      ...entry,
      reason,
      ...(expires === undefined ? {} : { expires }),
      firstSeen: firstSeen.get(entry.fingerprint) ?? seen ?? today,
    }),
  );
  const order = ({ fingerprint = "" }: Waiver): string => fingerprint;
  // Several specs can have the same finding.
  const distinct = new Map(added.map((it) => [it.fingerprint, it])).values();
  return [...kept, ...distinct].sort((a, b) => compareStrings(order(a), order(b)));
}
