import type { WorkerCommandOptions } from "../actions/worker.js";
import { collectSecrets, collectValues, parseCount, validateByteSize } from "../options/option-parsers.js";
import { COVERAGE_SINCE_HELP } from "../options/report-options.js";
import { addStreamOptions, STREAM_URL } from "../options/stream-options.js";
import type { AddCommand } from "./command.js";

/** Declares `contract worker`. */
export const addWorkerCommand: AddCommand = (program, io, setExitCode) => {
  const command = program
    .command("worker")
    .description("check the chunks of contract feed; any number of workers share them")
    .argument(...STREAM_URL)
    .option("--config <file>", "the configuration (default: contract.config.yaml, if it exists)")
    .option(
      "--spec <file>",
      "an OpenAPI document, YAML or JSON (repeatable; default: the built-in spec)",
      collectValues,
    )
    .option(
      "--server <url>",
      "a base URL that replaces the servers of the spec, or variable=URL (repeatable)",
      collectValues,
    )
    .option("--receiver <url>", "an address that receives webhooks (repeatable)", collectValues)
    .option("--secret <text>", "a secret that signs webhook deliveries (repeatable)", collectSecrets)
    .option("--only <name>", "check only this operation, tag or path (repeatable)", collectValues)
    .option("--coverage", "measure coverage of the spec, down to properties, enum values and schema branches")
    .option("--coverage-since <spec>", COVERAGE_SINCE_HELP)
    .option("--drain", "stop when no chunk waits, instead of waiting for more")
    .option("--max-attempts <number>", "how often a chunk is tried before it counts as failed", parseCount, 5)
    .option("--metrics <[host:]port>", "serve /metrics for Prometheus, and /health")
    .option(
      "--claim-seconds <number>",
      "when another worker gets the chunk of one that is gone (default: 30)",
      parseCount,
    )
    .option("--roll-up-seconds <number>", "how often the reports of closed hours are merged", parseCount, 300)
    .option("--replicas <number>", "the number of servers that store the data", parseCount)
    .option("--max-waiting <bytes>", "the maximum size of the chunks that wait (default: 10240M)", validateByteSize)
    .option("--keep-days <number>", "delete results after this time (default: never)", parseCount);
  addStreamOptions(command).action(async (url: string, options: WorkerCommandOptions) => {
    const { runWorkerCommand } = await import("../actions/worker.js");
    setExitCode(await runWorkerCommand(url, options, io));
  });
};
