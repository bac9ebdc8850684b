import { runCheckCommand } from "../actions/check.js";
import { collectValues } from "../options/option-parsers.js";
import { addBaselineOptions, addReportOptions, COVERAGE_SINCE_HELP } from "../options/report-options.js";
import type { CheckCommandOptions } from "../settings/run-settings.js";
import type { AddCommand } from "./command.js";

/** Declares `contract check`. */
export const addCheckCommand: AddCommand = (program, io, setExitCode) => {
  const judge = program
    .command("check")
    .description("judge recorded traffic")
    .argument(
      "[traffic...]",
      "recordings, folders, globs, or - for standard input (default: what the configuration names)",
    )
    .option("--spec <file>", "the description, YAML or JSON (default: this package's own contract)")
    .option(
      "--server <url>",
      "a base URL that stands in for the description's servers, or variable=URL (repeatable)",
      collectValues,
    )
    .option("--verdicts <file>", "write a line of JSON for each exchange; - is stdout, where the report goes to a file")
    .option("--strict-spec", "fail when the description itself has errors or warnings; looks at its examples too")
    .option("--coverage", "count what the traffic shows, down to properties, listed values and branches")
    .option("--coverage-since <spec>", COVERAGE_SINCE_HELP)
    .option("--only <name>", "judge only this operation, tag or path (repeatable)", collectValues)
    .option("--shard <i/n>", "judge only part i of n; contract merge puts the reports together");
  addBaselineOptions(addReportOptions(judge))
    .addHelpText("after", RECORDINGS_HELP)
    .action(async (traffic: string[], options: CheckCommandOptions) =>
      setExitCode(await runCheckCommand(traffic, options, io)),
    );
};

const RECORDINGS_HELP = `
Recordings, plain or gzip, are told apart by their content: HAR, NDJSON
exchanges, WireMock mappings, nock recordings, VCR cassettes, Postman
collections with saved answers, and logs in JSON of Kong, nginx, Apache, Envoy,
Caddy and Amazon API Gateway. A folder stands for its *.har, *.ndjson and
*.jsonl, and for folders of WireMock mappings; other files are named, or given
as a glob.`;
