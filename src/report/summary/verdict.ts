import { type Report, type RunOutcome, toPrintable } from "../../gate/index.js";
import type { LintDiagnostic } from "../../lint/index.js";
import { pluralize } from "../formatting/pluralize.js";
import { formatUnmetThresholds } from "./changed-coverage.js";

/** Formats the result of a run in one sentence. It also counts errors of the spec, which do not fail the run. */
export function formatVerdict(report: Report, outcome: RunOutcome, problems: readonly LintDiagnostic[] = []): string {
  const { summary, spec, baseline, coverage, unaccepted } = report;
  const { findings } = summary;
  const known = baseline?.known ?? { error: 0, warn: 0 };
  const accepted = known.error + known.warn;
  const errors = findings.error - known.error;
  const drift = findings.warn === known.warn ? "" : `; drift in ${pluralize(findings.warn - known.warn, "place")}`;
  const beside = accepted === 0 ? "" : `; ${accepted} known`;
  const lacking = formatUnaccepted(unaccepted);
  const wrong = problems.filter(({ level }) => level === "error").length;
  const own = wrong === 0 ? "" : `; the description has ${pluralize(wrong, "error")} of its own`;
  const title = spec.title === "" ? spec.path : `${spec.title} (${spec.path})`;
  const { notLogged = 0 } = summary;
  const asRecorded =
    notLogged === 0 ? "" : `; ${pluralize(notLogged, "exchange")} could be checked only as far as recorded`;
  if (outcome.kind === "inconclusive") return `Could not judge: ${outcome.reasons.join("; ")}.`;
  const below = formatUnmetThresholds(coverage);
  if (outcome.kind === "failed" && errors === 0 && below !== "")
    return `The contract of ${title} holds${drift}${asRecorded}${beside}${lacking}${own}, but too little of it was seen: ${below}.`;
  const unseen = below === "" ? "" : `; too little of it was seen: ${below}`;
  if (outcome.kind === "failed")
    return `The contract of ${title} is broken in ${pluralize(errors, "place")}${drift}${beside}${lacking}${own}${unseen}.`;
  const apart = errors === 0 ? "" : `, apart from errors in ${pluralize(errors, "place")} that do not count here`;
  return `The contract of ${title} holds${apart}${drift}${asRecorded}${beside}${lacking}${own}.`;
}

/** The title of the section for data that logs and recordings lack. */
export const NOT_LOGGED_TITLE = "Not recorded, so not checked";

/** Formats the services with operations of which no request was accepted, which are therefore not checked. */
function formatUnaccepted(groups: Report["unaccepted"] = []): string {
  const sources = [...new Set(groups.map(({ source }) => source))];
  const counts = sources.map((source) => {
    const ids = groups.filter((it) => it.source === source).flatMap(({ operations }) => operations);
    return `${toPrintable(source)} accepted nothing of ${pluralize(new Set(ids).size, "operation")}`;
  });
  return counts.map((it) => `; ${it}`).join("");
}

/** Whether a finding fails the run: it is not accepted and has at least the given level. */
export function failsRun(finding: Report["findings"][number], failOn: "error" | "warn" | "never" = "error"): boolean {
  if (finding.state === "known" || failOn === "never") return false;
  return failOn === "warn" || finding.level === "error";
}
