import type { Command } from "commander";
import { collectSecrets, collectValues } from "./option-parsers.js";
import { COVERAGE_SINCE_HELP } from "./report-options.js";

/** Adds the options of every command that checks traffic against specs: what is checked, and what is measured. */
export function addSpecOptions(command: Command): Command {
  return command
    .option(
      "--spec <file>",
      'an OpenAPI document, YAML or JSON (repeatable; default: "spec" in the configuration, or the built-in spec)',
      collectValues,
    )
    .option(
      "--server <url>",
      "a base URL that replaces the servers of the spec, or variable=URL to set one server variable (repeatable)",
      collectValues,
    )
    .option(
      "--receiver <url>",
      "the URL of a webhook receiver; requests to it are checked as webhook deliveries (repeatable)",
      collectValues,
    )
    .option(
      "--secret <text>",
      "a secret to verify webhook signatures, if the recording lacks the registration of the webhook (repeatable)",
      collectSecrets,
    )
    .option("--coverage", "measure coverage of the spec, down to properties, enum values and schema branches")
    .option("--coverage-since <spec>", COVERAGE_SINCE_HELP)
    .option("--only <name>", "check only this operation, tag or path (repeatable)", collectValues);
}
