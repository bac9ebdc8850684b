import { runCheckCommand } from "../actions/check.js";
import { runCheckPartCommand } from "../actions/check-part.js";
import { PART_COMMAND } from "../check/check-in-workers.js";
import { addSpecOptions } from "../options/check-options.js";
import { parseCount } from "../options/option-parsers.js";
import { addBaselineOptions, addReportOptions } from "../options/report-options.js";
import type { CheckCommandOptions } from "../settings/run-settings.js";
import type { AddCommand } from "./command.js";

/** Declares `contract check`. */
export const addCheckCommand: AddCommand = (program, io, setExitCode) => {
  const command = program
    .command("check")
    .description("check recorded traffic against the spec")
    .argument(
      "[traffic...]",
      'recordings, directories, globs, or - for standard input (default: "traffic" in the configuration)',
    );
  addSpecOptions(command)
    .option(
      "--verdicts <file>",
      "write the verdict on each exchange as a line of JSON; use - for stdout, which requires that the report goes to a file",
    )
    .option("--strict-spec", "fail if the spec itself has errors or warnings; also check its examples")
    .option("--shard <i/n>", "check only part i of n; contract merge combines the reports")
    .option(
      "--workers <number>",
      "the number of processes (default: 1; for several files with 128 MB or more in total, one per core, at most 4)",
      parseCount,
    )
    .option(
      "--no-fast",
      "parse every body, even if a check of its bytes has already passed; slower, with the same report",
    );
  addBaselineOptions(addReportOptions(command))
    .addHelpText("after", RECORDINGS_HELP)
    .action(async (traffic: string[], options: CheckCommandOptions) =>
      setExitCode(await runCheckCommand(traffic, options, io)),
    );
  program.command(PART_COMMAND, { hidden: true }).action(() => runCheckPartCommand(io));
};

const RECORDINGS_HELP = `
The format is detected from the content, which can be compressed with gzip.
Formats are HAR, NDJSON exchanges, WireMock mappings, nock recordings, VCR
cassettes and Postman collections with saved responses. JSON logs from Kong,
nginx, Apache, Envoy, Caddy and Amazon API Gateway are read too.

In a directory, *.har, *.ndjson and *.jsonl files and WireMock mappings are
read. Pass other files by name or glob.`;
