import { writeFileSync } from "node:fs";
import type { FailOn } from "../../gate/index.js";
import { getToolInfo } from "../../library/tool-info.js";
import { REPORT_FORMATS, type ReportInput } from "../../report/index.js";
import type { ExitCode, Io } from "../process/io.js";
import { appendJobSummary, escapeWorkflowCommands } from "./job-summary.js";
import type { ReportOutput } from "./report-outputs.js";
import { createRepositoryPathResolver, createSourceReader } from "./repository-paths.js";

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
