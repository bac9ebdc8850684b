import { Command, CommanderError, Option } from "commander";
import { SchemaError, ServerError, SettingsError } from "../check/index.js";
import { DocumentError } from "../document/index.js";
import { getToolInfo } from "../library/tool-info.js";
import { RecordingError } from "../recording/index.js";
import { escapeCharacter } from "../report/formatting/text.js";
import { StreamError } from "../stream/chunk-stream.js";
import { runCheckCommand, runCheckPartCommand } from "./actions/check.js";
import { type ActionOf, type CommandRow, type OptionRow, REQUIRED } from "./options/command-row.js";
import { COMMANDS, type CommandName } from "./options/command-table.js";
import { EXAMPLES } from "./options/examples.js";
import { collectValues } from "./options/option-parsers.js";
import { OPTION_GROUPS } from "./options/shared-rows.js";
import { type ExitCode, type Io, UsageError } from "./process/io.js";

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
    await program.parseAsync(resolveSpecOption(resolveHelpArguments(args, program), program), { from: "user" });
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

/** Turns `--spec FILE` into an argument where the spec is one. */
function resolveSpecOption(args: readonly string[], { commands: known }: Command): readonly string[] {
  const command = known.find((it) => it.name() === args[0]);
  if (command === undefined || getSpecPlace(command) !== "argument") return args;
  return args
    .filter((it, index) => it !== "--spec" || index === args.length - 1)
    .map((it) => (it.startsWith("--spec=") ? it.slice("--spec=".length) : it));
}

/** Where a command takes the spec. One with optional other arguments takes it only as an option. */
function getSpecPlace({ registeredArguments: given, options }: Command): "argument" | "option" | undefined {
  if (!options.some(({ long }) => long === "--spec")) return given[0]?.name() === "spec" ? "argument" : undefined;
  return given.some(({ required, variadic }) => !required || variadic) ? undefined : "option";
}

/** @throws UsageError when the spec is the last argument and also given with `--spec`. */
function toSpecOption(given: readonly unknown[]): readonly unknown[] {
  const [spec, options] = given.slice(-2) as [string | undefined, { readonly spec?: string }];
  if (spec !== undefined && options.spec !== undefined)
    throw new UsageError(`the spec is given twice, as ${spec} and with --spec ${options.spec}`);
  return [...given.slice(0, -2), spec === undefined ? options : { ...options, spec }];
}

/** The implementations of the commands. All but one are imported when they run, so that each starts faster. */
const ACTIONS: { readonly [Name in CommandName]: () => Promise<ActionOf<(typeof COMMANDS)[Name]>> } = {
  check: async () => runCheckCommand,
  "check-part": async () => runCheckPartCommand,
  completion: async () => (await import("./actions/completion.js")).runCompletionCommand,
  diff: async () => (await import("./actions/diff.js")).runDiffCommand,
  docs: async () => (await import("./actions/docs.js")).runDocsCommand,
  explain: async () => (await import("./actions/explain.js")).runExplainCommand,
  feed: async () => (await import("./actions/feed.js")).runFeedCommand,
  gate: async () => (await import("./actions/gate.js")).runGateCommand,
  generate: async () => (await import("./actions/generate.js")).runGenerateCommand,
  init: async () => (await import("./actions/init.js")).runInitCommand,
  lint: async () => (await import("./actions/lint.js")).runLintCommand,
  listen: async () => (await import("./actions/listen.js")).runListenCommand,
  merge: async () => (await import("./actions/merge.js")).runMergeCommand,
  mock: async () => (await import("./actions/mock.js")).runMockCommand,
  probe: async () => (await import("./actions/probe.js")).runProbeCommand,
  record: async () => (await import("./actions/record.js")).runRecordCommand,
  report: async () => (await import("./actions/report.js")).runReportCommand,
  resources: async () => (await import("./actions/resources.js")).runResourcesCommand,
  sandbox: async () => (await import("./actions/sandbox.js")).runSandboxCommand,
  suggest: async () => (await import("./actions/suggest.js")).runSuggestCommand,
  token: async () => (await import("./actions/token.js")).runTokenCommand,
  trigger: async () => (await import("./actions/trigger.js")).runTriggerCommand,
  worker: async () => (await import("./actions/worker.js")).runWorkerCommand,
};

