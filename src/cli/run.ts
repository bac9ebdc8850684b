import { Command, CommanderError } from "commander";
import { DocumentError } from "../document/index.js";
import { RecordingError } from "../exchange/index.js";
import { SchemaError, ServerError, SettingsError } from "../gate/index.js";
import { ownTool } from "../library/own-tool.js";
import { addDiff } from "./add-diff.js";
import { addProbe } from "./add-probe.js";
import { addRecord } from "./add-record.js";
import { addSuggest } from "./add-suggest.js";
import { addCheckCommands } from "./check-commands.js";
import type { ExitCode, Io } from "./io.js";
import { ownContract } from "./own-contract.js";
import { parsePort } from "./parse-port.js";
import { safeIo } from "./safe-io.js";
import { addSandboxCommands } from "./sandbox-commands.js";
import { fullName, speakAlike } from "./speak-alike.js";
import { UsageError } from "./usage-error.js";

/** The `contract` command as a function: arguments and a machine in, exit code out. Never throws, never exits. */
export async function run(args: readonly string[], machine: Io): Promise<ExitCode> {
  const io = safeIo(machine);
  let exitCode: ExitCode = 0;
  const program = commands(io, (code) => {
    exitCode = code;
  });
  let running = program;
  program.hook("preAction", (_, command) => {
    running = command;
  });
  try {
    await program.parseAsync(meant(args, program), { from: "user" });
    return exitCode;
  } catch (error) {
    if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : 2;
    io.stderr(`${fullName(running)}: ${messageOf(error)}\n`);
    return 2;
  }
}

/** Who asks for the help of a command that there is not is told that, and not of all the others. */
function meant(args: readonly string[], { commands: known }: Command): readonly string[] {
  const [name = ""] = args[0] === "help" ? args.slice(1) : args;
  const isKnown = name === "" || name.startsWith("-") || known.some((command) => command.name() === name);
  return isKnown ? args : [name];
}

function commands(io: Io, done: (code: ExitCode) => void): Command {
  const program = new Command("contract")
    .description("The gate: judges HTTP traffic against an OpenAPI description.")
    .version(ownTool().version)
    .exitOverride()
    .configureOutput({ writeOut: io.stdout, writeErr: io.stderr });

  addCheckCommands(program, io, done);

  addDiff(program, io, done);

  program
    .command("generate")
    .description("write bundle, types, operations and validators for a description")
    .option("--spec <file>", "the description, YAML or JSON (default: this package's own contract)")
    .requiredOption("--out <dir>", "the folder to write to")
    .action(async ({ spec, out }: { spec?: string; out: string }) => {
      // What only one command needs is loaded when that command runs, so that the others start at once.
      const { generate } = await import("./generate.js");
      done(await generate({ spec: spec ?? ownContract(), out }, io));
    });

  program
    .command("explain")
    .description("what a code means, with an example that breaks the contract and one that keeps it")
    .argument("[code]", "the code of a finding, or of a problem of a description (default: list them all)")
    .action(async (code: string | undefined) => {
      const { explain } = await import("./explain.js");
      done(explain(code, io));
    });

  program
    .command("mock")
    .description("serve a Prism mock of a description (needs @stoplight/prism-cli)")
    .option("--spec <file>", "the description, YAML or JSON (default: this package's own contract)")
    .option("--port <number>", "the port to listen on", parsePort, 4010)
    .option("--host <address>", "the address to listen on", "127.0.0.1")
    .action(async ({ spec, port, host }: { spec?: string; port: number; host: string }) => {
      const { mock } = await import("./mock.js");
      done(await mock({ spec: spec ?? ownContract(), port, host }, io));
    });

  addSandboxCommands(program, io, done);
  addProbe(program, io, done);
  addRecord(program, io, done);
  addSuggest(program, io, done);
  speakAlike(program);
  return program;
}

/** What was foreseen is told in its own words; anything else is a defect of ours and says so, without a stack. */
function messageOf(error: unknown): string {
  const foreseen = [DocumentError, RecordingError, SchemaError, ServerError, SettingsError, UsageError].some(
    (kind) => error instanceof kind,
  );
  if (foreseen) return (error as Error).message;
  const isSystem = error instanceof Error && "code" in error && "syscall" in error;
  if (isSystem) return `${"path" in error ? `${String(error.path)}: ` : ""}${error.message}`;
  return `this should not have happened: ${error instanceof Error ? `${error.name}: ${error.message}` : String(error)}`;
}
