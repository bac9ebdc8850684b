import type { Command } from "commander";
import { FORMAT_NAMES_TEXT } from "../output/report-outputs.js";
import { collectValues, parseCount, parseDay, parseFailOn } from "./option-parsers.js";

/** The help of `--format`. */
export const FORMAT_HELP = `write a report to stdout or to a file: ${FORMAT_NAMES_TEXT} (repeatable; default: the configuration's, or text)`;

/** The help of `--coverage-since`, for `check` and `gate`. */
export const COVERAGE_SINCE_HELP = "measure coverage of the changes since an older spec, such as main:openapi.yaml";

/** Adds the options of every command that writes a report. */
export function addReportOptions(command: Command): Command {
  return command
    .option("--config <file>", "the configuration (default: contract.config.yaml, if it exists)")
    .option("--format <name[:file]>", FORMAT_HELP, collectValues)
    .option(
      "--fail-on <level>",
      "the lowest level that fails the run: error, warn or never (default: error)",
      parseFailOn,
    )
    .option("--allow-partial", "do not fail if something could be checked only partially")
    .option("--max-findings <number>", "the maximum number of findings in the text report, errors first", parseCount)
    .option("--quiet", "print only findings");
}

/** Adds the options for accepted findings. */
export function addBaselineOptions(command: Command): Command {
  return command
    .option("--baseline <file>", "the file of accepted findings, which do not fail the run")
    .option("--update-baseline", "accept all current findings and remove the fixed ones; needs --reason")
    .option("--reason <text>", "why the findings are accepted")
    .option("--ticket <id>", "the ticket that tracks them")
    .option("--expires <date>", "the last day on which they are accepted, such as 2026-01-31", parseDay);
}