/** Declares only the named command if there is one: declaring all takes as long as checking a short recording. */
export function createProgram(named: string | undefined, io: Io, setExitCode: (code: ExitCode) => void): Command {
  const program = new Command("contract")
    .description(
      "From one OpenAPI document: types, a client, docs, a sandbox, and checks of traffic, services and changes.",
    )
    .version(getToolInfo().version)
    .exitOverride()
    .configureOutput({ writeOut: io.stdout, writeErr: io.stderr });
  const names = Object.keys(COMMANDS) as CommandName[];
  for (const name of names.includes(named as CommandName) ? [named as CommandName] : names) {
    const command = declareCommand(program, name);
    const isOption = getSpecPlace(command) === "option";
    if (isOption) command.argument("[spec]", "the same as --spec");
    command.action(async (...given: readonly unknown[]) => {
      const values = given.slice(0, -1);
      const run = (await ACTIONS[name]()) as (...given: readonly unknown[]) => ExitCode | Promise<ExitCode>;
      setExitCode(await run(...(isOption ? toSpecOption(values) : values), io));
    });
  }
  configureHelp(program);
  return program;
}

/** Adds a row of the table. The action gets the arguments, the options and the command. */
function declareCommand(program: Command, name: CommandName): Command {
  const { description, arguments: given = [], options, help, hidden = false }: CommandRow = COMMANDS[name];
  const command = program.command(name, { hidden }).description(description);
  for (const [argument, text] of given) command.argument(argument, text);
  for (const [flags, row] of Object.entries(options)) command.addOption(createOption(flags, row));
  if (help !== undefined) command.addHelpText("after", help);
  const lines = name === "check-part" ? [] : EXAMPLES[name].map((example) => `\n  ${example}`);
  return command.addHelpText("after", `\nExamples:${lines.join("")}`);
}

function createOption(flags: string, row: OptionRow): Option {
  const isRepeatable = flags.endsWith(" ...");
  const [help, read = isRepeatable ? collectValues : undefined, initial] = typeof row === "string" ? [row] : row;
  const text = initial === REQUIRED ? `${help} (required)` : help;
  const option = new Option(isRepeatable ? flags.slice(0, -" ...".length) : flags, text);
  option.helpGroup(OPTION_GROUPS.find(([, rows]) => flags in rows)?.[0] ?? "Options:");
  if (typeof read === "function") option.argParser(read as (text: string, earlier: unknown) => unknown);
  else if (read !== undefined) option.choices(read);
  return initial === REQUIRED ? option.makeOptionMandatory() : option.default(initial);
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
 * are already escaped. This catches the rest, such as file names and options. JSON escapes keep the value of JSON reports.
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

const NPM_INSTALL_PATTERN = /npm install --save-dev (\S+@\S+)/g;

/**
 * Replaces the npm install command in a message with that of the package manager in `npm_config_user_agent`, such as
 * `pnpm/12.21.0 npm/? node/?`.
 */
export function replaceInstallCommands(message: string, userAgent: string | undefined): string {
  return message.replaceAll(
    NPM_INSTALL_PATTERN,
    (npmLine: string, wanted: string) => formatInstallCommand(wanted, userAgent) ?? npmLine,
  );
}

function formatInstallCommand(wanted: string, userAgent = ""): string | undefined {
  const [, manager, major] = /^(\w+)\/(\d+)/.exec(userAgent) ?? [];
  if (manager === "yarn") return `yarn add --dev ${wanted}`;
  if (manager === "bun") return `bun add --dev ${wanted}`;
  if (manager !== "pnpm") return undefined;
  // pnpm 10 asks for consent to install scripts; pnpm 11 fails without it.
  const name = wanted.replace(/(?<=.)@.*$/, "");
  const consent = Number(major) >= 10 && PACKAGES_WITH_INSTALL_SCRIPT.includes(name) ? `--allow-build=${name} ` : "";
  return `pnpm add --save-dev ${consent}${wanted}`;
}

const PACKAGES_WITH_INSTALL_SCRIPT: readonly string[] = ["@photostructure/sqlite"];
