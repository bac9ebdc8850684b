import { listWarnings, type Report } from "../check/index.js";
import type { Diagnostic } from "../lint/index.js";
import { createDiffReport } from "./diff/json.js";
import { stringifyPrintable } from "./formatting/printable-json.js";
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
