import { linesOf } from "../document/index.js";
import type { FailOn, Outcome, Report } from "../gate/index.js";
import { FORMATS, type FormatName, type Tool } from "../report/index.js";
import { ownTool } from "./own-tool.js";

export type ReportOptions = {
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
export function reportAs(format: FormatName, report: Report, outcome: Outcome, options: ReportOptions = {}): string {
  return FORMATS[format]({ tool: ownTool(), ...options, report, outcome, problems: [], source: linesOf });
}
