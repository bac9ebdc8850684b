import { resolve } from "node:path";
import { type FormatName, REPORT_FORMATS } from "../../report/index.js";
import { UsageError } from "../process/usage-error.js";
import { assertWritableFile } from "./assert-writable-file.js";

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
  const outputs = given.map((value) => parseOutputValue(names, value));
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

function parseOutputValue<Name extends string>(names: readonly Name[], value: string): ReportOutput<Name> {
  const at = value.indexOf(":");
  const name = at === -1 ? value : value.slice(0, at);
  const format = names.find((it) => it === name);
  if (format === undefined)
    throw new UsageError(`there is no format "${name}"; give ${joinWithOr(names)}, or NAME:FILE`);
  if (at === value.length - 1) throw new UsageError(`format ${value}: a file name is missing after the colon`);
  return at === -1 ? { format } : { format, file: value.slice(at + 1) };
}
