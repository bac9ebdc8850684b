import type { Command } from "commander";

/** Every command speaks alike: its name before an error and the way to its help behind it, and its exit codes in its help. */
export function configureHelp(program: Command): void {
  for (const command of [program, ...program.commands]) {
    const name = getFullCommandName(command);
    command
      .configureOutput({ outputError: (text, write) => write(text.replace(/^error: /, `${name}: `)) })
      .showHelpAfterError(`(${name} --help tells what there is${formatSubcommands(command)})`)
      .addHelpText("after", `\n${formatExitCodes(command)}`);
  }
}

/** As it is typed, such as `contract check`. */
export function getFullCommandName(command: Command): string {
  return command.parent === null ? command.name() : `${getFullCommandName(command.parent)} ${command.name()}`;
}

function formatSubcommands({ commands }: Command): string {
  return commands.length === 0 ? "" : `: ${commands.map((command) => command.name()).join(", ")}`;
}

function formatExitCodes({ commands, options }: Command): string {
  const judges = commands.length > 0 || options.some(({ long }) => long === "--fail-on");
  return judges
    ? "Exit codes: 0 the contract holds, 1 findings, 2 could not judge."
    : "Exit codes: 0 done, 2 could not be done.";
}
