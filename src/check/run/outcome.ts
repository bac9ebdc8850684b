import { compareStrings, joinList, pluralize } from "../../document/index.js";
import { toPrintable } from "../../schema/index.js";
import { findKindsBelowThreshold } from "../coverage/coverage.js";
import { countByState } from "./finding-groups.js";
import type { ReasonGroup, Report } from "./report.js";

/** The lowest level at which findings fail a run. */
export type FailOn = "error" | "warn" | "never";

/** `reasons`: what was asked for and not checked. With an error the run fails all the same; without one it is inconclusive. */
export type RunOutcome =
  | { readonly kind: "passed"; readonly reasons?: undefined }
  | { readonly kind: "failed"; readonly reasons?: readonly string[] }
  | { readonly kind: "inconclusive"; readonly reasons: readonly string[] };

export const OUTCOME_LABELS = { passed: "Passed", failed: "Failed", inconclusive: "Inconclusive" } as const;

/** 0 passed, 1 failed, 2 inconclusive. */
export const EXIT_CODES = { passed: 0, failed: 1, inconclusive: 2 } as const;

/** An error always wins: the outcome of every command that checks something. */
export function createOutcome(hasFailed: boolean, reasons: readonly string[]): RunOutcome {
  if (hasFailed) return reasons.length === 0 ? { kind: "failed" } : { kind: "failed", reasons };
  return reasons.length === 0 ? { kind: "passed" } : { kind: "inconclusive", reasons };
}

/** The outcome of a run with several parts. */
export function combineOutcomes(...parts: readonly RunOutcome[]): RunOutcome {
  return createOutcome(
    parts.some(({ kind }) => kind === "failed"),
    parts.flatMap(({ reasons = [] }) => reasons),
  );
}

export type OutcomeOptions = {
  /** Default: `error`. */
  readonly failOn?: FailOn;
  /** Whether a run with partially checked exchanges can pass. */
  readonly allowPartial?: boolean;
  /** Whether this is one of several shards. A shard may have no matching traffic; the merged report shows if none has. */
  readonly isShard?: boolean;
  /** Whether the user named no spec. */
  readonly isBuiltInSpec?: boolean;
};

/** Computes the outcome of a run that checks exchanges. */
export function computeOutcome(report: Report, rules: OutcomeOptions = {}): RunOutcome {
  const { failOn = "error", allowPartial = false, isShard = false, isBuiltInSpec = false } = rules;
  const { summary, coverage } = report;
  const reasons: string[] = [...report.runErrors, ...formatUnacceptedReasons(report)];
  const checked = summary.exchanges - summary.skipped;
  if (summary.unreadable > 0) reasons.push(`${pluralize(summary.unreadable, "entry", "entries")} could not be read`);
  if (!isShard && summary.exchanges === 0 && summary.unreadable === 0) reasons.push("there are no exchanges to check");
  // What ended a run before its first result says more.
  if (!isShard && checked === 0 && summary.exchanges > 0 && report.runErrors.length === 0)
    reasons.push(`${formatNoMatchReason(report)}${isBuiltInSpec ? BUILT_IN_SPEC_HINT : ""}`);
  // Fields that logs lack do not make a run inconclusive; the report lists them.
  const partial = summary.partial - (summary.notLogged ?? 0);
  if (partial > 0 && !allowPartial)
    reasons.push(`${pluralize(partial, "exchange was", "exchanges were")} only partially checked`);
  const { known } = countByState(report.findings);
  const errors = summary.findings.error - known.error;
  const failing = failOn === "never" ? 0 : errors + (failOn === "warn" ? summary.findings.warn - known.warn : 0);
  const below = [...findKindsBelowThreshold(coverage.kinds), ...findKindsBelowThreshold(coverage.changed?.kinds)];
  const { differences = [], outdated = [], uncompiled = [] } = report.agreement ?? {};
  const isDefective = differences.length + outdated.length + uncompiled.length > 0;
  return createOutcome(failing > 0 || isDefective || (!isShard && below.length > 0), reasons);
}

const BUILT_IN_SPEC_HINT = "; it is the built-in spec, so name your own with --spec FILE";

const MAX_NAMES = 5;

