// Explanations of codes and diff reports are imported from their own files, so that `check` does not load them.

export { createCheckPage, formatTextReport } from "./check-page.js";
export { CHANGELOG } from "./diff/formats.js";
export { formatJsonReport, REPORT_FORMATS } from "./formats.js";
export { stringifyPrintable } from "./formatting/text.js";
export { renderMarkdown } from "./markdown.js";
export type { ReportPage, Tool } from "./page.js";
export { FORMAT_NAMES, type FormatName } from "./page-formats.js";
export { type ParsedReport, readReport } from "./read-report.js";
export type { ReportInput } from "./report-input.js";
export type { TextOptions } from "./text.js";
