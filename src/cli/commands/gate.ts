import { addBaselineOptions, addReportOptions, COVERAGE_SINCE_HELP } from "../options/report-options.js";
import type { CheckCommandOptions } from "../settings/run-settings.js";
import type { AddCommand } from "./command.js";

/** Declares `contract gate`. */
export const addGateCommand: AddCommand = (program, io, setExitCode) => {
  const command = program
    .command("gate")
    .description(
      "judge everything that the configuration names: description, generated files, recordings, living services",
    )
    .option("--spec <file>", "the description, YAML or JSON (default: the configuration's)")
    .option("--coverage", "count what the traffic shows, down to properties, listed values and branches")
    .option("--coverage-since <spec>", COVERAGE_SINCE_HELP);
  addBaselineOptions(addReportOptions(command)).action(async (options: CheckCommandOptions) => {
    const { runGateCommand } = await import("../actions/gate.js");
    setExitCode(await runGateCommand(options, io));
  });
};
