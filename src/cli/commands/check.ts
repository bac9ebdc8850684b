import type { Command } from "commander";
import { runCheckCommand } from "../actions/check.js";
import { addBaselineOptions, addReportOptions, collectValues } from "../options/report-options.js";
import type { ExitCode, Io } from "../process/io.js";
import type { CheckCommandOptions } from "../settings/run-settings.js";

/** The commands that judge what was recorded, and put such judgements together. */
export function addCheckCommand(program: Command, io: Io, done: (code: ExitCode) => void): void {
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
      done(await runCheckCommand(traffic, options, io)),
    );

  const together = program
    .command("merge")
    .description("put JSON reports together: of the shards of one run, or of several runs")
    .argument("<reports...>", "files that --format json has written");
  addBaselineOptions(addReportOptions(together)).action(async (reports: string[], options: CheckCommandOptions) => {
    const { runMergeCommand } = await import("../actions/merge.js");
    done(runMergeCommand(reports, options, io));
  });

  const all = program
    .command("gate")
    .description(
      "judge everything that the configuration names: description, generated files, recordings, living services",
    )
    .option("--spec <file>", "the description, YAML or JSON (default: the configuration's)")
    .option("--coverage", "count what the traffic shows, down to properties, listed values and branches")
    .option("--coverage-since <spec>", COVERAGE_SINCE_HELP);
  addBaselineOptions(addReportOptions(all)).action(async (options: CheckCommandOptions) => {
    const { runGateCommand } = await import("../actions/gate.js");
    done(await runGateCommand(options, io));
  });
}

const COVERAGE_SINCE_HELP = "count it of what has changed since an older description, such as main:openapi.yaml";

const RECORDINGS_HELP = `
Recordings, plain or gzip, are told apart by their content: HAR, NDJSON
exchanges, WireMock mappings, nock recordings, VCR cassettes, Postman
collections with saved answers, and logs in JSON of Kong, nginx, Apache, Envoy,
Caddy and Amazon API Gateway. A folder stands for its *.har, *.ndjson and
*.jsonl, and for folders of WireMock mappings; other files are named, or given
as a glob.`;
