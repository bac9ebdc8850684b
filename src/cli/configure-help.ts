import type { Command } from "commander";

/** Gives all commands the same error format (name, message, hint to `--help`) and lists the exit codes in their help. */
export function configureHelp(program: Command): void {
  for (const command of [program, ...program.commands]) {
    const name = getFullCommandName(command);
    command
      .configureOutput({ outputError: (text, write) => write(text.replace(/^error: /, `${name}: `)) })
      .showHelpAfterError(`(${name} --help lists the options${formatSubcommands(command)})`)
      .addHelpText("after", `\n${formatExitCodes(command)}`);
  }
}

/** The full name, such as `contract check`. */
export function getFullCommandName(command: Command): string {
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
