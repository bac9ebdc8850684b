import {
  type CoverageByKind,
  type CoverageKind,
  countByState,
  findKindsBelowThreshold,
  type GeneratedFaults,
  listSkippedHosts,
  type OperationCoverage,
  type Report,
  type RunOutcome,
  type RunWarning,
  toPrintable,
} from "../check/index.js";
import type { Diagnostic } from "../lint/index.js";
import { pluralize } from "./formatting/text.js";

/** Formats what a run found. It also counts errors in the spec, which do not fail the run. */
export function formatResult(report: Report, outcome: RunOutcome, diagnostics: readonly Diagnostic[] = []): string {
  const { shard } = report;
  const part = shard === undefined ? "" : `in shard ${shard.index} of ${shard.of}, `;
  const reason =
    outcome.kind === "inconclusive"
      ? outcome.reasons.join("; ")
      : `${formatFindings(report, outcome, diagnostics)}${formatUnchecked(outcome)}`;
  return part + reason;
}

/** What a run with errors did not check. An inconclusive run has it as its reason. */
export function formatUnchecked({ kind, reasons = [] }: RunOutcome): string {
  return kind === "failed" && reasons.length > 0 ? `; not everything was checked: ${reasons.join("; ")}` : "";
}

function formatFindings(report: Report, outcome: RunOutcome, diagnostics: readonly Diagnostic[]): string {
  const { summary, spec, coverage, excluded } = report;
  const { findings } = summary;
  const { known } = countByState(report.findings);
  const accepted = known.error + known.warn;
  const errors = findings.error - known.error;
  const drift = findings.warn === known.warn ? "" : `; drift in ${pluralize(findings.warn - known.warn, "place")}`;
  const baselined = accepted === 0 ? "" : `; ${accepted} accepted`;
  const wrong = diagnostics.filter(({ level, accepted: by }) => level === "error" && by === undefined).length;
  const inSpec = wrong === 0 ? "" : `; the spec itself has ${pluralize(wrong, "error")}`;
  const notes = `${baselined}${formatExcluded(excluded)}${inSpec}`;
  const title = spec.title === "" ? `the spec ${spec.path}` : `the spec of ${spec.title} (${spec.path})`;
  const { notLogged = 0 } = summary;
  const fromLogs = notLogged === 0 ? "" : `; ${pluralize(notLogged, "exchange")} checked only for the recorded fields`;
  const unmet = formatUnmetThresholds(coverage);
  const below = unmet === "" ? "" : `coverage is below the threshold: ${unmet}`;
  const failures = [below, formatDifference(report)].filter((it) => it !== "").join("; ");
  if (outcome.kind === "failed" && errors === 0 && failures !== "")
    return `the traffic matches ${title}${drift}${fromLogs}${notes}, but ${failures}`;
  if (outcome.kind === "failed" && errors === 0)
    return `the traffic matches ${title}, but fails because of${drift.slice(1)}${fromLogs}${notes}`;
  if (outcome.kind === "failed")
    return `the traffic violates ${title} in ${pluralize(errors, "place")}${drift}${notes}${failures === "" ? "" : `; ${failures}`}`;
  if (errors > 0)
    return `errors do not fail this run; the traffic violates ${title} in ${pluralize(errors, "place")}${drift}${fromLogs}${notes}`;
  return `the traffic matches ${title}${drift}${fromLogs}${notes}`;
}

/** Formats a warning with its cure. */
export function formatWarning({ message, cure }: RunWarning): string {
  const advice = cure === undefined ? "" : `; pass ${cure} if they are of the service`;
  return toPrintable(message + advice);
}

/** The number of hosts in a count of skipped exchanges. */
const MAX_HOSTS = 3;

/** Formats the number of skipped exchanges with their hosts: `7 skipped (cdn.example 4, fonts.example 3)`. */
export function formatSkipped(report: Report): string {
  const hosts = listSkippedHosts(report);
  const named = hosts.slice(0, MAX_HOSTS).map(({ host, exchanges }) => `${host} ${exchanges}`);
  const rest = hosts.length - named.length;
  const list = [...named, ...(rest > 0 ? [`${pluralize(rest, "other host")}`] : [])].join(", ");
  return `${report.summary.skipped} skipped${list === "" ? "" : ` (${toPrintable(list)})`}`;
}

/** Formats the services with operations that the user left out. */
function formatExcluded(groups: Report["excluded"] = []): string {
  const sources = [...new Set(groups.map(({ source }) => source))];
  const counts = sources.map((source) => {
    const ids = groups.filter((it) => it.source === source).flatMap(({ operations }) => operations);
    return `${pluralize(new Set(ids).size, "operation")} of ${toPrintable(source)} excluded`;
  });
  return counts.map((it) => `; ${it}`).join("");
}

/** Whether a finding fails the run: it is not accepted and has at least the given level. */
export function failsRun(finding: Report["findings"][number], failOn: "error" | "warn" | "never" = "error"): boolean {
  if (finding.state === "known" || failOn === "never") return false;
  return failOn === "warn" || finding.level === "error";
}

