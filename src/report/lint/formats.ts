import { createDiffReport } from "../diff/formats.js";
import { stringifyPrintable } from "../formatting/text.js";
import { createPageFormats, type FormatName, formatLines } from "../page-formats.js";
import { listGeneratedFaults } from "../summary.js";
import { countAllDiagnostics, createLintPage, type LintReportInput } from "./lint-page.js";

export type { LintedSpec, UncheckedSpec } from "./lint-page.js";

/** The lint report formats by their names for `--format`. */
export const LINT_FORMATS: Readonly<Record<FormatName, (input: LintReportInput) => string>> = {
  json: formatLintJson,
  ndjson: formatLintNdjson,
  ...createPageFormats(createLintPage),
};

export const LINT_REPORTS = { formats: LINT_FORMATS, createPage: createLintPage };

/** Formats the lint findings as JSON, `schemaVersion` 1, as lint.schema.json defines. The same input gives the same bytes. */
function formatLintJson(input: LintReportInput): string {
  const { specs, unchecked, tool, difference } = input;
  const diff = difference && createDiffReport(difference);
  const faults = selectGeneratedFaults(input);
  const { outcome } = createLintPage(input);
  const summary = countAllDiagnostics(input);
  const report = { schemaVersion: 1, tool, outcome, summary, specs, unchecked, ...faults, diff };
  return `${stringifyPrintable(report, 2)}\n`;
}

function selectGeneratedFaults({ generated = {} }: LintReportInput) {
  return listGeneratedFaults(generated).length === 0 ? {} : { generated };
}

/** Formats the lint findings as lines of JSON, each with the path of its spec. */
function formatLintNdjson(input: LintReportInput): string {
  const { specs, unchecked, tool } = input;
  return formatLines(
    { schemaVersion: 1, tool, specs: specs.map(({ diagnostics: _, ...spec }) => spec) },
    specs.flatMap(({ path, diagnostics }) => diagnostics.map((it) => ({ problem: { spec: path, ...it } }))),
    {
      ...createLintPage(input).outcome,
      ...{ summary: countAllDiagnostics(input), unchecked, ...selectGeneratedFaults(input) },
    },
  );
}
