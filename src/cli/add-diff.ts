import type { Command } from "commander";
import { DIFF_FORMAT_NAMES } from "../report/index.js";
import type { DiffCommand } from "./diff.js";
import type { ExitCode, Io } from "./io.js";
import { collect, parseFailOn } from "./report-options.js";
import { oneOf } from "./tell.js";

/** Declares `contract diff`; what it does is loaded when it is called. */
export function addDiff(program: Command, io: Io, done: (code: ExitCode) => void): void {
  program
    .command("diff")
    .description("what breaks clients between two descriptions, each break shown by a value that only one accepts")
    .argument("<old>", "a description, YAML or JSON, or one of another commit, such as main:openapi.yaml")
    .argument("<new>", "the one that is to take its place")
    .option(
      "--format <name[:file]>",
      `a report to stdout or to a file: ${oneOf(DIFF_FORMAT_NAMES)} (repeatable; default: text)`,
      collect,
    )
    .option("--fail-on <level>", "error, warn or never (default: error)", parseFailOn)
    .option("--only <name>", "compare only this operation, tag or path (repeatable)", collect)
    .option("--baseline <file>", "breaks that are accepted for now, each for a reason, do not fail the run")
    .option("--quiet", "print only what is wrong")
    .action(async (old: string, next: string, options: DiffCommand) => {
      const { diff } = await import("./diff.js");
      done(diff({ old, new: next }, options, io));
    });
}
