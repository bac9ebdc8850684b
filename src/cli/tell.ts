import { accessSync, constants, existsSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { dirname, isAbsolute, join, relative, resolve, sep } from "node:path";
import type { FailOn } from "../gate/index.js";
import { ownTool } from "../library/own-tool.js";
import { FORMATS, type FormatName, type Told } from "../report/index.js";
import type { ExitCode, Io } from "./io.js";
import { appendSummary, escapedForRunner } from "./job-summary.js";
import { UsageError } from "./usage-error.js";

/** Where one report goes: to a file, or to stdout. */
export type Output<Name extends string = FormatName> = { readonly format: Name; readonly file?: string };

/**
 * Reads what `--format` was given, or `formats` of the configuration: `NAME` or `NAME:FILE`, any number of times; text to stdout
 * when neither was.
 *
 * @throws UsageError when there is no such format, its file cannot be written, or two reports would be mixed on stdout or in
 * one file: said before the work, not after it.
 */
export function parseOutputs(given?: readonly string[]): Output[] {
  return parseOutputsOf(Object.keys(FORMATS) as FormatName[], given);
}

/** The same for a command that has formats of its own. */
export function parseOutputsOf<Name extends string>(
  names: readonly Name[],
  given: readonly string[] = ["text"],
): Output<Name>[] {
  const outputs = given.map((value) => parseOutput(names, value));
  for (const { file } of outputs) expectFolder(file);
  const printed: readonly string[] = outputs.filter(({ file }) => file === undefined).map(({ format }) => format);
  if (printed.length > 1 && !(printed.length === 2 && printed.includes("text") && printed.includes("github")))
    throw new UsageError(
      `formats ${printed.join(" and ")}: only one report goes to stdout (or text and github); give the others a file, such as ${printed.at(-1)}:FILE`,
    );
  const files = outputs.flatMap(({ file }) => (file === undefined ? [] : [resolve(file)]));
  const twice = files.find((file, index) => files.indexOf(file) < index);
  if (twice !== undefined) throw new UsageError(`${twice}: two reports do not fit into one file; give each its own`);
  return outputs;
}

/** The names of all formats, for help and messages. */
export const FORMAT_NAMES = oneOf(Object.keys(FORMATS));

/** The names in a row, the last after "or". */
export function oneOf(names: readonly string[]): string {
  return names.join(", ").replace(/, (?=[^,]*$)/, " or ");
}

export type Telling = {
  /** The command that tells, such as `check`. */
  readonly command: string;
  readonly outputs: readonly Output[];
  readonly quiet?: boolean;
  readonly io: Io;
};

/** A verdict as a command hands it over; from which level on it fails has to be said, for formats mark what fails the run. */
type Judged = Omit<Told, "tool" | "source" | "colour" | "pathInRepository" | "failOn"> & { readonly failOn: FailOn };

/**
 * Writes a report in every form that was asked for, and says how the run came out. A file that cannot be written keeps the
 * others from nobody, and ends the run with 2.
 */
export function tell(judged: Judged, { command, outputs, quiet, io }: Telling): ExitCode {
  const { outcome } = judged;
  const pathInRepository = repositoryPaths(io.env.GITHUB_WORKSPACE ?? io.env.CI_PROJECT_DIR);
  const told = { ...judged, tool: ownTool(), source: sourceLines(), pathInRepository };
  const unwritten: string[] = [];
  for (const { format, file } of outputs) {
    const isShown = file === undefined && io.isTerminal;
    const colour = isShown && io.env.NO_COLOR === undefined;
    const text = FORMATS[format]({
      ...told,
      colour,
      reasonsOnStderr: file === undefined,
      ...(isShown ? { width: io.columns } : {}),
    });
    if (file !== undefined) unwritten.push(...written(file, text));
    else if (format !== "text" || quiet !== true || outcome.kind !== "holds")
      io.stdout(escapedForRunner(text, format, io));
    if (format === "github") appendSummary(told, io);
  }
  // The text on stdout leaves the reasons to stderr, where they are seen when stdout goes to a file as well.
  if (outcome.kind === "unjudged") io.stderr(`contract ${command}: could not judge: ${outcome.reasons.join("\n")}\n`);
  for (const it of unwritten) io.stderr(`contract ${command}: ${it}\n`);
  if (outcome.kind === "unjudged" || unwritten.length > 0) return 2;
  return outcome.kind === "broken" ? 1 : 0;
}

/** What went wrong, in words; nothing when nothing did. */
export function written(file: string, text: string): string[] {
  try {
    writeFileSync(file, text);
    return [];
  } catch (error) {
    return [`the report ${file} could not be written: ${(error as Error).message}`];
  }
}

/** @throws UsageError when a file could not be written there. */
export function expectFolder(file: string | undefined): void {
  if (file === undefined) return;
  if (file === "-") throw new UsageError('"-" is no file here; give the name of one, or ./- where that is its name');
  const folder = dirname(file);
  try {
    // With the slash a file is no folder.
    accessSync(`${folder}/`, constants.W_OK);
  } catch (error) {
    throw new UsageError(`${file}: cannot be written, for there is no folder ${folder} that can be`, { cause: error });
  }
  if (statSync(file, { throwIfNoEntry: false })?.isDirectory() === true)
    throw new UsageError(`${file}: is a folder; give a file in it, such as ${join(file, "report")}`);
}

/** Where a file stands in the repository: below the folder that the CI has checked out, or else that of the run. */
export function repositoryPaths(root = ""): NonNullable<Told["pathInRepository"]> {
  const from = resolve("").startsWith(resolve(root)) ? resolve(root) : resolve("");
  return (file) => {
    const path = relative(from, resolve(file));
    return path === ".." || path.startsWith(`..${sep}`) || isAbsolute(path) ? undefined : path.split(sep).join("/");
  };
}

/** The description was read a moment ago; should it be gone, the report does without its lines. */
function sourceLines(): Told["source"] {
  const files = new Map<string, readonly string[]>();
  return (file) => {
    const known = files.get(file);
    if (known !== undefined) return known;
    const lines = existsSync(file) ? readFileSync(file, "utf8").split(/\r?\n/) : [];
    files.set(file, lines);
    return lines;
  };
}

function parseOutput<Name extends string>(names: readonly Name[], value: string): Output<Name> {
  const at = value.indexOf(":");
  const name = at === -1 ? value : value.slice(0, at);
  const format = names.find((it) => it === name);
  if (format === undefined) throw new UsageError(`there is no format "${name}"; give ${oneOf(names)}, or NAME:FILE`);
  if (at === value.length - 1) throw new UsageError(`format ${value}: a file name is missing after the colon`);
  return at === -1 ? { format } : { format, file: value.slice(at + 1) };
}
