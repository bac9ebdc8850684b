import { collectValues, parseCount, parsePositiveNumber, parseSeed } from "../options/option-parsers.js";
import { addBaselineOptions, addReportOptions } from "../options/report-options.js";
import type { ProbeCommandOptions } from "../probe/probe-settings.js";
import type { AddCommand } from "./command.js";

/** Declares `contract probe`. */
export const addProbeCommand: AddCommand = (program, io, setExitCode) => {
  const command = program
    .command("probe")
    .description("send generated requests to a running service and check every response")
    .argument("<base-url>", "the base URL of the service")
    .option("--spec <file>", "the OpenAPI document, YAML or JSON (default: the built-in spec)")
    .option("--server <variable=url>", "the base URL of a server variable (repeatable)", collectValues)
    .option("--token <token>", "the access token (default: the environment variable CONTRACT_TOKEN)")
    .option(
      "--auth <how>",
      "bearer:T, basic:U:P, header:NAME=VALUE, query:NAME=VALUE, or command:COMMAND that prints a token; a second one is of another tenant, who must not access what belongs to the first",
      collectValues,
    )
    .option("--hooks <file>", "a module with functions for credentials, requests and checks")
    .option("--arazzo <file>", "an Arazzo document whose workflows run as scenarios")
    .option(
      "--param <name=value>",
      "a value that exists in the service, such as customerId=… (repeatable)",
      collectValues,
    )
    .option("--only <name>", "probe only this operation, tag, method or path (repeatable)", collectValues)
    .option("--exclude <name>", "leave out this operation, tag, method or path (repeatable)", collectValues)
    .option("--include <name>", "keep this one in spite of --exclude, or although it looks destructive", collectValues)
    .option(
      "--phase <names>",
      "examples, boundaries, negatives, random, stateful; comma-separated (repeatable; default: all)",
      collectValues,
    )
    .option("--safe", "send only GET, HEAD and OPTIONS")
    .option("--max-requests <number>", "the maximum number of requests", parseCount, 10_000)
    .option("--max-time <seconds>", "the maximum duration of the run", parsePositiveNumber, 600)
    .option("--rate <number>", "the maximum number of requests per second", parsePositiveNumber)
    .option("--workers <number>", "the number of cases that run at the same time", parseCount, 4)
    .option("--timeout <seconds>", "the maximum time for one response", parsePositiveNumber, 10)
    .option("--seed <number>", "the same seed generates the same cases", parseSeed, 1)
    .option("--case <id>", "run only this case and the examples that it depends on")
    .option("--dry-run", "list the cases without sending requests")
    .option("--har <file>", "write the exchanges, without secrets, as a recording")
    .option("--verdicts <file>", "write one line of JSON per exchange")
    .option("--coverage", "measure coverage of the spec, down to properties, enum values and schema branches");
  addBaselineOptions(addReportOptions(command))
    .addHelpText("after", "\nWithout --safe, a probe creates, changes and deletes data. Use a test service.")
    .action(async (baseUrl: string, options: ProbeCommandOptions) => {
      const { runProbeCommand } = await import("../actions/probe.js");
      setExitCode(await runProbeCommand(baseUrl, options, io));
    });
};
