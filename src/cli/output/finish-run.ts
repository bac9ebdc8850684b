import { appendFileSync, existsSync, mkdirSync, statSync, writeFileSync } from "node:fs";
import { dirname, isAbsolute, relative, resolve, sep } from "node:path";
import { computeOutcome, EXIT_CODES, type Report, type RunOutcome } from "../../check/index.js";
import { createSourceReader } from "../../document/index.js";
import { getToolInfo } from "../../library/tool-info.js";
import { acceptRun } from "../../report/accepted.js";
import {
  createCheckPage,
  type FormatName,
  REPORT_FORMATS,
  type ReportInput,
  type ReportPage,
  renderMarkdown,
  type TextOptions,
} from "../../report/index.js";
import type { CommandOptions } from "../options/command-table.js";
import type { ExitCode, Io } from "../process/io.js";
import type { BaselineSettings, RunSettings } from "../settings/run-settings.js";
import { type ApplyBaseline, openBaseline } from "./baseline-file.js";
import { parseReportOutputs, type ReportOutput } from "./report-outputs.js";

type WriteReportsOptions<Name extends string = FormatName> = {
  /** The name of the command, such as `check`. */
  readonly command: string;
  readonly outputs: readonly ReportOutput<Name>[];
  readonly quiet?: boolean | undefined;
  readonly io: Io;
};

/**
 * Opens the reports and the baseline of a command, before its work.
 *
 * @param further the formats that only this command has
 * @throws UsageError or SettingsError when one of them cannot be used
 */
export function openReports<Further extends string = never>(
  command: string,
  settings: BaselineSettings & Pick<CommandOptions<"check">, "quiet" | "format">,
  io: Io,
  further?: readonly Further[],
) {
  const outputs = parseReportOutputs(settings.format, further);
  const baseline = openBaseline(settings, io);
  const { quiet } = settings;
  return {
    outputs,
    baseline,
    /** Applies the baseline to the results, writes the reports and returns the exit code. */
    write: <Input>(reports: Reports<FormatName | Further, Input>, accept: ApplyBaseline<Input>): ExitCode =>
      writeReports(baseline.apply(command, accept), reports, { command, outputs, quiet, io }),
  };
}

/** A command that checks traffic, before its first exchange. */
export type OpenRun = ReturnType<typeof openRun>;

/** Opens the reports and the baseline of a command that checks traffic. */
export function openRun(command: string, settings: RunSettings, io: Io) {
  const { failOn, allowPartial, isSpecConfigured, format = settings.formats } = settings;
  const opened = openReports(command, { ...settings, format }, io);
  /** Writes the reports and returns the exit code. */
  const finish = ({ isShard = false, ...run }: FinishedRun): ExitCode => {
    const getOutcome = (report: Report): RunOutcome =>
      computeOutcome(report, { failOn, allowPartial, isShard, isBuiltInSpec: !isSpecConfigured });
    const input = { ...run, failOn, ...createReportContext(io) };
    const reports = { formats: REPORT_FORMATS, createPage: createCheckPage };
    return opened.write(reports, (accepted) => acceptRun(input, accepted, getOutcome));
  };
  return { ...opened, finish };
}

type FinishedRun = Pick<ReportInput, "report" | "diagnostics" | "difference"> & {
  /** A shard may be empty without making the run inconclusive. */
  readonly isShard?: boolean;
};

/** What every report needs besides the results. */
export function createReportContext({ env }: Io) {
  const pathInRepository = createRepositoryPathResolver(env.GITHUB_WORKSPACE ?? env.CI_PROJECT_DIR);
  return { tool: getToolInfo(), source: createSourceReader(), pathInRepository };
}

/** The width of a terminal that does not tell it. */
const DEFAULT_WIDTH = 80;

type Reports<Name extends string, Input> = {
  readonly formats: Readonly<Record<Name, (input: Input & TextOptions) => string>>;
  readonly createPage: (input: Input) => ReportPage;
};

/**
 * Writes the report in every requested format and returns the exit code. If a file cannot be written, the others still are
 * and the exit code is 2.
 */
