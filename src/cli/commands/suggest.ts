import { collectValues } from "../options/option-parsers.js";
import type { SuggestCommandOptions } from "../suggest/suggest-options.js";
import type { AddCommand } from "./command.js";

/** Declares `contract suggest`. */
export const addSuggestCommand: AddCommand = (program, io, setExitCode) => {
  program
    .command("suggest")
    .description("suggest minimal spec edits that document the undocumented traffic, or infer a new spec")
    .argument(
      "[traffic...]",
      'recordings, directories or globs; not -, because they are read more than once (default: "traffic" in the configuration)',
    )
    .option("--config <file>", "the configuration file (default: contract.config.yaml, if it exists)")
    .option("--spec <file>", "the OpenAPI document, YAML or JSON (default: the built-in spec)")
    .option(
      "--server <url>",
      "a base URL that replaces the servers of the spec, or variable=URL to set one server variable (repeatable)",
      collectValues,
    )
    .option("--new <file>", "infer an OpenAPI 3.1 spec from the traffic alone and write it to a new file")
    .option("--all-hosts", "with --new: describe every host of the recordings, not only that of the API")
    .option("--pages", "with --new: also describe pages, scripts, styles and images of web sites")
    .option("--all-requests", "with --new: describe every request, also rejected and unanswered ones, of all hosts")
    .option("--write", "apply all edits, or none on an error, to the files of --spec")
    .option("--overlay <file>", "write the edits as an Overlay 1.0.0 document for the bundle of the spec")
    .option("--quiet", "do not show progress")
    .action(async (traffic: string[], options: SuggestCommandOptions) => {
      const { runSuggestCommand } = await import("../actions/suggest.js");
      setExitCode(await runSuggestCommand(traffic, options, io));
    });
};
