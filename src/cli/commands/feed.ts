import type { FeedCommandOptions } from "../actions/feed.js";
import { collectValues } from "../options/option-parsers.js";
import { addStreamOptions, STREAM_URL } from "../options/stream-options.js";
import type { AddCommand } from "./command.js";

/** Declares `contract feed`. */
export const addFeedCommand: AddCommand = (program, io, setExitCode) => {
  const command = program
    .command("feed")
    .description("publish recorded traffic, redacted, for contract worker to check")
    .argument(...STREAM_URL)
    .argument("[traffic...]", 'recordings, directories or globs (default: "traffic" in the configuration)')
    .option("--config <file>", "the configuration file (default: contract.config.yaml, if it exists)")
    .option("--spec <file>", "an OpenAPI document, whose sensitive values are redacted too (repeatable)", collectValues)
    .option("--follow <log>", "feed the lines of a growing JSON log, such as that of a gateway, until you press Ctrl-C")
    .option("--state <file>", "where --follow keeps its position (default: the log with .feed added)")
    .option("--source <name>", "the name of the log in findings (default: the machine and the log)")
    .option("--server <url>", "the base URL of recordings without hosts (repeatable)", collectValues);
  addStreamOptions(command).action(async (url: string, traffic: string[], options: FeedCommandOptions) => {
    const { runFeedCommand } = await import("../actions/feed.js");
    setExitCode(await runFeedCommand(url, traffic, { options, io }));
  });
};
