import { listWarnings, type Report } from "../check/index.js";
import type { Diagnostic } from "../lint/index.js";
import { createCheckPage, formatTextReport } from "./check-page.js";
import { createDiffReport } from "./diff/formats.js";
import { stringifyPrintable } from "./formatting/text.js";
import { createPageFormats } from "./page-formats.js";
import type { ReportInput } from "./report-input.js";
import type { Tool } from "./tool.js";

/** Formats the JSON report, `schemaVersion` 2. It is sorted and deterministic: the same input gives the same bytes. */
export function formatJsonReport(
  report: Report,
  tool: Tool,
  diagnostics: readonly Diagnostic[] = [],
  { outcome, difference }: Partial<Pick<ReportInput, "outcome" | "difference">> = {},
): string {
  const spec = { ...report.spec, diagnostics };
  // Times differ between runs. JUnit has them.
  const operations = report.coverage.operations.map(({ durationMs: _, ...it }) => it);
  const coverage = { ...report.coverage, operations };
  const diff = difference === undefined ? {} : { diff: createDiffReport(difference) };
  const warnings = listWarnings(report);
  const result = outcome === undefined ? {} : { outcome };
  return `${stringifyPrintable({ schemaVersion: 2, tool, ...result, ...(warnings.length === 0 ? {} : { warnings }), ...report, coverage, spec, ...diff }, 2)}\n`;
}

/** The report formats by their names for `--format`. */
export const REPORT_FORMATS = {
  text: formatTextReport,
  json: (input: ReportInput) => formatJsonReport(input.report, input.tool, input.diagnostics, input),
  ndjson: formatNdjsonReport,
  ...createPageFormats(createCheckPage),
} as const satisfies Readonly<Record<string, (input: ReportInput) => string>>;

export type FormatName = keyof typeof REPORT_FORMATS;

/**
 * Formats the report as lines of JSON: a head, one line per finding in the order of the JSON report, and the outcome. Each line
 * is an object with one property that names its kind; see `line` in report.schema.json.
 */
function formatNdjsonReport({ report, outcome, tool }: ReportInput): string {
  const { spec, summary, findings, notLogged, consumers, unaccepted, excluded, baseline } = report;
  const warnings = listWarnings(report);
  const lines = [
    { head: { schemaVersion: 2, tool, spec, summary } },
    ...findings.map((finding) => ({ finding })),
    {
      outcome: {
        ...outcome,
        ...(warnings.length === 0 ? {} : { warnings }),
        ...(notLogged === undefined ? {} : { notLogged: notLogged }),
        ...(consumers === undefined ? {} : { consumers }),
        ...(unaccepted === undefined ? {} : { unaccepted }),
        ...(excluded === undefined ? {} : { excluded }),
        ...(baseline === undefined ? {} : { baseline }),
      },
    },
  ];
  return lines.map((line) => `${stringifyPrintable(line)}\n`).join("");
}
