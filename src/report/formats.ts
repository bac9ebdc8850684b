import { combineOutcomes, getCause, isGap, listWarnings, type Report, type RunOutcome } from "../check/index.js";
import { createCheckPage } from "./check-page.js";
import { getDiffOutcome } from "./diff/diff-page.js";
import { createDiffReport } from "./diff/formats.js";
import { stringifyPrintable } from "./formatting/text.js";
import { groupCauses } from "./page.js";
import { createPageFormats, type FormatName, formatLines } from "./page-formats.js";
import type { ReportInput } from "./report-input.js";
import { failsRun } from "./summary.js";

/** Formats the JSON report, `schemaVersion` 2. It is sorted and deterministic: the same input gives the same bytes. */
export function formatJsonReport(input: Pick<ReportInput, "report" | "tool"> & Partial<ReportInput>): string {
  const { report, tool, diagnostics = [], outcome, difference, failOn } = input;
  const spec = { ...report.spec, diagnostics };
  // Times differ between runs. JUnit has them.
  const operations = report.coverage.operations.map(({ durationMs: _, ...it }) => it);
  const coverage = { ...report.coverage, operations };
  const diff = difference && createDiffReport(difference);
  const result = outcome && addDiffOutcome(outcome, difference);
  return `${stringifyPrintable({ schemaVersion: 2, tool, outcome: result, ...selectWarnings(report), ...report, ...listCauses(report, failOn), coverage, spec, diff }, 2)}\n`;
}

function selectWarnings(report: Report) {
  const warnings = listWarnings(report);
  return warnings.length === 0 ? {} : { warnings };
}

/** Lists the causes of findings in the order of the text report, each with the fingerprints of its findings. */
function listCauses({ findings }: Report, failOn: ReportInput["failOn"]) {
  const ranked = findings.map((it) => {
    return { ...it, cause: getCause(it), fails: failsRun(it, failOn), isGap: isGap(it), weight: it.exchanges };
  });
  const causes = groupCauses(ranked).map((group) => {
    const [{ code, level }] = group;
    return { code, level, findings: group.map(({ fingerprint }) => fingerprint) };
  });
  return causes.length === 0 ? {} : { causes };
}

/** The outcome of the whole run, of which the comparison with an older spec is a part. */
function addDiffOutcome(outcome: RunOutcome, difference: ReportInput["difference"]): RunOutcome {
  return difference === undefined ? outcome : combineOutcomes(outcome, getDiffOutcome(difference));
}

/** The report formats by their names for `--format`. */
export const REPORT_FORMATS = {
  json: formatJsonReport,
  ndjson: formatNdjsonReport,
  ...createPageFormats(createCheckPage),
} as const satisfies Readonly<Record<FormatName, (input: ReportInput) => string>>;

/** Formats the report as lines of JSON, with the findings in the order of the JSON report; see `line` in report.schema.json. */
function formatNdjsonReport({ report, outcome, difference, tool, failOn }: ReportInput): string {
  const { spec, summary, findings, notLogged, consumers, unaccepted, excluded, baseline } = report;
  return formatLines(
    { schemaVersion: 2, tool, spec, summary },
    findings.map((finding) => ({ finding })),
    {
      ...addDiffOutcome(outcome, difference),
      ...selectWarnings(report),
      ...{ notLogged, consumers, unaccepted, excluded, baseline },
      ...listCauses(report, failOn),
    },
  );
}