/** Formats how many bodies generated validators and the checker agree on, what was not compared, and each difference. */
export function formatAgreement({ agreement }: Pick<Report, "agreement">): string[] {
  if (agreement === undefined) return [];
  const { bodies, agreed, notCompared, differences } = agreement;
  const faults = listGeneratedFaults(agreement);
  const omitted = notCompared.reduce((sum, it) => sum + it.bodies, 0);
  if (bodies + omitted === 0) return faults;
  const reasons = notCompared.map((it) => `${it.reason} (${it.bodies})`).join(", ");
  const rest = omitted === 0 ? "" : `; ${pluralize(omitted, "body", "bodies")} not compared: ${reasons}`;
  return [
    `Ajv agrees on ${agreed} of ${pluralize(bodies, "body", "bodies")}${rest}.`,
    ...differences.map((it) => toPrintable(`Defect of commerce-contract: ${it}`)),
    ...faults,
  ];
}

/** Lists what is wrong with each generated file. */
export function listGeneratedFaults({ outdated = [], uncompiled = [] }: GeneratedFaults): string[] {
  return [...outdated, ...uncompiled].map(toPrintable);
}

/** Why generated files fail a run; empty otherwise. */
export function formatGeneratedFaults({ outdated, uncompiled }: GeneratedFaults): string {
  const faults = [outdated && "are outdated", uncompiled && "do not compile"].filter((it) => it !== undefined);
  return faults.length === 0 ? "" : `the generated files ${faults.join(" and ")}`;
}

/** Why a run fails if generated files are wrong, or the verdicts differ; empty otherwise. */
export function formatDifference({ agreement }: Pick<Report, "agreement">): string {
  const count = (agreement?.bodies ?? 0) - (agreement?.agreed ?? 0);
  const faults = formatGeneratedFaults(agreement ?? {});
  if (count === 0 || faults !== "") return faults;
  return `Ajv and the checker disagree on ${pluralize(count, "body", "bodies")}, which is a defect of commerce-contract`;
}

/** One line per consumer, with the most frequent ones first. `text` contains text from traffic, which is not escaped. */
export function describeConsumers({ consumers }: Report, limit: number): readonly string[] {
  if (consumers === undefined) return [];
  const { listed, unlisted, unknown } = consumers;
  const others = listed.slice(limit);
  const rest = others.reduce((sum, { exchanges }) => sum + exchanges, unlisted);
  return [
    ...listed
      .slice(0, limit)
      .map(({ name, exchanges, failed }) => `${name}: ${pluralize(exchanges, "exchange")}, ${failed} with errors`),
    ...(rest === 0 ? [] : [`other consumers: ${pluralize(rest, "exchange")}`]),
    ...(unknown === 0 ? [] : [`no consumer recorded: ${pluralize(unknown, "exchange")}`]),
  ];
}

export const CONSUMERS_TITLE = "Consumers";

export const COVERAGE_KIND_LABELS: Readonly<Record<CoverageKind, string>> = {
  operations: "operations",
  statuses: "statuses",
  mediaTypes: "media types",
  parameters: "parameters",
  properties: "properties",
  values: "listed values",
  branches: "branches",
};

/** Formats each kind of coverage that is below its threshold. */
function listUnmetThresholds(kinds: CoverageByKind | undefined): string[] {
  if (kinds === undefined) return [];
  return findKindsBelowThreshold(kinds).map(
    (kind) => `${kinds[kind].percent} % of the ${COVERAGE_KIND_LABELS[kind]} instead of ${kinds[kind].atLeast} %`,
  );
}

/** Lists the kinds of coverage below their threshold, or returns an empty string. */
export function formatUnmetThresholds({ kinds, changed }: Report["coverage"]): string {
  const since = changed === undefined ? "" : `changed since ${changed.since}`;
  return [
    ...listUnmetThresholds(kinds),
    ...listUnmetThresholds(changed?.kinds).map((text) => `${text}, ${since}`),
  ].join(", ");
}

/** The operations or webhooks of a spec, titled with the number that the traffic covers: `7 of 12 operations seen`. */
export type CoveredOperations = ReturnType<typeof summarizeOperations>;

/** Summarizes the coverage of operations, of webhooks if the traffic has any, or of both. */
export function summarizeCoverage({
  coverage: { operations, webhooks },
}: Pick<Report, "coverage">): readonly CoveredOperations[] {
  const ofOperations = summarizeOperations("operation", operations);
  if (webhooks === undefined) return [ofOperations];
  const ofWebhooks = summarizeOperations("webhook", webhooks);
  // A recording of a webhook receiver has no calls of operations.
  return operations.some(isCovered) ? [ofOperations, ofWebhooks] : [ofWebhooks];
}

function summarizeOperations(kind: "operation" | "webhook", all: readonly OperationCoverage[]) {
  return { kind, title: `${all.filter(isCovered).length} of ${pluralize(all.length, kind)} seen`, all };
}

function isCovered({ exchanges }: OperationCoverage): boolean {
  return exchanges > 0;
}

/** Formats how many exchanges passed, failed and were skipped. */
export function formatCounts(report: Report): string {
  const { exchanges, passed, failed, skipped, notLogged = 0, accepted = 0, partial } = report.summary;
  const counts = [
    `${passed} passed`,
    ...(accepted === 0 ? [] : [`${accepted} with accepted findings only`]),
    `${failed} failed`,
    ...(partial === notLogged ? [] : [`${partial - notLogged} partial`]),
    ...(notLogged === 0 ? [] : [`${notLogged} partial because fields are not recorded`]),
    ...(skipped === 0 ? [] : [formatSkipped(report)]),
  ];
  return `${pluralize(exchanges, "exchange")}: ${counts.join(", ")}`;
}
