import type { Command, Option } from "commander";
import { EXAMPLES } from "../../../src/cli/options/examples.js";
import { createProgram, formatExitCodes } from "../../../src/cli/run.js";

/** Formats a page for each command from the program itself, and one about all. */
export function formatCommandPages(): Map<string, string> {
  const program = createProgram(undefined, SILENT_IO, () => {});
  const commands = program
    .createHelp()
    .visibleCommands(program)
    .filter((command) => command.name() !== "help");
  const list = commands.map(
    (command) => `- [contract ${command.name()}](command-line/${command.name()}.md): ${command.description()}`,
  );
  return new Map([
    [
      "command-line.md",
      `# Command line\n\n\`contract COMMAND --help\` prints the text of these pages.\n\n${list.join("\n")}\n\n${EXIT_CODES}\n`,
    ],
    ...commands.map((command): [string, string] => [`command-line/${command.name()}.md`, formatCommandPage(command)]),
  ]);
}

/** For a program whose commands are only listed. */
export const SILENT_IO = {
  stdout: () => {},
  stderr: () => {},
  stdin: (async function* () {})(),
  env: {},
  signal: new AbortController().signal,
  isTerminal: false,
};

const EXIT_CODES = `## Exit codes

- \`0\`: passed.
- \`1\`: failed: there are findings of the level of \`--fail-on\`.
- \`2\`: inconclusive: something that was asked for could not be checked, or the command was used wrongly.`;

function formatCommandPage(command: Command): string {
  const text = command.description();
  const sections = [
    `# contract ${command.name()}`,
    `${text.charAt(0).toUpperCase()}${text.slice(1)}.`,
    ["```sh", `contract ${command.name()} ${command.usage()}`, "```"].join("\n"),
    ...(command.registeredArguments.length === 0
      ? []
      : [
          "## Arguments",
          command.registeredArguments.map((it) => `- \`${it.name()}\`: ${escapeText(it.description)}`).join("\n"),
        ]),
    ["## Examples", "", "```sh", ...EXAMPLES[command.name() as keyof typeof EXAMPLES], "```"].join("\n"),
    ...(command.options.length === 0 ? [] : ["## Options", command.options.map(formatOption).join("\n")]),
    ["## Exit codes", "", formatExitCodeList(command)].join("\n"),
  ];
  return `${sections.join("\n\n")}\n`;
}

/** The list in the last line of the help: `Exit codes: 0 passed, 1 failed.` */
function formatExitCodeList(command: Command): string {
  const [, codes = ""] = /^Exit codes: (.*)\.$/.exec(formatExitCodes(command)) ?? [];
  return codes
    .split(", ")
    .map((it) => it.replace(/^(\d) (.*)$/, "- `$1`: $2."))
    .join("\n");
}

function formatOption({ flags, description, defaultValue, argChoices, mandatory }: Option): string {
  const details = [
    ...(mandatory ? ["Required."] : []),
    ...(argChoices === undefined ? [] : [`Values: ${argChoices.map((it) => `\`${it}\``).join(", ")}.`]),
    ...(defaultValue === undefined || typeof defaultValue === "boolean"
      ? []
      : [`Default: \`${String(defaultValue)}\`.`]),
  ];
  return [`- \`${flags}\`: ${escapeText(description)}${description.endsWith(".") ? "" : "."}`, ...details].join(" ");
}

function escapeText(text: string): string {
  return text.replaceAll(/[<*_[\]]/g, "\\$&");
}
