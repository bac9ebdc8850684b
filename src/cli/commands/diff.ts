import { DIFF_FORMAT_NAMES } from "../../report/index.js";
import type { DiffCommandOptions } from "../actions/diff.js";
import { collectValues, parseFailOn } from "../options/option-parsers.js";
import { joinWithOr } from "../output/write-reports.js";
import type { AddCommand } from "./command.js";

/** Declares `contract diff`. */
export const addDiffCommand: AddCommand = (program, io, setExitCode) => {
  program
    .command("diff")
    .description("what breaks clients between two descriptions, each break shown by a value that only one accepts")
    .argument("<old>", "a description, YAML or JSON, or one of another commit, such as main:openapi.yaml")
    .argument("<new>", "the one that is to take its place")
    .option(
      "--format <name[:file]>",
      `a report to stdout or to a file: ${joinWithOr(DIFF_FORMAT_NAMES)} (repeatable; default: text)`,
      collectValues,
    )
    .option("--fail-on <level>", "error, warn or never (default: error)", parseFailOn)
    .option("--only <name>", "compare only this operation, tag or path (repeatable)", collectValues)
    .option("--baseline <file>", "breaks that are accepted for now, each for a reason, do not fail the run")
    .option("--quiet", "print only what is wrong")
    .action(async (old: string, next: string, options: DiffCommandOptions) => {
      const { runDiffCommand } = await import("../actions/diff.js");
      setExitCode(runDiffCommand({ old, new: next }, options, io));
    });
};
