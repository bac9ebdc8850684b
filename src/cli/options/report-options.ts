import type { Command } from "commander";
import { FORMAT_NAMES_TEXT } from "../output/report-outputs.js";
import { collectValues, parseCount, parseDay, parseFailOn } from "./option-parsers.js";

/** The help of `--format`. */
export const FORMAT_HELP = `write a report to stdout or to a file: ${FORMAT_NAMES_TEXT} (repeatable; default: the formats in the configuration file, or text)`;

/** The help of `--coverage-since`, for `check` and `gate`. */
export const COVERAGE_SINCE_HELP =
  "measure coverage of only what changed since an older spec: a file, or a Git revision and a file, such as main:openapi.yaml";

/** Adds the options of every command that writes a report. */
export function addReportOptions(command: Command): Command {
  return command
    .option("--config <file>", "the configuration file (default: contract.config.yaml, if it exists)")
    .option("--format <name[:file]>", FORMAT_HELP, collectValues)
    .option(
      "--fail-on <level>",
      "fail the run for findings of this level or higher: error or warn; never: findings do not fail the run (default: error)",
      parseFailOn,
    )
    .option(
      "--allow-partial",
      "accept exchanges that could be checked only partially (default: they make the run inconclusive)",
    )
    .option("--max-findings <number>", "the maximum number of findings in the text report, errors first", parseCount)
    .option("--quiet", "print only findings");
}

/** Adds the options for accepted findings. */
export function addBaselineOptions(command: Command): Command {
  return command
    .option("--baseline <file>", "the baseline file, with accepted findings that do not fail the run")
    .option(
      "--update-baseline",
      "add all current findings to the baseline file and remove those that no longer occur; needs --reason",
    )
    .option("--reason <text>", "with --update-baseline: why the findings are accepted")
    .option("--ticket <id>", "with --update-baseline: the ticket that tracks the findings")
    .option(
      "--expires <date>",
      "with --update-baseline: the last day on which the findings are accepted, such as 2026-01-31",
      parseDay,
    );
}
