import type { AddCommand } from "./command.js";

/** Declares `contract explain`. */
export const addExplainCommand: AddCommand = (program, io, setExitCode) => {
  program
    .command("explain")
    .description("what a code means, with an example that breaks the contract and one that keeps it")
    .argument("[code]", "the code of a finding, or of a problem of a description (default: list them all)")
    .action(async (code: string | undefined) => {
      const { runExplainCommand } = await import("../actions/explain.js");
      setExitCode(runExplainCommand(code, io));
    });
};
