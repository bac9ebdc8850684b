import type { DiffFinding, DiffLevel, DiffLocation } from "../../diff/index.js";
import { formatSpecSnippet } from "../findings/spec-snippet.js";
import { escapeMarkdown, formatCodeBlock, formatInlineCode, OUTCOME_MARKS } from "../formatting/markdown.js";
import { renderGithub } from "../github.js";
import { renderJunit } from "../junit.js";
import { renderSarif } from "../sarif.js";
import { createDiffPage } from "./diff-page.js";
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
} from "./diff-report-input.js";
import type { DiffFormatName } from "./format-names.js";
import { type ChangeGroup, groupChanges } from "./group-changes.js";
import { formatDiffHtml } from "./html.js";
import { formatDiffJson } from "./json.js";
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
  github: (input) => renderGithub(createDiffPage(input)),
  markdown: formatDiffMarkdown,
  changelog: formatDiffChangelog,
  html: formatDiffHtml,
  junit: (input) => renderJunit(createDiffPage(input)),
  sarif: (input) => renderSarif(createDiffPage(input)),
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
