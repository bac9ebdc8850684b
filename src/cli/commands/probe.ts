import { collectValues, parseCount, parsePositiveNumber, parseSeed } from "../options/option-parsers.js";
import { addBaselineOptions, addReportOptions } from "../options/report-options.js";
import type { ProbeCommandOptions } from "../probe/probe-settings.js";
import type { AddCommand } from "./command.js";

/** Declares `contract probe`. */
export const addProbeCommand: AddCommand = (program, io, setExitCode) => {
  const probing = program
    .command("probe")
    .description("ask a living service what the contract says it can be asked, and judge every answer")
    .argument("<base-url>", "the base URL of the service")
    .option("--spec <file>", "the description, YAML or JSON (default: this package's own contract)")
    .option("--billing-url <url>", "the base URL of the billing service: --server billingUrl=URL")
    .option("--server <variable=url>", "the base URL of a server variable (repeatable)", collectValues)
    .option("--token <token>", "the access token (default: the environment's CONTRACT_TOKEN)")
    .option(
      "--auth <how>",
      "bearer:T, basic:U:P, header:NAME=VALUE, query:NAME=VALUE or command:COMMAND, which prints a token",
    )
    .option("--param <name=value>", "a value that the service knows, such as businessId=… (repeatable)", collectValues)
    .option("--only <name>", "probe only this operation, tag or path (repeatable)", collectValues)
    .option("--phase <names>", "examples, boundaries, negatives, random, stateful; by commas (default: all)")
    .option("--safe", "send only GET, HEAD and OPTIONS")
    .option("--max-requests <number>", "how many requests are made at most", parseCount, 1500)
    .option("--max-time <seconds>", "how long requests are made at most", parsePositiveNumber, 120)
    .option("--rate <number>", "how many requests are made in a second at most", parsePositiveNumber)
    .option("--timeout <seconds>", "how long one answer may take", parsePositiveNumber, 10)
    .option("--seed <number>", "the same seed makes the same cases", parseSeed, 1)
    .option("--case <id>", "go through this case alone, with the examples that it builds upon")
    .option("--dry-run", "list the cases and send nothing")
    .option("--har <file>", "write what was exchanged, without secrets, as a recording")
    .option("--verdicts <file>", "write a line of JSON for each exchange")
    .option("--coverage", "count what the traffic shows, down to properties, listed values and branches");
  addBaselineOptions(addReportOptions(probing))
    .addHelpText(
      "after",
      "\nA probe writes to the service unless --safe is given. Point it at one that is\nthere for that.",
    )
    .action(async (baseUrl: string, options: ProbeCommandOptions) => {
      const { runProbeCommand } = await import("../actions/probe.js");
      setExitCode(await runProbeCommand(baseUrl, options, io));
    });
};
