import { CONSUMER_RULE_FORMS } from "../../exchange/consumer.js";
import { DIFF_FORMAT_NAMES } from "../../report/index.js";
import type { DiffCommandOptions } from "../actions/diff.js";
import { collectConsumerRules } from "../options/consumer-rules.js";
import { collectValues, parseCount, parseDiffFailOn, parsePositiveNumber } from "../options/option-parsers.js";
import { addStreamOptions } from "../options/stream-options.js";
import { joinWithOr } from "../output/report-outputs.js";
import type { AddCommand } from "./command.js";

/** Declares `contract diff`. */
export const addDiffCommand: AddCommand = (program, io, setExitCode) => {
  const command = program
    .command("diff")
    .description("report breaking changes between two specs; changes of schemas with a counterexample")
    .argument(
      "<old>",
      "the old spec, YAML or JSON: a file, a URL, or REF:path for a file in a commit, such as main:openapi.yaml",
    )
    .argument("<new>", "the new spec")
    .option(
      "--format <name[:file]>",
      `write a report to stdout or to a file: ${joinWithOr(DIFF_FORMAT_NAMES)} (repeatable; default: text)`,
      collectValues,
    )
    .option("--fail-on <level>", "error, warn, seen or never; seen needs --traffic (default: error)", parseDiffFailOn)
    .option(
      "--traffic <path>",
      "recordings, directories, globs, or the URL of a NATS server: report which exchanges and consumers a change breaks (repeatable)",
      collectValues,
    )
    .option("--since <time>", "with a NATS server: the start of the traffic, as in contract report")
    .option("--until <time>", "with a NATS server: the end of the traffic, as in contract report")
    .option(
      "--consumer <source>",
      `where requests name their program, if the recording does not: ${CONSUMER_RULE_FORMS} (repeatable)`,
      collectConsumerRules,
    )
    .option(
      "--server <url>",
      "a base URL that replaces the servers of both specs for --traffic (repeatable)",
      collectValues,
    )
    .option("--min-exchanges <number>", "the exchanges from which on a change is seen (default: 1)", parseCount)
    .option("--min-consumers <number>", "the consumers from which on a change is seen (default: 1)", parseCount)
    .option("--only <name>", "compare only this operation, tag or path (repeatable)", collectValues)
    .option("--baseline <file>", "ignore the breaking changes that this file accepts, each with a reason")
    .option("--config <file>", "the configuration (default: contract.config.yaml, if it exists)")
    .option("--check-version", "fail if info.version grows less than the changes require")
    .option("--max-time <seconds>", "the maximum duration of the run (default: 120)", parsePositiveNumber)
    .option("--quiet", "print the text report only if the run fails, without compatible changes");
  addStreamOptions(command).action(async (old: string, next: string, options: DiffCommandOptions) => {
    const { runDiffCommand } = await import("../actions/diff.js");
    setExitCode(await runDiffCommand({ old, new: next }, options, io));
  });
};
