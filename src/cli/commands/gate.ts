import { addBaselineOptions, addReportOptions, COVERAGE_SINCE_HELP } from "../options/report-options.js";
import type { CheckCommandOptions } from "../settings/run-settings.js";
import type { AddCommand } from "./command.js";

/** Declares `contract gate`. */
export const addGateCommand: AddCommand = (program, io, setExitCode) => {
  const command = program
    .command("gate")
    .description("check everything in the configuration: spec, generated files, recordings, running services")
    .option("--spec <file>", "the OpenAPI document, YAML or JSON (default: the one in the configuration)")
    .option("--coverage", "measure coverage of the spec, down to properties, enum values and schema branches")
    .option("--coverage-since <spec>", COVERAGE_SINCE_HELP);
  addBaselineOptions(addReportOptions(command)).action(async (options: CheckCommandOptions) => {
    const { runGateCommand } = await import("../actions/gate.js");
    setExitCode(await runGateCommand(options, io));
  });
};
