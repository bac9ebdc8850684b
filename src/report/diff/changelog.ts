import { escapeMarkdown, formatInlineCode } from "../formatting/markdown.js";
import {
  type DiffReportInput,
  formatAffectedOperations,
  formatDiffTitle,
  formatDiffVerdict,
  formatSameVersion,
  formatVersionCheck,
} from "./diff-report-input.js";
import { type ChangeGroup, groupChanges } from "./group-changes.js";
import { formatFindingTraffic } from "./traffic.js";
import { formatWaiverStatus } from "./waivers.js";

/** Formats a changelog in Markdown, for people: every change, below its operation. */
export function formatDiffChangelog(input: DiffReportInput): string {
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
