import { LINT_FORMAT_NAMES } from "../../report/index.js";
import type { LintCommandOptions } from "../actions/lint.js";
import { collectValues, parseCount, parseFailOn } from "../options/option-parsers.js";
import { joinWithOr } from "../output/report-outputs.js";
import type { AddCommand } from "./command.js";

/** Declares `contract lint`. */
export const addLintCommand: AddCommand = (program, io, setExitCode) => {
  program
    .command("lint")
    .description("check specs themselves: structure, references, examples; needs no traffic")
    .argument("[spec...]", "OpenAPI documents, YAML or JSON (default: the spec of the configuration)")
    .option("--config <file>", "the configuration file (default: contract.config.yaml, if it exists)")
    .option(
      "--format <name[:file]>",
      `write a report to stdout or to a file: ${joinWithOr(LINT_FORMAT_NAMES)} (repeatable; default: text)`,
      collectValues,
    )
    .option(
      "--fail-on <level>",
      "fail the run for findings of this level or higher: error or warn; never: findings do not fail the run (default: error)",
      parseFailOn,
    )
    .option("--no-examples", "do not check examples and defaults against their schemas")
    .option("--max-findings <number>", "the maximum number of findings in the text report, errors first", parseCount)
    .option("--quiet", "print only findings")
    .action(async (specs: string[], options: LintCommandOptions) => {
      const { runLintCommand } = await import("../actions/lint.js");
      setExitCode(runLintCommand(specs, options, io));
    });
};
