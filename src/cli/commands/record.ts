import type { RecordCommandOptions } from "../actions/record.js";
import { collectValues, parsePort, validateByteSize } from "../options/option-parsers.js";
import { addBaselineOptions, addReportOptions } from "../options/report-options.js";
import type { AddCommand } from "./command.js";

/** Declares `contract record`. */
export const addRecordCommand: AddCommand = (program, io, setExitCode) => {
  const command = program
    .command("record")
    .description("stand before a service as a reverse proxy: pass on every byte, judge what passes, write it to a HAR")
    .requiredOption("--target <url>", "the service, such as https://api.example; no path")
    .requiredOption("--out <file>", "the recording; what the file holds is replaced")
    .option("--spec <file>", "the description, YAML or JSON (default: this package's own contract)")
    .option(
      "--server <url>",
      "a base URL that stands in for the description's servers, or variable=URL (repeatable; default: the target)",
      collectValues,
    )
    .option("--port <number>", "the port to listen on", parsePort, 4040)
    .option("--host <address>", "the address to listen on", "127.0.0.1")
    .option("--keep-host", "leave the Host header as the client wrote it; otherwise it names the target")
    .option("--insecure", "do not verify the certificate of the target")
    .option(
      "--max-body <bytes>",
      "how much of a body is kept; longer ones are passed on all the same",
      validateByteSize,
      "10M",
    )
    .option("--coverage", "count what the traffic shows, down to properties, listed values and branches");
  addBaselineOptions(addReportOptions(command))
    .addHelpText("after", "\nIt runs until it is interrupted (Ctrl-C), and then reports as contract check\ndoes.")
    .action(async (options: RecordCommandOptions) => {
      const { runRecordCommand } = await import("../actions/record.js");
      setExitCode(await runRecordCommand(options, io));
    });
};
