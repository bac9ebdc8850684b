import { getBuiltInSpecPath } from "../input/built-in-spec.js";
import type { AddCommand } from "./command.js";

/** Declares `contract generate`. */
export const addGenerateCommand: AddCommand = (program, io, setExitCode) => {
  program
    .command("generate")
    .description("generate bundle, types, operations and validators from a spec")
    .option("--spec <file>", "the OpenAPI document, YAML or JSON (default: the built-in spec)")
    .requiredOption("--out <dir>", "the output directory")
    .action(async ({ spec, out }: { spec?: string; out: string }) => {
      const { runGenerateCommand } = await import("../actions/generate.js");
      setExitCode(await runGenerateCommand({ spec: spec ?? getBuiltInSpecPath(), out }, io));
    });
};
