import type { AddCommand } from "./command.js";

/** Declares `contract explain`. */
export const addExplainCommand: AddCommand = (program, io, setExitCode) => {
  program
    .command("explain")
    .description("explain a finding code, with one example that violates the spec and one that passes")
    .argument("[code]", "a finding code, of traffic or of a spec (default: list all codes)")
    .action(async (code: string | undefined) => {
      const { runExplainCommand } = await import("../actions/explain.js");
      setExitCode(runExplainCommand(code, io));
    });
};
