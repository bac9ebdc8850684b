import type { Command } from "commander";
import { FORMAT_NAMES_TEXT } from "../output/write-reports.js";
import { collectValues, parseCount, parseDay, parseFailOn } from "./option-parsers.js";

/** What `--format` takes. */
export const FORMAT_HELP = `a report to stdout or to a file: ${FORMAT_NAMES_TEXT} (repeatable; default: the configuration's, or text)`;

/** Of an option that `check` and `gate` have. */
export const COVERAGE_SINCE_HELP = "count it of what has changed since an older description, such as main:openapi.yaml";

/** The options of every command that ends in a report. */
export function addReportOptions(command: Command): Command {
  return command
    .option("--config <file>", "a configuration (default: contract.config.yaml, where there is one)")
    .option("--format <name[:file]>", FORMAT_HELP, collectValues)
    .option("--fail-on <level>", "error, warn or never (default: error)", parseFailOn)
    .option("--allow-partial", "do not fail when something could be judged only in part")
    .option("--max-findings <number>", "how many findings the text report tells, errors first", parseCount)
    .option("--quiet", "print only what is wrong");
}

/** The options about findings that are accepted for now. */
export function addBaselineOptions(command: Command): Command {
  return command
    .option("--baseline <file>", "findings that are accepted for now do not count")
    .option("--update-baseline", "accept what is found now, and take out what is fixed; needs --reason")
    .option("--reason <text>", "why it is accepted")
    .option("--ticket <id>", "where that is followed up")
    .option("--expires <date>", "the last day on which it is accepted, such as 2026-01-31", parseDay);
}
