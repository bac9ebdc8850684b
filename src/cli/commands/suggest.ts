import type { SuggestCommandOptions } from "../actions/suggest.js";
import { collectValues } from "../options/option-parsers.js";
import type { AddCommand } from "./command.js";

/** Declares `contract suggest`. */
export const addSuggestCommand: AddCommand = (program, io, setExitCode) => {
  program
    .command("suggest")
    .description(
      "the smallest edits of the description that would know of what traffic shows beyond it, or a new one of the traffic alone",
    )
    .argument(
      "[traffic...]",
      "recordings, folders or globs; not -, for they are read more than once (default: what the configuration names)",
    )
    .option("--config <file>", "a configuration (default: contract.config.yaml, where there is one)")
    .option("--spec <file>", "the description, YAML or JSON (default: this package's own contract)")
    .option(
      "--server <url>",
      "a base URL that stands in for the description's servers, or variable=URL (repeatable)",
      collectValues,
    )
    .option(
      "--new <file>",
      "write a whole description of the traffic alone, OpenAPI 3.1, into a file that is not there yet",
    )
    .option("--write", "make the edits, all of them or none, in the files of --spec")
    .option("--overlay <file>", "write them as an Overlay 1.0.0 document for the bundled description")
    .option("--quiet", "show no progress")
    .action(async (traffic: string[], options: SuggestCommandOptions) => {
      const { runSuggestCommand } = await import("../actions/suggest.js");
      setExitCode(await runSuggestCommand(traffic, options, io));
    });
};
