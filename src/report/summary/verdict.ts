import {
  listSkippedHosts,
  OUTCOME_LABELS,
  type Report,
  type RunOutcome,
  type RunWarning,
  toPrintable,
} from "../../check/index.js";
import type { Diagnostic } from "../../lint/index.js";
import { pluralize } from "../formatting/pluralize.js";
import { formatUnmetThresholds } from "./coverage.js";

/** Formats the outcome of a run and its reason in one sentence. It also counts errors in the spec, which do not fail the run. */
export function formatVerdict(report: Report, outcome: RunOutcome, diagnostics: readonly Diagnostic[] = []): string {
  const { shard } = report;
  const part = shard === undefined ? "" : `, shard ${shard.index} of ${shard.of}`;
  const reason =
    outcome.kind === "inconclusive"
      ? outcome.reasons.join("; ")
      : `${formatResult(report, outcome, diagnostics)}${formatUnchecked(outcome)}`;
  return `${OUTCOME_LABELS[outcome.kind]}${part}: ${reason}.`;
}

/** What a run with errors did not check. An inconclusive run has it as its reason. */
export function formatUnchecked({ kind, reasons = [] }: RunOutcome): string {
  return kind === "failed" && reasons.length > 0 ? `; not everything was checked: ${reasons.join("; ")}` : "";
}

function formatResult(report: Report, outcome: RunOutcome, diagnostics: readonly Diagnostic[]): string {
  const { summary, spec, baseline, coverage, excluded } = report;
  const { findings } = summary;
  const known = baseline?.known ?? { error: 0, warn: 0 };
  const accepted = known.error + known.warn;
  const errors = findings.error - known.error;
  const drift = findings.warn === known.warn ? "" : `; drift in ${pluralize(findings.warn - known.warn, "place")}`;
  const baselined = accepted === 0 ? "" : `; ${accepted} accepted by the baseline`;
  const wrong = diagnostics.filter(({ level }) => level === "error").length;
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

/** The title of the section for data that logs and recordings lack. */
export const NOT_LOGGED_TITLE = "Not recorded, so not checked";

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
  const { bodies, agreed, notCompared, differences, uncompiled = [] } = agreement;
  const omitted = notCompared.reduce((sum, it) => sum + it.bodies, 0);
  if (bodies + omitted === 0) return uncompiled.map(toPrintable);
  const reasons = notCompared.map((it) => `${it.reason} (${it.bodies})`).join(", ");
  const rest = omitted === 0 ? "" : `; ${formatBodies(omitted)} not compared: ${reasons}`;
  return [
    `Ajv agrees on ${agreed} of ${formatBodies(bodies)}${rest}.`,
    ...differences.map((it) => toPrintable(`Defect of commerce-contract: ${it}`)),
    ...uncompiled.map(toPrintable),
  ];
}

/** Why a run fails if the verdicts differ, or generated files do not compile; empty otherwise. */
export function formatDifference({ agreement }: Pick<Report, "agreement">): string {
  const count = (agreement?.bodies ?? 0) - (agreement?.agreed ?? 0);
  if (agreement?.uncompiled !== undefined) return "the generated files do not compile";
  if (count === 0) return "";
  return `Ajv and the checker disagree on ${formatBodies(count)}, which is a defect of commerce-contract`;
}

function formatBodies(count: number): string {
  return count === 1 ? "1 body" : `${count} bodies`;
}
