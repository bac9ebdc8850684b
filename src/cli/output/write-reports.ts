import { accessSync, constants, existsSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { dirname, isAbsolute, join, relative, resolve, sep } from "node:path";
import type { FailOn } from "../../gate/index.js";
import { getToolInfo } from "../../library/tool-info.js";
import { type FormatName, REPORT_FORMATS, type ReportInput } from "../../report/index.js";
import type { ExitCode, Io } from "../process/io.js";
import { UsageError } from "../process/usage-error.js";
import { appendJobSummary, escapeWorkflowCommands } from "./job-summary.js";

/** Where one report goes: to a file, or to stdout. */
export type ReportOutput<Name extends string = FormatName> = { readonly format: Name; readonly file?: string };

/**
 * Reads what `--format` was given, or `formats` of the configuration: `NAME` or `NAME:FILE`, any number of times; text to stdout
 * when neither was.
 *
 * @throws UsageError when there is no such format, its file cannot be written, or two reports would be mixed on stdout or in
 * one file: said before the work, not after it.
 */
export function parseReportOutputs(given?: readonly string[]): ReportOutput[] {
  return parseOutputsForFormats(Object.keys(REPORT_FORMATS) as FormatName[], given);
}

/** The same for a command that has formats of its own. */
export function parseOutputsForFormats<Name extends string>(
  names: readonly Name[],
  given: readonly string[] = ["text"],
): ReportOutput<Name>[] {
  const outputs = given.map((value) => parseReportOutput(names, value));
  for (const { file } of outputs) assertWritableFile(file);
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
export const FORMAT_NAMES_TEXT = joinWithOr(Object.keys(REPORT_FORMATS));

/** The names in a row, the last after "or". */
export function joinWithOr(names: readonly string[]): string {
  return names.join(", ").replace(/, (?=[^,]*$)/, " or ");
}

export type WriteReportsOptions = {
  /** The command that tells, such as `check`. */
  readonly command: string;
  readonly outputs: readonly ReportOutput[];
  readonly quiet?: boolean;
  readonly io: Io;
};

/** A verdict as a command hands it over; from which level on it fails has to be said, for formats mark what fails the run. */
type ReportableRun = Omit<ReportInput, "tool" | "source" | "colour" | "pathInRepository" | "failOn"> & {
  readonly failOn: FailOn;
};

/**
 * Writes a report in every form that was asked for, and says how the run came out. A file that cannot be written keeps the
 * others from nobody, and ends the run with 2.
 */
export function writeReports(judged: ReportableRun, { command, outputs, quiet, io }: WriteReportsOptions): ExitCode {
  const { outcome } = judged;
  const pathInRepository = createRepositoryPathResolver(io.env.GITHUB_WORKSPACE ?? io.env.CI_PROJECT_DIR);
  const told = { ...judged, tool: getToolInfo(), source: createSourceReader(), pathInRepository };
  const unwritten: string[] = [];
  for (const { format, file } of outputs) {
    const isShown = file === undefined && io.isTerminal;
    const colour = isShown && io.env.NO_COLOR === undefined;
    const text = REPORT_FORMATS[format]({
      ...told,
      colour,
      reasonsOnStderr: file === undefined,
      ...(isShown ? { width: io.columns } : {}),
    });
    if (file !== undefined) unwritten.push(...writeReportFile(file, text));
    else if (format !== "text" || quiet !== true || outcome.kind !== "passed")
      io.stdout(escapeWorkflowCommands(text, format, io));
    if (format === "github") appendJobSummary(told, io);
  }
  // The text on stdout leaves the reasons to stderr, where they are seen when stdout goes to a file as well.
  if (outcome.kind === "inconclusive")
    io.stderr(`contract ${command}: could not judge: ${outcome.reasons.join("\n")}\n`);
  for (const it of unwritten) io.stderr(`contract ${command}: ${it}\n`);
  if (outcome.kind === "inconclusive" || unwritten.length > 0) return 2;
  return outcome.kind === "failed" ? 1 : 0;
}

/** What went wrong, in words; nothing when nothing did. */
export function writeReportFile(file: string, text: string): string[] {
  try {
    writeFileSync(file, text);
    return [];
  } catch (error) {
    return [`the report ${file} could not be written: ${(error as Error).message}`];
  }
}

/** @throws UsageError when a file could not be written there. */
export function assertWritableFile(file: string | undefined): void {
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
export function createRepositoryPathResolver(root = ""): NonNullable<ReportInput["pathInRepository"]> {
  const from = resolve("").startsWith(resolve(root)) ? resolve(root) : resolve("");
  return (file) => {
    const path = relative(from, resolve(file));
    return path === ".." || path.startsWith(`..${sep}`) || isAbsolute(path) ? undefined : path.split(sep).join("/");
  };
}

/** The description was read a moment ago; should it be gone, the report does without its lines. */
function createSourceReader(): ReportInput["source"] {
  const files = new Map<string, readonly string[]>();
  return (file) => {
    const known = files.get(file);
    if (known !== undefined) return known;
    const lines = existsSync(file) ? readFileSync(file, "utf8").split(/\r?\n/) : [];
    files.set(file, lines);
    return lines;
  };
}

function parseReportOutput<Name extends string>(names: readonly Name[], value: string): ReportOutput<Name> {
  const at = value.indexOf(":");
  const name = at === -1 ? value : value.slice(0, at);
  const format = names.find((it) => it === name);
  if (format === undefined)
    throw new UsageError(`there is no format "${name}"; give ${joinWithOr(names)}, or NAME:FILE`);
  if (at === value.length - 1) throw new UsageError(`format ${value}: a file name is missing after the colon`);
  return at === -1 ? { format } : { format, file: value.slice(at + 1) };
}
