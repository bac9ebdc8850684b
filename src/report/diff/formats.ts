import type { DiffFinding, DiffLevel, DiffLocation } from "../../diff/index.js";
import { formatSpecSnippet } from "../findings/spec-snippet.js";
import { escapeMarkdown, formatCodeBlock, formatInlineCode, OUTCOME_MARKS } from "../formatting/markdown.js";
import { type AnnotationLevel, formatWorkflowCommand } from "../github-report.js";
import type { DiffReportInput } from "./diff-report-input.js";
import {
  formatAffectedOperations,
  formatCounterexample,
  formatDiffLocation,
  formatDiffTitle,
  formatDiffVerdict,
  formatSameVersion,
  formatVersionCheck,
  getDiffOutcome,
  withoutWaived,
} from "./diff-report-input.js";
import type { DiffFormatName } from "./format-names.js";
import { type ChangeGroup, groupChanges } from "./group-changes.js";
import { formatDiffHtml } from "./html.js";
import { formatDiffJson } from "./json.js";
import { formatDiffJunit } from "./junit.js";
import { formatDiffSarif } from "./sarif.js";
import { formatDiffText } from "./text.js";
import { formatFindingTraffic, formatTrafficSummary } from "./traffic.js";
import { formatWaiverStatus } from "./waivers.js";

export {
  type ComparedSpec,
  type DiffFailOn,
  type DiffReportInput,
  failsDiff,
  getDiffOutcome,
  type WeighedTraffic,
} from "./diff-report-input.js";

/** The diff report formats by their names for `--format`. */
export const DIFF_FORMATS: Readonly<Record<DiffFormatName, (input: DiffReportInput) => string>> = {
  text: formatDiffText,
  json: formatDiffJson,
  github: formatDiffGithub,
  markdown: formatDiffMarkdown,
  changelog: formatDiffChangelog,
  html: formatDiffHtml,
  junit: formatDiffJunit,
  sarif: formatDiffSarif,
};

/** Formats a changelog in Markdown, for people: every change, below its operation. */
function formatDiffChangelog(input: DiffReportInput): string {
  return [
    `# ${escapeMarkdown(formatDiffTitle(input))}`,
    ...[formatDiffVerdict(input), ...formatVersionCheck(input), ...formatSameVersion(input)].map(escapeMarkdown),
    ...groupChanges(input.difference.findings).map((group) => formatGroup(group, input)),
    "",
  ].join("\n\n");
}

function formatGroup({ title, findings }: ChangeGroup, input: DiffReportInput): string {
  const lines = findings.map((finding) => {
    const mark = { error: "**Breaking:** ", warn: "May break: ", info: "" }[finding.level];
    const more = [
      formatAffectedOperations(finding),
      ...formatFindingTraffic(finding, input.traffic),
      ...[formatWaiverStatus(input.accepted, finding) ?? []].flat(),
    ];
    return `- ${mark}${escapeMarkdown(finding.message)} (${formatInlineCode(finding.code)})  \n  ${escapeMarkdown(more.join("; "))}`;
  });
  return [`## ${escapeMarkdown(title)}`, lines.join("\n")].join("\n\n");
}

/** GitHub shows ten annotations of one kind per step; one is for the outcome. */
const MAX_ANNOTATIONS = 9;

/** Formats workflow commands of GitHub Actions: annotations on lines of the new spec, and the outcome. */
function formatDiffGithub(input: DiffReportInput): string {
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

/** The limit of GitHub comments is 65 536 characters. The difference is room for the last lines. */
const MAX_LENGTH = 64_000;

const LEVEL_TITLES: Readonly<Record<DiffLevel, string>> = { error: "Breaking", warn: "May break", info: "Compatible" };

/** Formats Markdown for a pull request comment: the outcome, and the changes that fit. */
export function formatDiffMarkdown(input: DiffReportInput): string {
  const { findings } = input.difference;
  let text = `## ${OUTCOME_MARKS[getDiffOutcome(input).kind]} ${escapeMarkdown(formatDiffVerdict(input))}\n`;
  for (const line of formatVersionCheck(input)) text += `\n${escapeMarkdown(line)}\n`;
  if (input.traffic !== undefined) text += `\n${escapeMarkdown(formatTrafficSummary(input.traffic))}\n`;
  let left = findings.length;
  for (const [index, finding] of findings.entries()) {
    const title = findings[index - 1]?.level === finding.level ? "" : `\n### ${LEVEL_TITLES[finding.level]}\n`;
    const next = `${title}\n${formatFinding(finding, input)}\n`;
    if (text.length + next.length > MAX_LENGTH) break;
    text += next;
    left -= 1;
  }
  return left === 0 ? text : `${text}\nand ${left} more; \`--format json\` lists all\n`;
}

function formatFinding(finding: DiffFinding, input: DiffReportInput): string {
  const counterexample = formatCounterexample(finding, 200);
  // Compatible changes need no details.
  if (finding.level === "info")
    return `- ${formatInlineCode(finding.code)} ${escapeMarkdown(`${finding.message} (${formatAffectedOperations(finding)})`)}`;
  const acceptance = formatWaiverStatus(input.accepted, finding);
  return [
    `- ${formatInlineCode(finding.code)} ${escapeMarkdown(finding.message)}  `,
    `  ${escapeMarkdown(formatAffectedOperations(finding))}`,
    ...(acceptance === undefined ? [] : [`  ${escapeMarkdown(acceptance)}  `]),
    ...formatFindingTraffic(finding, input.traffic).map((line) => `  **${escapeMarkdown(line)}**  `),
    ...(counterexample === undefined ? [] : [`  ${formatInlineCode(counterexample)}`]),
    "",
    ...[...formatLocation("old", finding.old, input), ...formatLocation("new", finding.new, input)].map(
      (line) => `  ${line}`,
    ),
  ].join("\n");
}

function formatLocation(side: "old" | "new", location: DiffLocation | undefined, input: DiffReportInput): string[] {
  if (location === undefined) return [];
  const lines = formatSpecSnippet(location, input.source[side]);
  return formatCodeBlock("", [`${side} ${formatDiffLocation(location, input[side])}`, ...lines]).split("\n");
}
