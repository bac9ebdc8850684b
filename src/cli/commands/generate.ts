import { INTEGRATIONS } from "../../generate/client/client-config.js";
import type { GenerateCommandOptions } from "../actions/generate.js";
import { collectValues } from "../options/option-parsers.js";
import { joinWithOr } from "../output/report-outputs.js";
import type { AddCommand } from "./command.js";

/** Declares `contract generate`. */
export const addGenerateCommand: AddCommand = (program, io, setExitCode) => {
  program
    .command("generate")
    .description("generate TypeScript types, a client, an operation table, validators and a bundled spec")
    .option("--spec <file>", "the OpenAPI document, YAML or JSON (default: the spec in the configuration file)")
    .option("--config <file>", "the configuration file (default: contract.config.yaml, if it exists)")
    .option("--out <dir>", "the output directory")
    .option("--package <dir>", "write a publishable npm package to this directory; replaces --out")
    .option(
      "--inline-runtime",
      "also write the runtime of the client, so that the generated code needs no other package",
    )
    .option(
      "--with <library>",
      `also write a file for this library: ${joinWithOr(INTEGRATIONS)} (repeatable)`,
      collectValues,
    )
    .option("--no-validators", "write no validators, which are the largest file and take the most time")
    .option("--check", "write nothing; exit with 1 if the generated files are not up to date")
    .option("--quiet", "print only what the generated files lack")
    .action(async (options: GenerateCommandOptions) => {
      const { runGenerateCommand } = await import("../actions/generate.js");
      setExitCode(await runGenerateCommand(options, io));
    });
};
