import type { ListenCommandOptions } from "../actions/listen.js";
import { collectSecrets, parseEventCount, parsePort } from "../options/option-parsers.js";
import { addBaselineOptions, addReportOptions } from "../options/report-options.js";
import type { AddCommand } from "./command.js";

/** Declares `contract listen`. */
export const addListenCommand: AddCommand = (program, io, setExitCode) => {
  const command = program
    .command("listen")
    .description("receive webhook events: verify, acknowledge and check each one, and explain invalid signatures")
    .requiredOption("--secret <text>", "the secret of the webhook registration (repeatable)", collectSecrets)
    .option("--port <number>", "the port to listen on", parsePort, 4030)
    .option("--host <address>", "the address to listen on", "127.0.0.1")
    .option("--count <n>", "report and exit after this many events with a valid signature", parseEventCount)
    .option("--spec <file>", "the OpenAPI document, YAML or JSON (default: the built-in spec)")
    .option("--out <file>", "write each delivery, without secrets, as a line of NDJSON for contract check");
  addBaselineOptions(addReportOptions(command))
    .addHelpText(
      "after",
      "\nRuns until --count is reached or you press Ctrl-C. The report goes to stderr\nunless you pass --format.",
    )
    .action(async (options: ListenCommandOptions) => {
      const { runListenCommand } = await import("../actions/listen.js");
      setExitCode(await runListenCommand(options, io));
    });
};
