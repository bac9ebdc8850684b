import { escapeMarkdown, formatInlineCode } from "../formatting/markdown.js";
import { stringifyPrintable } from "../formatting/text.js";
import { formatVerdict, type ReportPage } from "../page.js";
import { createPageFormats, type FormatName } from "../page-formats.js";
import { renderText } from "../text.js";
import { countByLevel, createDiffPage, type DiffReportInput, findWaiver } from "./diff-page.js";

export {
  type ComparedSpec,
  type DiffFailOn,
  type DiffReportInput,
  failsDiff,
  type WeighedTraffic,
} from "./diff-page.js";

/** The name of the format that only comparisons have. */
export const CHANGELOG = "changelog";

/** The diff report formats by their names for `--format`. */
export const DIFF_FORMATS: Readonly<Record<FormatName | typeof CHANGELOG, (input: DiffReportInput) => string>> = {
  text: formatDiffText,
  json: formatDiffJson,
  ndjson: formatDiffNdjson,
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
function renderChangelog(page: ReportPage): string {
  const { name, statements, subjects, issues } = page;
  const sections = subjects.map(({ id, title }) => {
    const lines = issues.filter((it) => it.subjects.includes(id)).map(formatChange);
    return lines.length === 0 ? [] : [`## ${escapeMarkdown(title)}`, lines.join("\n")];
  });
  const head = [`# ${escapeMarkdown(name)}`, ...[formatVerdict(page), ...statements].map(escapeMarkdown)];
  return [...head, ...sections.flat(), ""].join("\n\n");
}

function formatChange({ level, message, code, note, details }: ReportPage["issues"][number]): string {
  const mark = { error: "**Breaking:** ", warn: "May break: ", info: "" }[level];
  return `- ${mark}${escapeMarkdown(message)} (${formatInlineCode(code)})  \n  ${escapeMarkdown([note, ...details].join("; "))}`;
}

/** Formats the changes as JSON, `schemaVersion` 1. The JSON Schema is diff.schema.json. */
export function formatDiffJson(input: DiffReportInput): string {
  return `${JSON.stringify(createDiffReport(input), null, 2)}\n`;
}

/** Formats the changes as lines of JSON: a head, one line per change, and the outcome. */
function formatDiffNdjson(input: DiffReportInput): string {
  const { findings, bump, summary, ...head } = createDiffReport(input);
  const lines = [{ head }, ...findings.map((finding) => ({ finding })), { outcome: { bump, summary } }];
  return lines.map((line) => `${stringifyPrintable(line)}\n`).join("");
}

/** Creates the report that {@link formatDiffJson} writes. Reports of other commands hold it in `diff`. */
export function createDiffReport(input: DiffReportInput) {
  const { difference, old, new: next, tool, accepted, traffic, version } = input;
  const { bump, operations } = difference;
  const findings = difference.findings.map((finding) => {
    const { reason, ticket, expires } = findWaiver(accepted, finding) ?? {};
    const weight = traffic?.findings.get(finding.fingerprint);
    return {
      ...finding,
      ...(reason === undefined ? {} : { accepted: { reason, ticket, expires } }),
      ...(weight === undefined ? {} : { traffic: weight }),
    };
  });
  const { notCompared } = difference;
  const { findings: _weights, ...totals } = traffic ?? {};
  const summary = {
    ...countByLevel(difference),
    operations,
    ...(notCompared.length === 0 ? {} : { notCompared }),
    ...(traffic === undefined ? {} : { traffic: totals }),
    ...(version === undefined ? {} : { version }),
  };
  return { schemaVersion: 1, tool, old, new: next, bump, summary, findings };
}
