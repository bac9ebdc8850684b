import { Command, CommanderError } from "commander";
import { DocumentError } from "../document/index.js";
import { RecordingError } from "../exchange/index.js";
import { SchemaError, ServerError, SettingsError } from "../gate/index.js";
import { getToolInfo } from "../library/tool-info.js";
import { StreamError } from "../stream/chunk-stream.js";
import { addCheckCommand } from "./commands/check.js";
import type { AddCommand } from "./commands/command.js";
import { addDiffCommand } from "./commands/diff.js";
import { addDocsCommand } from "./commands/docs.js";
import { addExplainCommand } from "./commands/explain.js";
import { addFeedCommand } from "./commands/feed.js";
import { addGateCommand } from "./commands/gate.js";
import { addGenerateCommand } from "./commands/generate.js";
import { addLintCommand } from "./commands/lint.js";
import { addListenCommand } from "./commands/listen.js";
import { addMergeCommand } from "./commands/merge.js";
import { addMockCommand } from "./commands/mock.js";
import { addProbeCommand } from "./commands/probe.js";
import { addRecordCommand } from "./commands/record.js";
import { addReportCommand } from "./commands/report.js";
import { addSandboxCommand } from "./commands/sandbox.js";
import { addSuggestCommand } from "./commands/suggest.js";
import { addTokenCommand } from "./commands/token.js";
import { addTriggerCommand } from "./commands/trigger.js";
import { addWorkerCommand } from "./commands/worker.js";
import { replaceInstallCommands } from "./process/install-command.js";
import type { ExitCode, Io } from "./process/io.js";
import { UsageError } from "./process/usage-error.js";

/** Runs the `contract` command and returns its exit code. Never throws and never exits the process. */
export async function run(args: readonly string[], rawIo: Io): Promise<ExitCode> {
  const io = createSanitizedIo(rawIo);
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

/** Turns `help NAME` with an unknown name into `NAME`, so that the error names the unknown command. */
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
  lint: addLintCommand,
  diff: addDiffCommand,
  generate: addGenerateCommand,
  docs: addDocsCommand,
  explain: addExplainCommand,
  mock: addMockCommand,
  sandbox: addSandboxCommand,
  token: addTokenCommand,
  trigger: addTriggerCommand,
  listen: addListenCommand,
  probe: addProbeCommand,
  record: addRecordCommand,
  suggest: addSuggestCommand,
  feed: addFeedCommand,
  worker: addWorkerCommand,
  report: addReportCommand,
};

/** Declares only the named command if there is one: declaring all takes as long as checking a short recording. */
export function createProgram(named: string | undefined, io: Io, setExitCode: (code: ExitCode) => void): Command {
  const program = new Command("contract")
    .description("Checks HTTP traffic against an OpenAPI document.")
    .version(getToolInfo().version)
    .exitOverride()
    .configureOutput({ writeOut: io.stdout, writeErr: io.stderr });
  const only = named !== undefined && Object.hasOwn(COMMANDS, named) ? COMMANDS[named] : undefined;
  for (const add of only === undefined ? Object.values(COMMANDS) : [only]) add(program, io, setExitCode);
  configureHelp(program);
  return program;
}

/** Formats expected errors by their message. Any other error is a bug in this program, reported without a stack. */
function formatErrorMessage(error: unknown): string {
  const isExpected = [
    DocumentError,
    RecordingError,
    SchemaError,
    ServerError,
    SettingsError,
    StreamError,
    UsageError,
  ].some((kind) => error instanceof kind);
  if (isExpected) return (error as Error).message;
  const isSystem = error instanceof Error && "code" in error && "syscall" in error;
  if (isSystem) return `${"path" in error ? `${String(error.path)}: ` : ""}${error.message}`;
  return `internal error: ${error instanceof Error ? `${error.name}: ${error.message}` : String(error)}`;
}

/** Control characters that move the cursor, colour text or change its direction, except tabs and line breaks. */
const CONTROL_CHARACTERS =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
  /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u200e\u200f\u2028\u2029\u202a-\u202e\u2066-\u2069]/;

/** The sequences that this program writes itself: colours and the progress line. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
const ALLOWED_SEQUENCES = /\u001b\[[0-9;]*[mK]|\r/;

/**
 * Escapes control characters in all output, so that a recording or a spec cannot send commands to the terminal. Most messages
 * are already escaped. This catches the rest, such as file names and options.
 */
function createSanitizedIo(io: Io): Io {
  const allowed = io.isTerminal ? `(${ALLOWED_SEQUENCES.source})|` : "(?!)()|";
  const unsafe = new RegExp(allowed + CONTROL_CHARACTERS.source, "g");
  const safe = (text: string): string =>
    CONTROL_CHARACTERS.test(text)
      ? text.replaceAll(unsafe, (found, own: string | undefined) => own ?? escapeCharacter(found))
      : text;
  return { ...io, stdout: (text) => io.stdout(safe(text)), stderr: (text) => io.stderr(safe(text)) };
}

/** JSON escapes keep the value of JSON reports unchanged. */
function escapeCharacter(char: string): string {
  return `\\u${char.charCodeAt(0).toString(16).padStart(4, "0")}`;
}

/** Gives all commands the same error format (name, message, hint to `--help`) and lists the exit codes in their help. */
function configureHelp(program: Command): void {
  for (const command of [program, ...program.commands]) {
    const name = getFullCommandName(command);
    command
      .configureOutput({ outputError: (text, write) => write(text.replace(/^error: /, `${name}: `)) })
      .showHelpAfterError(`(${name} --help lists the options${formatSubcommands(command)})`)
      .addHelpText("after", `\n${formatExitCodes(command)}`);
  }
}

/** The full name, such as `contract check`. */
function getFullCommandName(command: Command): string {
  return command.parent === null ? command.name() : `${getFullCommandName(command.parent)} ${command.name()}`;
}

function formatSubcommands(command: Command): string {
  const names = command
    .createHelp()
    .visibleCommands(command)
    .map((it) => it.name())
    .filter((name) => name !== "help");
  return names.length === 0 ? "" : `: ${names.join(", ")}`;
}

/** The last line of the help of a command. */
export function formatExitCodes({ commands, options }: Command): string {
  const has = (name: string): boolean => options.some(({ long }) => long === name);
  if (commands.length > 0 || has("--fail-on")) return "Exit codes: 0 passed, 1 failed, 2 inconclusive.";
  return has("--check")
    ? "Exit codes: 0 success, 1 outdated or incomplete, 2 error."
    : "Exit codes: 0 success, 2 error.";
}
