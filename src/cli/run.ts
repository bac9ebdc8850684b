import { Command, CommanderError } from "commander";
import { DocumentError } from "../document/index.js";
import { RecordingError } from "../exchange/index.js";
import { SchemaError, ServerError, SettingsError } from "../gate/index.js";
import { getToolInfo } from "../library/tool-info.js";
import { addCheckCommand } from "./commands/check.js";
import type { AddCommand } from "./commands/command.js";
import { addDiffCommand } from "./commands/diff.js";
import { addExplainCommand } from "./commands/explain.js";
import { addGateCommand } from "./commands/gate.js";
import { addGenerateCommand } from "./commands/generate.js";
import { addListenCommand } from "./commands/listen.js";
import { addMergeCommand } from "./commands/merge.js";
import { addMockCommand } from "./commands/mock.js";
import { addProbeCommand } from "./commands/probe.js";
import { addRecordCommand } from "./commands/record.js";
import { addSandboxCommand } from "./commands/sandbox.js";
import { addSuggestCommand } from "./commands/suggest.js";
import { addTokenCommand } from "./commands/token.js";
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

/** In the order of `contract --help`. */
const COMMANDS: Readonly<Record<string, AddCommand>> = {
  check: addCheckCommand,
  merge: addMergeCommand,
  gate: addGateCommand,
  diff: addDiffCommand,
  generate: addGenerateCommand,
  explain: addExplainCommand,
  mock: addMockCommand,
  sandbox: addSandboxCommand,
  token: addTokenCommand,
  listen: addListenCommand,
  probe: addProbeCommand,
  record: addRecordCommand,
  suggest: addSuggestCommand,
};

/** All commands, or of one that is named no others: to describe them takes as long as to judge a short recording. */
function createProgram(named: string | undefined, io: Io, setExitCode: (code: ExitCode) => void): Command {
  const program = new Command("contract")
    .description("The gate: judges HTTP traffic against an OpenAPI description.")
    .version(getToolInfo().version)
    .exitOverride()
    .configureOutput({ writeOut: io.stdout, writeErr: io.stderr });
  const only = named !== undefined && Object.hasOwn(COMMANDS, named) ? COMMANDS[named] : undefined;
  for (const add of only === undefined ? Object.values(COMMANDS) : [only]) add(program, io, setExitCode);
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
