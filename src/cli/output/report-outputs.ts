import { resolve } from "node:path";
import { FORMAT_NAMES, type FormatName } from "../../report/index.js";
import { UsageError } from "../process/io.js";
import { assertWritableFile } from "./write-file-atomic.js";

/** The format and target of one report; without `file` it goes to stdout. */
export type ReportOutput<Name extends string = FormatName> = { readonly format: Name; readonly file?: string };

/**
 * Parses the values of `--format`, or `formats` of the configuration: `NAME` or `NAME:FILE`. The default is text to stdout.
 *
 * @param further the formats that only this command has
 * @throws UsageError for an unknown format, a file that cannot be written, or two reports for stdout or for one file. The check
 * comes before the run, so that no work is lost.
 */
export function parseReportOutputs<Name extends string = never>(
  given: readonly string[] = ["text"],
  further: readonly Name[] = [],
): ReportOutput<FormatName | Name>[] {
  const names: readonly (FormatName | Name)[] = [...FORMAT_NAMES, ...further];
  const outputs = given.map((value) => parseOutputValue(names, value));
  for (const { file } of outputs) assertWritableFile(file, { createsDirectories: true });
  const printed: readonly string[] = outputs.filter(({ file }) => file === undefined).map(({ format }) => format);
  if (printed.length > 1 && !(printed.length === 2 && printed.includes("text") && printed.includes("github")))
    throw new UsageError(
      `formats ${printed.join(" and ")}: only one report can go to stdout (or text and github); write the others to a file, such as ${printed.at(-1)}:FILE`,
    );
  const files = outputs.flatMap(({ file }) => (file === undefined ? [] : [resolve(file)]));
  const duplicate = files.find((file, index) => files.indexOf(file) < index);
  if (duplicate !== undefined) throw new UsageError(`${duplicate}: two reports use this file; give each its own`);
  return outputs;
}

/** Joins names with commas, and the last with "or". */
export function joinWithOr(names: readonly string[]): string {
  return names.join(", ").replace(/, (?=[^,]*$)/, " or ");
}

function parseOutputValue<Name extends string>(names: readonly Name[], value: string): ReportOutput<Name> {
  const at = value.indexOf(":");
  const name = at === -1 ? value : value.slice(0, at);
  const format = names.find((it) => it === name);
  if (format === undefined) throw new UsageError(`unknown format "${name}"; give ${joinWithOr(names)}, or NAME:FILE`);
  if (at === value.length - 1) throw new UsageError(`format ${value}: missing file name after the colon`);
  return at === -1 ? { format } : { format, file: value.slice(at + 1) };
}
