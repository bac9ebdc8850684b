import type { WorkerCommandOptions } from "../actions/worker.js";
import { addSpecOptions } from "../options/check-options.js";
import { parseCount, validateByteSize } from "../options/option-parsers.js";
import { addStreamOptions, STREAM_URL } from "../options/stream-options.js";
import type { AddCommand } from "./command.js";

/** Declares `contract worker`. */
export const addWorkerCommand: AddCommand = (program, io, setExitCode) => {
  const command = program
    .command("worker")
    .description("check the traffic that contract feed publishes in chunks; you can run any number of workers")
    .argument(...STREAM_URL)
    .option("--config <file>", "the configuration file (default: contract.config.yaml, if it exists)");
  addSpecOptions(command)
    .option("--drain", "exit when all published chunks are checked, instead of waiting for more")
    .option(
      "--max-attempts <number>",
      "the number of attempts to check a chunk before it counts as failed",
      parseCount,
      5,
    )
    .option("--metrics <[host:]port>", "serve Prometheus metrics at /metrics and a health check at /health")
    .option(
      "--claim-seconds <number>",
      "the seconds after which a chunk of a worker that stopped responding goes to another worker (default: 30)",
      parseCount,
    )
    .option(
      "--roll-up-seconds <number>",
      "the seconds between two merges of the results of past hours",
      parseCount,
      300,
    )
    .option("--replicas <number>", "the number of NATS servers that store a copy of the data", parseCount)
    .option(
      "--max-waiting <bytes>",
      "the maximum total size of chunks that are not checked yet (default: 10240M)",
      validateByteSize,
    )
    .option(
      "--archive-days <number>",
      "keep the checked traffic for this number of days, for contract diff --traffic (default: do not keep it)",
      parseCount,
    )
    .option(
      "--max-archive <bytes>",
      "the maximum total size of kept traffic; the oldest is deleted first (default: 10240M)",
      validateByteSize,
    )
    .option("--keep-days <number>", "delete results after this number of days (default: never)", parseCount);
  addStreamOptions(command).action(async (url: string, options: WorkerCommandOptions) => {
    const { runWorkerCommand } = await import("../actions/worker.js");
    setExitCode(await runWorkerCommand(url, options, io));
  });
};
