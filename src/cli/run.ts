import { Command, CommanderError } from "commander";
import { DocumentError } from "../document/index.js";
import { RecordingError } from "../exchange/index.js";
import { SchemaError, ServerError, SettingsError } from "../gate/index.js";
import { getToolInfo } from "../library/tool-info.js";
import { addCheckCommand } from "./commands/check.js";
import { addDiffCommand } from "./commands/diff.js";
import { addGenerateCommand } from "./commands/generate.js";
import { addProbeCommand } from "./commands/probe.js";
import { addRecordCommand } from "./commands/record.js";
import { addSandboxCommand } from "./commands/sandbox.js";
import { addSuggestCommand } from "./commands/suggest.js";
import { configureHelp, getFullCommandName } from "./configure-help.js";
import { replaceInstallCommands } from "./process/install-command.js";
import type { ExitCode, Io } from "./process/io.js";
import { createSanitizedIo } from "./process/sanitized-io.js";
import { UsageError } from "./process/usage-error.js";

/** The `contract` command as a function: arguments and a machine in, exit code out. Never throws, never exits. */
export async function run(args: readonly string[], machine: Io): Promise<ExitCode> {
  const io = createSanitizedIo(machine);
  let exitCode: ExitCode = 0;
  const program = createProgram(args[0], io, (code) => {
    exitCode = code;
  });
  let running = program;
  program.hook("preAction", (_, command) => {
    running = command;
  });
  try {
    await program.parseAsync(resolveHelpArguments(args, program), { from: "user" });
    return exitCode;
  } catch (error) {
    if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : 2;
    io.stderr(
      `${getFullCommandName(running)}: ${replaceInstallCommands(formatErrorMessage(error), io.env.npm_config_user_agent)}\n`,
    );
    return 2;
  }
}

/** Who asks for the help of a command that there is not is told that, and not of all the others. */
function resolveHelpArguments(args: readonly string[], { commands: known }: Command): readonly string[] {
  const [name = ""] = args[0] === "help" ? args.slice(1) : args;
  const isKnown = name === "" || name.startsWith("-") || known.some((command) => command.name() === name);
  return isKnown ? args : [name];
}

/** What adds the commands of these names. */
type CommandEntry = readonly [
  names: readonly string[],
  add: (program: Command, io: Io, done: (code: ExitCode) => void) => void,
];

const COMMANDS: readonly CommandEntry[] = [
  [["check", "merge", "gate"], addCheckCommand],
  [["diff"], addDiffCommand],
  [["generate", "explain", "mock"], addGenerateCommand],
  [["sandbox", "token", "listen"], addSandboxCommand],
  [["probe"], addProbeCommand],
  [["record"], addRecordCommand],
  [["suggest"], addSuggestCommand],
];

/** All commands, or of one that is named no others: to describe them takes as long as to judge a short recording. */
function createProgram(named: string | undefined, io: Io, done: (code: ExitCode) => void): Command {
  const program = new Command("contract")
    .description("The gate: judges HTTP traffic against an OpenAPI description.")
    .version(getToolInfo().version)
    .exitOverride()
    .configureOutput({ writeOut: io.stdout, writeErr: io.stderr });
  const part = COMMANDS.find(([names]) => named !== undefined && names.includes(named));
  for (const [, add] of part === undefined ? COMMANDS : [part]) add(program, io, done);
  configureHelp(program);
  return program;
}

/** What was foreseen is told in its own words; anything else is a defect of ours and says so, without a stack. */
function formatErrorMessage(error: unknown): string {
  const foreseen = [DocumentError, RecordingError, SchemaError, ServerError, SettingsError, UsageError].some(
    (kind) => error instanceof kind,
  );
  if (foreseen) return (error as Error).message;
  const isSystem = error instanceof Error && "code" in error && "syscall" in error;
  if (isSystem) return `${"path" in error ? `${String(error.path)}: ` : ""}${error.message}`;
  return `this should not have happened: ${error instanceof Error ? `${error.name}: ${error.message}` : String(error)}`;
}
