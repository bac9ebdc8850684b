// Explanations of codes and diff reports are imported from their own files, so that `check` does not load them.

export { createCheckPage, formatTextReport } from "./check-page.js";
export { DIFF_FORMAT_NAMES } from "./diff/format-names.js";
export { type FormatName, formatJsonReport, REPORT_FORMATS } from "./formats.js";
export { stringifyPrintable } from "./formatting/text.js";
export { LINT_FORMAT_NAMES } from "./lint/format-names.js";
export { renderMarkdown } from "./markdown.js";
export type { ReportPage } from "./page.js";
export { type ParsedReport, readReport } from "./read-report.js";
export type { ReportInput } from "./report-input.js";
export { formatDiagnostics } from "./text.js";
export type { Tool } from "./tool.js";
