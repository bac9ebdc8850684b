import { CONSUMER_RULE_FORMS } from "../../exchange/consumer.js";
import type { RecordCommandOptions } from "../actions/record.js";
import { collectConsumerRules } from "../options/consumer-rules.js";
import { collectValues, parsePort, parsePositiveNumber, validateByteSize } from "../options/option-parsers.js";
import { addBaselineOptions, addReportOptions } from "../options/report-options.js";
import { addStreamOptions } from "../options/stream-options.js";
import type { AddCommand } from "./command.js";

/** Declares `contract record`. */
export const addRecordCommand: AddCommand = (program, io, setExitCode) => {
  const command = program
    .command("record")
    .description("run a reverse proxy that forwards every byte, checks the traffic, and writes a HAR or feeds a stream")
    .requiredOption("--target <url>", "the service without a path, such as https://api.example")
    .option("--out <file>", "the recording; an existing file is overwritten (required without --feed)")
    .option("--feed <url>", "publish the traffic, redacted, for contract worker to check: a NATS server with JetStream")
    .option(
      "--feed-buffer <directory>",
      "where traffic for --feed waits while the server is away, up to 256 MB (default: 16 MB in memory)",
    )
    .option(
      "--sample <share>",
      "the share of the traffic to feed, such as 0.1; the others are counted",
      parsePositiveNumber,
    )
    .option("--spec <file>", "the OpenAPI document, YAML or JSON (default: the built-in spec)")
    .option(
      "--server <url>",
      "a base URL that replaces the servers of the spec, or variable=URL to set one server variable (repeatable; default: the target and its base paths)",
      collectValues,
    )
    .option("--port <number>", "the port to listen on", parsePort, 4040)
    .option("--host <address>", "the address to listen on", "127.0.0.1")
    .option("--keep-host", "forward the Host header of the client (default: the host of the target)")
    .option("--ca <file>", "certificates to trust for the target, in PEM")
    .option("--insecure", "do not verify the certificate of the target")
    .option(
      "--max-body <bytes>",
      "the maximum recorded size of a body; longer bodies are still forwarded in full",
      validateByteSize,
      "10M",
    )
    .option(
      "--consumer <source>",
      `record the program that sends a request, hashed if sensitive: ${CONSUMER_RULE_FORMS} (repeatable)`,
      collectConsumerRules,
    )
    .option("--coverage", "measure coverage of the spec, down to properties, enum values and schema branches")
    .option(
      "--no-fast",
      "parse every body, even if a check of its bytes has already passed; slower, with the same recording and report",
    );
  addBaselineOptions(addReportOptions(addStreamOptions(command)))
    .addHelpText("after", "\nRuns until you press Ctrl-C, and then reports like contract check.")
    .action(async (options: RecordCommandOptions) => {
      const { runRecordCommand } = await import("../actions/record.js");
      setExitCode(await runRecordCommand(options, io));
    });
};
