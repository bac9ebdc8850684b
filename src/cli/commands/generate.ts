import { INTEGRATIONS } from "../../generate/client/client-config.js";
import type { GenerateCommandOptions } from "../actions/generate.js";
import { collectValues } from "../options/option-parsers.js";
import { joinWithOr } from "../output/report-outputs.js";
import type { AddCommand } from "./command.js";

/** Declares `contract generate`. */
export const addGenerateCommand: AddCommand = (program, io, setExitCode) => {
  program
    .command("generate")
    .description("generate types, a client, operations, validators and a bundle from a spec")
    .option("--spec <file>", "the OpenAPI document, YAML or JSON (default: the spec of the configuration)")
    .option("--config <file>", "the configuration (default: contract.config.yaml, if it exists)")
    .option("--out <dir>", "the output directory")
    .option("--package <dir>", "write a package that can be published instead")
    .option("--inline-runtime", "write the runtime of the client too, so that it needs no other package")
    .option(
      "--with <library>",
      `also write a file for this library: ${joinWithOr(INTEGRATIONS)} (repeatable)`,
      collectValues,
    )
    .option("--check", "write nothing, and fail if the directory is not up to date")
    .action(async (options: GenerateCommandOptions) => {
      const { runGenerateCommand } = await import("../actions/generate.js");
      setExitCode(await runGenerateCommand(options, io));
    });
};