function writeReports<Name extends string, Input>(
  input: Input,
  { formats, createPage }: Reports<Name, Input>,
  { command, outputs, quiet = false, io }: WriteReportsOptions<Name>,
): ExitCode {
  const page = createPage(input);
  // What these commands find in a recording, `contract check` finds too.
  const acceptedBy = /^(listen|merge|record|report)$/.test(command) ? "check" : command;
  const unwritten: string[] = [];
  for (const { format, file } of outputs) {
    const isShown = file === undefined && io.isTerminal;
    const colour = isShown && io.env.NO_COLOR === undefined;
    const width = isShown ? (io.columns ?? DEFAULT_WIDTH) : undefined;
    const text = formats[format]({ ...input, colour, width, acceptedBy });
    if (file !== undefined) unwritten.push(...writeReportFile(file, text));
    else if (format !== "text" || !quiet || page.outcome.kind !== "passed")
      io.stdout(escapeWorkflowCommands(text, format, io));
    if (format === "github") appendJobSummary((limit) => renderMarkdown(page, limit), io);
  }
  const { kind, reasons = [] } = page.outcome;
  // On a terminal, the text report already shows what was not checked.
  const isVisible = io.isTerminal && outputs.some(({ format, file }) => format === "text" && file === undefined);
  if (!isVisible && reasons.length > 0)
    io.stderr(`contract ${command}: ${REASON_LABELS[kind]}: ${reasons.join("\n")}\n`);
  for (const it of unwritten) io.stderr(`contract ${command}: ${it}\n`);
  return kind === "passed" && unwritten.length > 0 ? 2 : EXIT_CODES[kind];
}

const REASON_LABELS = { passed: "", failed: "not checked", inconclusive: "inconclusive" } as const;

/** Writes a report, with missing directories, and returns error messages, which are empty on success. */
function writeReportFile(file: string, text: string): string[] {
  try {
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, text);
    return [];
  } catch (error) {
    return [`cannot write the report ${file}: ${(error as Error).message}`];
  }
}

/** GitHub rejects a longer step summary. */
const MAX_SUMMARY_BYTES = 1024 * 1024;
/** Browsers are slow to show longer pages. */
const MAX_SUMMARY_CHARACTERS = 256 * 1024;
/** A UTF-16 code unit takes at most this many bytes in UTF-8. */
const MAX_BYTES_PER_CHARACTER = 3;
/** Environment variables that the runners of Azure Pipelines and TeamCity set. */
const RUNNER_VARIABLES = ["TF_BUILD", "TEAMCITY_VERSION"];

/** Appends the report, in Markdown of at most a number of characters, to the job summary of GitHub Actions. Does nothing elsewhere. */
export function appendJobSummary(format: (limit: number) => string, { env, stderr }: Io): void {
  const file = env.GITHUB_STEP_SUMMARY;
  if (file === undefined || file === "") return;
  try {
    const before = existsSync(file) ? statSync(file).size : 0;
    const limit = Math.min(
      MAX_SUMMARY_CHARACTERS,
      Math.floor((MAX_SUMMARY_BYTES - before) / MAX_BYTES_PER_CHARACTER) - 1,
    );
    const text = format(limit);
    if (text.length <= limit) appendFileSync(file, `${text}\n`);
    else stderr(`contract: the report does not fit into the job summary ${file}\n`);
  } catch (error) {
    // The summary does not affect the result.
    stderr(`contract: cannot write the job summary: ${(error as Error).message}\n`);
  }
}

/**
 * Escapes lines that a CI runner would execute as workflow commands, since recordings can contain such lines. Only the
 * `github` format may print commands.
 */
export function escapeWorkflowCommands(text: string, format: string, { env }: Io): string {
  const hasRunner = env.GITHUB_ACTIONS === "true" || RUNNER_VARIABLES.some((name) => (env[name] ?? "") !== "");
  if (!hasRunner || format === "github") return text;
  // JSON escapes keep the value of JSON reports unchanged.
  return text.replaceAll(/##(\w*)\[/g, "##$1\\u005b").replaceAll(/^([^\S\n]*):(?=:)/gm, "$1\\u003a");
}

/** Resolves paths relative to the checkout of the CI, or else to the current directory; undefined for files outside. */
function createRepositoryPathResolver(root = ""): NonNullable<ReportInput["pathInRepository"]> {
  const from = resolve("").startsWith(resolve(root)) ? resolve(root) : resolve("");
  return (file) => {
    const path = relative(from, resolve(file));
    return path === ".." || path.startsWith(`..${sep}`) || isAbsolute(path) ? undefined : path.split(sep).join("/");
  };
}
