import { escapeMarkdown, formatInlineCode } from "../formatting/markdown.js";
import type { ReportPage } from "../page.js";
import { createPageFormats } from "../page-formats.js";
import { renderText } from "../text.js";
import type { DiffReportInput } from "./diff-page.js";
import { createDiffPage } from "./diff-page.js";
import type { DiffFormatName } from "./format-names.js";
import { formatDiffJson } from "./json.js";

export {
  type ComparedSpec,
  type DiffFailOn,
  type DiffReportInput,
  failsDiff,
} from "./diff-page.js";
export type { WeighedTraffic } from "./traffic.js";

/** The diff report formats by their names for `--format`. */
export const DIFF_FORMATS: Readonly<Record<DiffFormatName, (input: DiffReportInput) => string>> = {
  text: formatDiffText,
  json: formatDiffJson,
  changelog: (input) => renderChangelog(createDiffPage(input)),
  ...createPageFormats(createDiffPage),
};

export const DIFF_REPORTS = { formats: DIFF_FORMATS, createPage: createDiffPage };

function formatDiffText({ colour, width, quiet = false, ...input }: DiffReportInput): string {
  const page = createDiffPage({ ...input, colour });
  const issues = page.issues.filter(({ level }) => !quiet || level !== "info");
  return renderText({ ...page, issues }, { colour, width });
}

/** Formats a changelog in Markdown, for people: every change, below its operation. */
function renderChangelog({ name, verdict, statements, hints, subjects, issues }: ReportPage): string {
  const sections = subjects.map(({ id, title }) => {
    const lines = issues.filter((it) => it.subjects.includes(id)).map(formatChange);
    return lines.length === 0 ? [] : [`## ${escapeMarkdown(title)}`, lines.join("\n")];
  });
  const head = [`# ${escapeMarkdown(name)}`, ...[verdict, ...statements, ...hints].map(escapeMarkdown)];
  return [...head, ...sections.flat(), ""].join("\n\n");
}

function formatChange({ level, message, code, note, details }: ReportPage["issues"][number]): string {
  const mark = { error: "**Breaking:** ", warn: "May break: ", info: "" }[level];
  return `- ${mark}${escapeMarkdown(message)} (${formatInlineCode(code)})  \n  ${escapeMarkdown([note, ...details].join("; "))}`;
}
