import { InvalidArgumentError } from "commander";
import type { ListenCommandOptions } from "../actions/listen.js";
import { collectValues, parseEventCount, parsePort } from "../options/option-parsers.js";
import { addBaselineOptions, addReportOptions } from "../options/report-options.js";
import type { AddCommand } from "./command.js";

/** Declares `contract listen`. */
export const addListenCommand: AddCommand = (program, io, setExitCode) => {
  const command = program
    .command("listen")
    .description("receive webhook events: verify each, acknowledge it, say why a signature is wrong, and judge it")
    .requiredOption("--secret <text>", "the secret of the registration (repeatable)", collectSecrets)
    .option("--port <number>", "the port to listen on", parsePort, 4030)
    .option("--host <address>", "the address to listen on", "127.0.0.1")
    .option("--count <n>", "end after this many events with a right signature, and report", parseEventCount)
    .option("--spec <file>", "the description, YAML or JSON (default: this package's own contract)")
    .option("--out <file>", "write each delivery, without secrets, as a line that contract check reads");
  addBaselineOptions(addReportOptions(command))
    .addHelpText(
      "after",
      "\nIt runs until --count is reached or Ctrl-C, and then reports: on stderr,\nor as --format says.",
    )
    .action(async (options: ListenCommandOptions) => {
      const { runListenCommand } = await import("../actions/listen.js");
      setExitCode(await runListenCommand(options, io));
    });
};

/** Who forgets to set the variable that a shell puts here would be told of wrong signatures only. */
function collectSecrets(value: string, values: readonly string[] = []): string[] {
  if (value === "") throw new InvalidArgumentError("It is empty. Give the text that the webhook was registered with.");
  return collectValues(value, values);
}
