import { writeFileSync } from "node:fs";
import type { FailOn } from "../../gate/index.js";
import { getToolInfo } from "../../library/tool-info.js";
import { formatMarkdownReport, REPORT_FORMATS, type ReportInput } from "../../report/index.js";
import type { ExitCode, Io } from "../process/io.js";
import { appendJobSummary, escapeWorkflowCommands } from "./job-summary.js";
import type { ReportOutput } from "./report-outputs.js";
import { createRepositoryPathResolver, createSourceReader } from "./repository-paths.js";

export type WriteReportsOptions = {
  /** The name of the command, such as `check`. */
  readonly command: string;
  readonly outputs: readonly ReportOutput[];
  readonly quiet?: boolean;
  readonly io: Io;
};

/** The result of a command. `failOn` is required, because formats mark the findings that fail the run. */
type ReportableRun = Omit<ReportInput, "tool" | "source" | "colour" | "pathInRepository" | "failOn"> & {
  readonly failOn: FailOn;
};

/**
 * Writes the report in every requested format and returns the exit code. If a file cannot be written, the others still are
 * and the exit code is 2.
 */
export function writeReports(run: ReportableRun, { command, outputs, quiet, io }: WriteReportsOptions): ExitCode {
  const { outcome } = run;
  const pathInRepository = createRepositoryPathResolver(io.env.GITHUB_WORKSPACE ?? io.env.CI_PROJECT_DIR);
  const input = { ...run, tool: getToolInfo(), source: createSourceReader(), pathInRepository };
  const unwritten: string[] = [];
  for (const { format, file } of outputs) {
    const isShown = file === undefined && io.isTerminal;
    const colour = isShown && io.env.NO_COLOR === undefined;
    const text = REPORT_FORMATS[format]({
      ...input,
      colour,
      reasonsOnStderr: file === undefined,
      ...(isShown ? { width: io.columns } : {}),
    });
    if (file !== undefined) unwritten.push(...writeReportFile(file, text));
    else if (format !== "text" || quiet !== true || outcome.kind !== "passed")
      io.stdout(escapeWorkflowCommands(text, format, io));
    if (format === "github") appendJobSummary((limit) => formatMarkdownReport(input, limit), io);
  }
  // The text report on stdout omits the reasons. On stderr they are visible even if stdout is redirected.
  if (outcome.kind === "inconclusive") io.stderr(`contract ${command}: inconclusive: ${outcome.reasons.join("\n")}\n`);
  for (const it of unwritten) io.stderr(`contract ${command}: ${it}\n`);
  if (outcome.kind === "inconclusive" || unwritten.length > 0) return 2;
  return outcome.kind === "failed" ? 1 : 0;
}

/** Writes a report and returns error messages, which are empty on success. */
export function writeReportFile(file: string, text: string): string[] {
  try {
    writeFileSync(file, text);
    return [];
  } catch (error) {
    return [`cannot write the report ${file}: ${(error as Error).message}`];
  }
}
