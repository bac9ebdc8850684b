import type { Command } from "commander";
import { check } from "./check.js";
import type { CheckOptions } from "./check-settings.js";
import type { ExitCode, Io } from "./io.js";
import { addBaselineOptions, addReportOptions, collect } from "./report-options.js";

/** The commands that judge what was recorded, and put such judgements together. */
export function addCheckCommands(program: Command, io: Io, done: (code: ExitCode) => void): void {
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
      collect,
    )
    .option("--verdicts <file>", "write a line of JSON for each exchange; - is stdout, where the report goes to a file")
    .option("--strict-spec", "fail when the description itself has errors or warnings; looks at its examples too")
    .option("--coverage", "count what the traffic shows, down to properties, listed values and branches")
    .option("--coverage-since <spec>", SINCE)
    .option("--only <name>", "judge only this operation, tag or path (repeatable)", collect)
    .option("--shard <i/n>", "judge only part i of n; contract merge puts the reports together");
  addBaselineOptions(addReportOptions(judge))
    .addHelpText("after", recordings)
    .action(async (traffic: string[], options: CheckOptions) => done(await check(traffic, options, io)));

  const together = program
    .command("merge")
    .description("put JSON reports together: of the shards of one run, or of several runs")
    .argument("<reports...>", "files that --format json has written");
  addBaselineOptions(addReportOptions(together)).action(async (reports: string[], options: CheckOptions) => {
    const { merge } = await import("./merge.js");
    done(merge(reports, options, io));
  });

  const all = program
    .command("gate")
    .description(
      "judge everything that the configuration names: description, generated files, recordings, living services",
    )
    .option("--spec <file>", "the description, YAML or JSON (default: the configuration's)")
    .option("--coverage", "count what the traffic shows, down to properties, listed values and branches")
    .option("--coverage-since <spec>", SINCE);
  addBaselineOptions(addReportOptions(all)).action(async (options: CheckOptions) => {
    const { gate } = await import("./gate.js");
    done(await gate(options, io));
  });
}

const SINCE = "count it of what has changed since an older description, such as main:openapi.yaml";

const recordings = `
Recordings, plain or gzip, are told apart by their content: HAR, NDJSON
exchanges, WireMock mappings, nock recordings, VCR cassettes, Postman
collections with saved answers, and logs in JSON of Kong, nginx, Apache, Envoy,
Caddy and Amazon API Gateway. A folder stands for its *.har, *.ndjson and
*.jsonl, and for folders of WireMock mappings; other files are named, or given
as a glob.`;
