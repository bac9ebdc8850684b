import type { CommandRow } from "../options/command-row.js";
import { COMMANDS, type CommandOptions } from "../options/command-table.js";
import { type ExitCode, type Io, UsageError } from "../process/io.js";

/** Runs `contract completion`: prints a script that completes commands and options in a shell. */
export function runCompletionCommand(shell: string, _: CommandOptions<"completion">, io: Io): ExitCode {
  const format = Object.hasOwn(FORMATTERS, shell) ? FORMATTERS[shell] : undefined;
  if (format === undefined) throw new UsageError(`${shell}: no such shell; give ${Object.keys(FORMATTERS).join(", ")}`);
  io.stdout(format(listCommands()));
  return 0;
}

type CompletedCommand = {
  readonly name: string;
  readonly description: string;
  readonly options: readonly CompletedOption[];
};

type CompletedOption = { readonly flag: string; readonly help: string; readonly hasValue: boolean };

function listCommands(): readonly CompletedCommand[] {
  const rows: readonly (readonly [string, CommandRow])[] = Object.entries(COMMANDS);
  return rows
    .filter(([, { hidden }]) => hidden !== true)
    .map(([name, { description, options }]) => ({
      name,
      description,
      options: Object.entries(options).map(([flags, row]) => {
        const [flag = ""] = flags.split(" ");
        return { flag, help: typeof row === "string" ? row : row[0], hasValue: flags.includes("<") };
      }),
    }));
}

/** Other words are completed as files. */
function formatBash(commands: readonly CompletedCommand[]): string {
  const cases = commands.map(
    ({ name, options }) => `    ${name}) words="${[...options.map(({ flag }) => flag), "--help"].join(" ")}" ;;`,
  );
  const lines = [
    "_contract() {",
    `  local words="${commands.map(({ name }) => name).join(" ")}"`,
    // biome-ignore lint/suspicious/noTemplateCurlyInString: it is code of the shell
    '  [ "$COMP_CWORD" -gt 1 ] && case "${COMP_WORDS[1]}" in',
    ...cases,
    '    *) words="" ;;',
    "  esac",
    // biome-ignore lint/suspicious/noTemplateCurlyInString: it is code of the shell
    '  COMPREPLY=($(compgen -W "$words" -- "${COMP_WORDS[COMP_CWORD]}"))',
    "}",
    "complete -o default -F _contract contract",
  ];
  return `${lines.join("\n")}\n`;
}

function formatFish(commands: readonly CompletedCommand[]): string {
  const quote = (text: string): string => `'${text.replaceAll(/[\\']/g, "\\$&")}'`;
  const lines = commands.flatMap(({ name, description, options }) => [
    `complete -c contract -n __fish_use_subcommand -f -a ${name} -d ${quote(description)}`,
    ...options.map(({ flag, help, hasValue }) => {
      const value = hasValue ? " -r" : "";
      return `complete -c contract -n '__fish_seen_subcommand_from ${name}' -l ${flag.slice(2)}${value} -d ${quote(help)}`;
    }),
  ]);
  return `${lines.join("\n")}\n`;
}

/** `complete` of zsh needs its own completion, which a `.zshrc` may not load. */
const ZSH_SETUP = `(( $+functions[compdef] )) || { autoload -U +X compinit && compinit -i }
autoload -U +X bashcompinit && bashcompinit
`;

const FORMATTERS: Readonly<Record<string, (commands: readonly CompletedCommand[]) => string>> = {
  bash: formatBash,
  zsh: (commands) => ZSH_SETUP + formatBash(commands),
  fish: formatFish,
};
