import { escapeMarkdown, formatInlineCode } from "../formatting/markdown.js";
import { renderGithub } from "../github.js";
import { renderHtml } from "../html.js";
import { renderJunit } from "../junit.js";
import { renderMarkdown } from "../markdown.js";
import { renderSarif } from "../sarif.js";
import { createDiffPage } from "./diff-page.js";
import type { DiffReportInput } from "./diff-report-input.js";
import {
  formatAffectedOperations,
  formatDiffTitle,
  formatDiffVerdict,
  formatSameVersion,
  formatVersionCheck,
} from "./diff-report-input.js";
import type { DiffFormatName } from "./format-names.js";
import { type ChangeGroup, groupChanges } from "./group-changes.js";
import { formatDiffJson } from "./json.js";
import { formatDiffText } from "./text.js";
import { formatFindingTraffic } from "./traffic.js";
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
  markdown: (input) => renderMarkdown(createDiffPage(input)),
  changelog: formatDiffChangelog,
  html: (input) => renderHtml(createDiffPage(input)),
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
