import { getBuiltInSpecPath } from "../input/built-in-spec.js";
import { parsePort } from "../options/option-parsers.js";
import type { AddCommand } from "./command.js";

/** Declares `contract mock`. */
export const addMockCommand: AddCommand = (program, io, setExitCode) => {
  program
    .command("mock")
    .description("serve a Prism mock of a spec (needs @stoplight/prism-cli)")
    .option("--spec <file>", "the OpenAPI document, YAML or JSON (default: the built-in spec)")
    .option("--port <number>", "the port to listen on", parsePort, 4010)
    .option("--host <address>", "the address to listen on", "127.0.0.1")
    .action(async ({ spec, port, host }: { spec?: string; port: number; host: string }) => {
      const { runMockCommand } = await import("../actions/mock.js");
      setExitCode(await runMockCommand({ spec: spec ?? getBuiltInSpecPath(), port, host }, io));
    });
};
