import { readLines } from "../document/index.js";
import type { FailOn, Report, RunOutcome } from "../gate/index.js";
import { type FormatName, REPORT_FORMATS, type Tool } from "../report/index.js";
import { getToolInfo } from "./tool-info.js";

export type FormatReportOptions = {
  /** How many findings the formats for people tell, errors first. */
  readonly maxFindings?: number;
  /** Colours for a terminal, in `text`. */
  readonly colour?: boolean;
  /** What the run was asked to fail on: formats mark what fails it. `error` unless it is said. */
  readonly failOn?: FailOn;
  /** Who tells it; this package unless it is said. */
  readonly tool?: Tool;
};

/** A report as the text of one of the formats of `contract check --format`. */
export function formatReport(
  format: FormatName,
  report: Report,
  outcome: RunOutcome,
  options: FormatReportOptions = {},
): string {
  return REPORT_FORMATS[format]({ tool: getToolInfo(), ...options, report, outcome, problems: [], source: readLines });
}
