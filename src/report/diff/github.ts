import type { DiffFinding } from "../../diff/index.js";
import { type AnnotationLevel, formatWorkflowCommand } from "../github-report.js";
import {
  type DiffReportInput,
  formatAffectedOperations,
  formatCounterexample,
  formatDiffLocation,
  formatDiffVerdict,
  formatVersionCheck,
  getDiffOutcome,
  withoutWaived,
} from "./diff-report-input.js";

import { formatFindingTraffic } from "./traffic.js";

/** GitHub shows ten annotations of one kind per step; one is for the outcome. */
const MAX_ANNOTATIONS = 9;

/** Formats workflow commands of GitHub Actions: annotations on lines of the new spec, and the outcome. */
export function formatDiffGithub(input: DiffReportInput): string {
  const { findings } = withoutWaived(input);
  const lines = [...formatAnnotations("error", input), ...formatAnnotations("warning", input)];
  const verdict = formatWorkflowCommand(
    getDiffOutcome(input).kind === "passed" ? "notice" : "error",
    [formatDiffVerdict(input), ...formatVersionCheck(input)].join("\n"),
    {
      title: "contract diff",
    },
  );
  const rest = findings.length - lines.length;
  const more =
    rest > 0 ? [formatWorkflowCommand("notice", `and ${rest} more; the text report lists all`, { title: "more" })] : [];
  return `${[...lines, ...more, verdict].join("\n")}\n`;
}

function formatAnnotations(kind: AnnotationLevel, input: DiffReportInput): string[] {
  const level = kind === "error" ? "error" : "warn";
  const chosen = withoutWaived(input).findings.filter((finding) => finding.level === level);
  return chosen.slice(0, MAX_ANNOTATIONS).map((finding) => formatAnnotation(kind, finding, input));
}

function formatAnnotation(kind: AnnotationLevel, finding: DiffFinding, input: DiffReportInput): string {
  const counterexample = formatCounterexample(finding);
  const text = [
    finding.message,
    formatAffectedOperations(finding),
    ...(counterexample === undefined ? [] : [counterexample]),
    ...formatFindingTraffic(finding, input.traffic),
    ...(finding.old === undefined ? [] : [`old: ${formatDiffLocation(finding.old, input.old)} ${finding.old.pointer}`]),
  ].join("\n");
  return formatWorkflowCommand(kind, text, { title: finding.code, ...getAnnotationLocation(finding, input) });
}

/** Returns nothing for a spec from another commit, which GitHub cannot annotate. */
function getAnnotationLocation(finding: DiffFinding, { pathInRepository, new: next }: DiffReportInput): object {
  const location = finding.new;
  const path =
    location === undefined || next.ref !== undefined ? undefined : (pathInRepository ?? String)(location.file);
  if (location === undefined || path === undefined) return {};
  return location.line === undefined ? { file: path } : { file: path, line: location.line, col: location.column ?? 1 };
}
