import { formatGithubReport } from "./github-report.js";
import { formatHtmlReport } from "./html/html-report.js";
import { formatJsonReport } from "./json-report.js";
import { formatJunitReport } from "./junit-report.js";
import { formatMarkdownReport } from "./markdown/markdown-report.js";
import { formatNdjsonReport } from "./ndjson-report.js";
import type { ReportInput } from "./report-input.js";
import { formatSarifReport } from "./sarif/sarif-report.js";
import { formatTextReport } from "./text/text-report.js";

/** The report formats by their names for `--format`. */
export const REPORT_FORMATS = {
  text: formatTextReport,
  json: (input: ReportInput) => formatJsonReport(input.report, input.tool, input.diagnostics, input),
  ndjson: formatNdjsonReport,
  junit: formatJunitReport,
  sarif: formatSarifReport,
  github: formatGithubReport,
  markdown: (input: ReportInput) => formatMarkdownReport(input),
  html: formatHtmlReport,
} as const satisfies Readonly<Record<string, (input: ReportInput) => string>>;

export type FormatName = keyof typeof REPORT_FORMATS;
