import { getBuiltInSpecPath } from "../input/built-in-spec.js";
import type { AddCommand } from "./command.js";

/** Declares `contract generate`. */
export const addGenerateCommand: AddCommand = (program, io, setExitCode) => {
  program
    .command("generate")
    .description("write bundle, types, operations and validators for a description")
    .option("--spec <file>", "the description, YAML or JSON (default: this package's own contract)")
    .requiredOption("--out <dir>", "the folder to write to")
    .action(async ({ spec, out }: { spec?: string; out: string }) => {
      const { runGenerateCommand } = await import("../actions/generate.js");
      setExitCode(await runGenerateCommand({ spec: spec ?? getBuiltInSpecPath(), out }, io));
    });
};
