import { accessSync, constants, existsSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, isAbsolute, relative, resolve, sep } from "node:path";
import { FORMATS, type FormatName, type Told } from "../report/index.js";
import type { ExitCode, Io } from "./io.js";
import { appendSummary, escapedForRunner } from "./job-summary.js";
import { UsageError } from "./usage-error.js";
import { ownTool } from "./version.js";

/** Where one report goes: to a file, or to stdout. */
export type Output = { readonly format: FormatName; readonly file?: string };

/**
 * Reads what `--format` was given: `NAME` or `NAME:FILE`, any number of times; text to stdout when it was not.
 *
 * @throws UsageError when there is no such format, its file cannot be written, or two reports would be mixed on stdout: said
 * before the work, not after it.
 */
export function parseOutputs(given: readonly string[] = ["text"]): Output[] {
  const outputs = given.map(parseOutput);
  for (const { file } of outputs) expectFolder(file);
  const printed = outputs.filter(({ file }) => file === undefined).map(({ format }) => format);
  if (printed.length > 1 && !(printed.length === 2 && printed.includes("text") && printed.includes("github")))
    throw new UsageError(
      `--format ${printed.join(" and --format ")}: only one report goes to stdout (or text and github); give the others a file, such as ${printed.at(-1)}:FILE`,
    );
  return outputs;
}

export type Telling = {
  /** The command that tells, such as `check`. */
  readonly command: string;
  readonly outputs: readonly Output[];
  readonly quiet?: boolean;
  readonly io: Io;
};

/** Writes a report in every form that was asked for, and says how the run came out. */
export function tell(
  judged: Omit<Told, "tool" | "source" | "colour" | "pathInRepository">,
  { command, outputs, quiet, io }: Telling,
): ExitCode {
  const { outcome } = judged;
  const pathInRepository = repositoryPaths(io.env.GITHUB_WORKSPACE ?? io.env.CI_PROJECT_DIR);
  const told = { ...judged, tool: ownTool(), source: sourceLines(), pathInRepository };
  for (const { format, file } of outputs) {
    const colour = file === undefined && io.isTerminal && io.env.NO_COLOR === undefined;
    const text = FORMATS[format]({ ...told, colour });
    if (file !== undefined) writeFileSync(file, text);
    else if (format !== "text" || quiet !== true || outcome.kind !== "holds")
      io.stdout(escapedForRunner(text, format, io));
    if (format === "github") appendSummary(told, io);
  }
  if (outcome.kind === "unjudged") {
    io.stderr(`contract ${command}: could not judge: ${outcome.reasons.join("\n")}\n`);
    return 2;
  }
  return outcome.kind === "broken" ? 1 : 0;
}

/** @throws UsageError when a file could not be written there. */
export function expectFolder(file: string | undefined): void {
  if (file === undefined) return;
  try {
    accessSync(dirname(file), constants.W_OK);
  } catch (error) {
    throw new UsageError(`${file}: cannot be written, for there is no folder ${dirname(file)} that can be`, {
      cause: error,
    });
  }
}

/** Where a file stands in the repository: below the folder that the CI has checked out, or else that of the run. */
function repositoryPaths(root = ""): NonNullable<Told["pathInRepository"]> {
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

function parseOutput(value: string): Output {
  const at = value.indexOf(":");
  const format = at === -1 ? value : value.slice(0, at);
  if (!isFormat(format)) {
    const known = Object.keys(FORMATS);
    const names = `${known.slice(0, -1).join(", ")} or ${known.at(-1)}`;
    throw new UsageError(`--format ${value}: there is no format "${format}"; give ${names}, or NAME:FILE`);
  }
  if (at === value.length - 1) throw new UsageError(`--format ${value}: a file name is missing after the colon`);
  return at === -1 ? { format } : { format, file: value.slice(at + 1) };
}

function isFormat(name: string): name is FormatName {
  return Object.hasOwn(FORMATS, name);
}
