import { addBaselineOptions, addReportOptions } from "../options/report-options.js";
import type { CheckCommandOptions } from "../settings/run-settings.js";
import type { AddCommand } from "./command.js";

/** Declares `contract merge`. */
export const addMergeCommand: AddCommand = (program, io, setExitCode) => {
  const command = program
    .command("merge")
    .description("combine JSON reports: the shards of one run, or several runs")
    .argument("<reports...>", "files written by --format json");
  addBaselineOptions(addReportOptions(command)).action(async (reports: string[], options: CheckCommandOptions) => {
    const { runMergeCommand } = await import("../actions/merge.js");
    setExitCode(runMergeCommand(reports, options, io));
  });
};
