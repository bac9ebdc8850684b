import { computeOutcome, type Report, type RunOutcome } from "../../gate/index.js";
import type { ReportInput } from "../../report/index.js";
import type { ExitCode } from "../process/io.js";
import type { RunSettings } from "../settings/run-settings.js";
import type { BaselineApplier } from "./baseline-file.js";
import { type WriteReportsOptions, writeReports } from "./write-reports.js";

export type FinishedRun = {
  readonly report: Report;
  readonly diagnostics: ReportInput["diagnostics"];
  readonly settings: RunSettings;
  readonly applyBaseline: BaselineApplier;
  /** A shard may be empty without making the run inconclusive. */
  readonly isShard?: boolean;
};

/** Ends a command that checks traffic: applies the baseline, writes the reports and returns the exit code. */
export function finishRun(run: FinishedRun, options: WriteReportsOptions): ExitCode {
  const { diagnostics, settings, applyBaseline, isShard = false } = run;
  const { failOn, allowPartial, maxFindings } = settings;
  const getOutcome = (report: Report): RunOutcome => computeOutcome(report, { failOn, allowPartial, isShard });
  const report = applyBaseline(run.report, { command: options.command, getOutcome });
  const limit = maxFindings === undefined ? {} : { maxFindings };
  return writeReports({ report, outcome: getOutcome(report), diagnostics, failOn, ...limit }, options);
}
