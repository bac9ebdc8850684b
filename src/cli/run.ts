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
import { addDescriptionCommands } from "./description-commands.js";
import { withInstallLine } from "./install-line.js";
import type { ExitCode, Io } from "./io.js";
import { safeIo } from "./safe-io.js";
import { addSandboxCommands } from "./sandbox-commands.js";
import { fullName, speakAlike } from "./speak-alike.js";
import { UsageError } from "./usage-error.js";

/** The `contract` command as a function: arguments and a machine in, exit code out. Never throws, never exits. */
export async function run(args: readonly string[], machine: Io): Promise<ExitCode> {
  const io = safeIo(machine);
  let exitCode: ExitCode = 0;
  const program = commands(args[0], io, (code) => {
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
    io.stderr(`${fullName(running)}: ${withInstallLine(messageOf(error), io.env.npm_config_user_agent)}\n`);
    return 2;
  }
}

/** Who asks for the help of a command that there is not is told that, and not of all the others. */
function meant(args: readonly string[], { commands: known }: Command): readonly string[] {
  const [name = ""] = args[0] === "help" ? args.slice(1) : args;
  const isKnown = name === "" || name.startsWith("-") || known.some((command) => command.name() === name);
  return isKnown ? args : [name];
}

/** What adds the commands of these names. */
type Part = readonly [
  names: readonly string[],
  add: (program: Command, io: Io, done: (code: ExitCode) => void) => void,
];

const PARTS: readonly Part[] = [
  [["check", "merge", "gate"], addCheckCommands],
  [["diff"], addDiff],
  [["generate", "explain", "mock"], addDescriptionCommands],
  [["sandbox", "token", "listen"], addSandboxCommands],
  [["probe"], addProbe],
  [["record"], addRecord],
  [["suggest"], addSuggest],
];

/** All commands, or of one that is named no others: to describe them takes as long as to judge a short recording. */
function commands(named: string | undefined, io: Io, done: (code: ExitCode) => void): Command {
  const program = new Command("contract")
    .description("The gate: judges HTTP traffic against an OpenAPI description.")
    .version(ownTool().version)
    .exitOverride()
    .configureOutput({ writeOut: io.stdout, writeErr: io.stderr });
  const part = PARTS.find(([names]) => named !== undefined && names.includes(named));
  for (const [, add] of part === undefined ? PARTS : [part]) add(program, io, done);
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
