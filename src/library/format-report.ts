import type { FailOn, Report, RunOutcome } from "../check/index.js";
import { createSourceReader } from "../document/index.js";
import { type FormatName, REPORT_FORMATS, type Tool } from "../report/index.js";
import { getToolInfo } from "./tool-info.js";

export type FormatReportOptions = {
  /** Whether `text` uses terminal colours. */
  readonly colour?: boolean;
  /** The lowest level that fails the run, which some formats mark. The default is `error`. */
  readonly failOn?: FailOn;
  /** The tool that the report names; the default is this package. */
  readonly tool?: Tool;
};

/** Formats a report in one of the formats of `contract check --format`. */
export function formatReport(
  format: FormatName,
  report: Report,
  outcome: RunOutcome,
  options: FormatReportOptions = {},
): string {
  return REPORT_FORMATS[format]({
    tool: getToolInfo(),
    ...options,
    report,
    outcome,
    diagnostics: [],
    source: createSourceReader(),
  });
}
