import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { parse, stringify } from "yaml";
import { CONFIG_SCHEMA } from "../../../src/cli/settings/config-table.js";
import { CODE_PAGES, linkCodes, splitCodePage } from "./code-pages.js";
import { formatCommandPages } from "./command-pages.js";
import { formatConfigurationFields } from "./configuration-fields.js";
import { createRepositoryPages, linkRepositoryPages } from "./repository-pages.js";
import { formatOpenQuestionsPage, formatSamplesPage } from "./site-spec.js";

type Group = { readonly group: string; readonly path?: string; readonly pages: readonly string[] };

/** Creates all pages of the site that are not in the spec, by file name: the guides of docs/, and the references. */
export function createOwnPages(library: ReadonlyMap<string, string> = new Map()): Map<string, string | Uint8Array> {
  const commands = formatCommandPages();
  const codes = CODE_PAGES.map(splitCodePage);
  const repository = createRepositoryPages();
  const generated = new Map<string, string>([
    ...repository,
    ...library,
    ...commands,
    ...codes.flatMap(({ pages }) => [...pages]),
    ["configuration.md", formatConfigurationPage()],
    ["reference/open-questions.md", formatOpenQuestionsPage()],
    ["reference/samples.md", formatSamplesPage()],
  ]);
  const listPages = (directory: string): string[] =>
    [...repository.keys()].filter((it) => it.startsWith(`${directory}/`));
  const groups: Group[] = [
    ...(parse(readFileSync("docs/sidebar.yaml", "utf8")) as Group[]),
    { group: "API", pages: ["reference/samples.md", ...listPages("reference"), "reference/open-questions.md"] },
    { group: "Command line", path: "reference", pages: [...commands.keys()] },
    { group: "Configuration", path: "reference", pages: ["configuration.md"] },
    ...(library.size === 0 ? [] : [{ group: "Library", pages: [...library.keys()] }]),
    { group: "Measurements", pages: listPages("measurements") },
    ...codes.map(({ group, pages }) => ({ group, path: "reference", pages: [...pages.keys()] })),
  ];
  return new Map<string, string | Uint8Array>([
    ...readGuides(),
    ...[...generated].map(([name, text]) => [name, linkCodes(text)] as const),
    ["sidebar.yaml", stringify(groups)],
  ]);
}

function readGuides(): [string, string | Uint8Array][] {
  const isGenerated = (name: string): boolean => CODE_PAGES.some(({ file }) => file === name);
  const names = readdirSync("docs").filter((name) => name.endsWith(".md") && !isGenerated(name));
  const pictures = readdirSync("docs/pictures").map((name) => `pictures/${name}`);
  return [
    ...names.map((name): [string, string] => [
      name,
      linkRepositoryPages(linkCodes(readFileSync(join("docs", name), "utf8"))),
    ]),
    ...pictures.map((name): [string, Uint8Array] => [name, readFileSync(join("docs", name))]),
  ];
}

/** Formats the page of contract.config.yaml from its JSON Schema. */
function formatConfigurationPage(): string {
  return `# contract.config.yaml

Configuration of \`contract check\`, \`contract gate\` and other commands. Paths are relative to the directory of the file.
Options of the command line override it. The package exports its JSON Schema as \`commerce-contract/config.schema.json\`.

## Properties

${formatConfigurationFields(CONFIG_SCHEMA)}
`;
}

/** Writes files below a directory. */
export function writeFiles(directory: string, files: ReadonlyMap<string, string | Uint8Array>): void {
  for (const [name, content] of files) {
    mkdirSync(dirname(join(directory, name)), { recursive: true });
    writeFileSync(join(directory, name), content);
  }
}
