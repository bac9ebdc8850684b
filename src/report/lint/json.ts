import { createDiffReport } from "../diff/json.js";
import { stringifyPrintable } from "../formatting/printable-json.js";
import { countAllDiagnostics, type LintReportInput } from "./lint-report-input.js";

/** Formats the lint findings as JSON, `schemaVersion` 1, as lint.schema.json defines. The same input gives the same bytes. */
export function formatLintJson(input: LintReportInput): string {
  const { specs, unchecked, tool, difference } = input;
  const diff = difference === undefined ? {} : { diff: createDiffReport(difference) };
  const report = { schemaVersion: 1, tool, summary: countAllDiagnostics(input), specs, unchecked, ...diff };
  return `${stringifyPrintable(report, 2)}\n`;
}

/** Formats the lint findings as lines of JSON: a head, one line per finding with the path of its spec, and the outcome. */
export function formatLintNdjson(input: LintReportInput): string {
  const { specs, unchecked, tool } = input;
  const lines = [
    { head: { schemaVersion: 1, tool, specs: specs.map(({ diagnostics: _, ...spec }) => spec) } },
    ...specs.flatMap(({ path, diagnostics }) =>
      diagnostics.map((problem) => ({ problem: { spec: path, ...problem } })),
    ),
    { outcome: { summary: countAllDiagnostics(input), unchecked } },
  ];
  return lines.map((line) => `${stringifyPrintable(line)}\n`).join("");
}