/** One reason per service. The report lists the operations with their responses. */
function formatUnacceptedReasons({ unaccepted = [] }: Report): string[] {
  return [...new Set(unaccepted.map(({ source }) => source))].map((source) => {
    const groups = unaccepted.filter((it) => it.source === source);
    const ids = [...new Set(groups.flatMap(({ operations }) => operations))];
    return toPrintable(
      `${source} accepted no request of ${pluralize(ids.length, "operation")}: ${joinList(ids, MAX_NAMES)}; leave out what cannot be tested with --exclude, or "exclude" in the configuration`,
    );
  });
}

/** Includes the most common skip reason, because it usually shows the fix. */
function formatNoMatchReason({ skipped: [first, ...others], summary }: Report): string {
  if (first === undefined) return "no exchange matches this spec";
  const most = others.reduce((one, other) => (other.exchanges > one.exchanges ? other : one), first);
  const share = most.exchanges === summary.exchanges ? "" : `${most.exchanges} of ${summary.exchanges} `;
  return `no exchange matches this spec: ${share}${toPrintable(most.reason)}`;
}

/** A sign that a run is set up wrongly. It changes no result. */
export type RunWarning = {
  readonly message: string;
  /** The option that cures it. */
  readonly cure?: string;
};

/** Lists the warnings of a run. They follow from the report, so that merged reports have those of one run. */
export function listWarnings(report: Report): RunWarning[] {
  const warnings = [warnAboutServers(report), warnAboutStatuses(report), warnAboutPaths(report)];
  return warnings.filter((it) => it !== undefined);
}

/** The hosts of skipped exchanges, those with the most exchanges first. */
export function listSkippedHosts({ skipped }: Pick<Report, "skipped">): readonly { host: string; exchanges: number }[] {
  const counts = new Map<string, number>();
  for (const { origin, exchanges } of skipped)
    if (origin !== undefined) counts.set(origin, (counts.get(origin) ?? 0) + exchanges);
  return [...counts]
    .map(([origin, exchanges]) => ({ host: origin.replace(/^[a-z][a-z0-9+.-]*:\/\//i, ""), exchanges }))
    .sort((a, b) => b.exchanges - a.exchanges || compareStrings(a.host, b.host));
}

/** Hosts whose paths match operations. They are probably the service, under an address that the spec does not have. */
function warnAboutServers({ skipped }: Report): RunWarning | undefined {
  const alike = skipped
    .filter((it): it is ReasonGroup & { server: string } => it.server !== undefined)
    .sort((a, b) => b.exchanges - a.exchanges || compareStrings(a.server, b.server));
  const [first] = alike;
  if (first === undefined) return undefined;
  const count = alike.reduce((sum, { exchanges }) => sum + exchanges, 0);
  const hosts = new Set(alike.map(({ origin }) => origin)).size;
  const where = hosts === 1 ? String(first.origin) : `${hosts} hosts, most of them to ${first.origin},`;
  const verb = count === 1 ? "was skipped although its path matches" : "were skipped although their paths match";
  const mismatch = first.mismatch === undefined ? "" : `: ${first.mismatch}`;
  const message = `${pluralize(count, "exchange")} to ${where} ${verb} an operation${mismatch}`;
  return { message, ...(first.option === undefined ? {} : { cure: first.option }) };
}

/** Runs in which the paths of all exchanges are unknown. */
function warnAboutPaths({ summary, findings }: Report): RunWarning | undefined {
  const { passed, partial, failed } = summary;
  const unknown = findings.filter(({ code }) => code === "request.path.undocumented");
  const count = unknown.reduce((sum, { exchanges }) => sum + exchanges, 0);
  if (passed + partial > 0 || failed < MIN_RESPONSES || count < failed) return undefined;
  const exchanges = pluralize(failed, "exchange");
  return { message: `no path of ${exchanges} is in the spec: the spec or its base path is probably wrong` };
}

/** Fewer responses of one status prove nothing. */
const MIN_RESPONSES = 5;

/** Runs in which every response says that the token or the base URL is wrong. */
function warnAboutStatuses({ coverage }: Report): RunWarning | undefined {
  const counts = coverage.operations.flatMap(({ statuses }) => Object.entries(statuses));
  const total = counts.reduce((sum, [, count]) => sum + count, 0);
  const isEvery = (...wanted: readonly string[]): boolean => counts.every(([status]) => wanted.includes(status));
  if (total < MIN_RESPONSES) return undefined;
  if (isEvery("401", "403"))
    return { message: `all ${total} responses are 401 or 403: the credentials are missing, wrong or expired` };
  return isEvery("404") ? { message: `all ${total} responses are 404: the base URL is probably wrong` } : undefined;
}
