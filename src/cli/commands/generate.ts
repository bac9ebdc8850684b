import type { Command } from "commander";
import { getBuiltInSpecPath } from "../input/built-in-spec.js";
import { parsePort } from "../options/parse-port.js";
import type { ExitCode, Io } from "../process/io.js";

/** The commands that make something of a description, and the one that explains codes. */
export function addGenerateCommand(program: Command, io: Io, done: (code: ExitCode) => void): void {
  program
    .command("generate")
    .description("write bundle, types, operations and validators for a description")
    .option("--spec <file>", "the description, YAML or JSON (default: this package's own contract)")
    .requiredOption("--out <dir>", "the folder to write to")
    .action(async ({ spec, out }: { spec?: string; out: string }) => {
      // What only one command needs is loaded when that command runs, so that the others start at once.
      const { runGenerateCommand } = await import("../actions/generate.js");
      done(await runGenerateCommand({ spec: spec ?? getBuiltInSpecPath(), out }, io));
    });

  program
    .command("explain")
    .description("what a code means, with an example that breaks the contract and one that keeps it")
    .argument("[code]", "the code of a finding, or of a problem of a description (default: list them all)")
    .action(async (code: string | undefined) => {
      const { runExplainCommand } = await import("../actions/explain.js");
      done(runExplainCommand(code, io));
    });

  program
    .command("mock")
    .description("serve a Prism mock of a description (needs @stoplight/prism-cli)")
    .option("--spec <file>", "the description, YAML or JSON (default: this package's own contract)")
    .option("--port <number>", "the port to listen on", parsePort, 4010)
    .option("--host <address>", "the address to listen on", "127.0.0.1")
    .action(async ({ spec, port, host }: { spec?: string; port: number; host: string }) => {
      const { runMockCommand } = await import("../actions/mock.js");
      done(await runMockCommand({ spec: spec ?? getBuiltInSpecPath(), port, host }, io));
    });
}
