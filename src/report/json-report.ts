import type { Report, RunOutcome } from "../gate/index.js";
import type { Diagnostic } from "../lint/index.js";
import { stringifyPrintable } from "./formatting/printable-json.js";
import type { Tool } from "./report-input.js";

/** Formats the JSON report, `schemaVersion` 2. It is sorted and deterministic: the same input gives the same bytes. */
export function formatJsonReport(
  report: Report,
  tool: Tool,
  diagnostics: readonly Diagnostic[] = [],
  outcome?: RunOutcome,
): string {
  const spec = { ...report.spec, diagnostics };
  return `${stringifyPrintable({ schemaVersion: 2, tool, ...(outcome === undefined ? {} : { outcome }), ...report, spec }, 2)}\n`;
}
