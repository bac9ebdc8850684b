import { createSourceReader } from "../../document/index.js";
import { getToolInfo } from "../../library/tool-info.js";
import { type LINT_FORMAT_NAMES, renderMarkdown } from "../../report/index.js";
import { getLintOutcome, LINT_FORMATS, type LintReportInput } from "../../report/lint/formats.js";
import { createLintPage } from "../../report/lint/lint-page.js";
import type { ExitCode, Io } from "../process/io.js";
import {
  appendJobSummary,
  createRepositoryPathResolver,
  escapeWorkflowCommands,
  finishReports,
  writeReportFile,
} from "./finish-run.js";
import type { ReportOutput } from "./report-outputs.js";

/** The results of a lint run. */
type LintRun = Pick<LintReportInput, "specs" | "unchecked" | "failOn" | "maxFindings" | "difference">;

type LintOutputOptions = {
  /** The name of the command, such as `lint`. */
  readonly command: string;
  readonly outputs: readonly ReportOutput<(typeof LINT_FORMAT_NAMES)[number]>[];
  readonly quiet: boolean | undefined;
  readonly io: Io;
};

/** Writes the lint report in every requested format, and returns the exit code. */
export function writeLintReports(run: LintRun, { command, outputs, quiet = false, io }: LintOutputOptions): ExitCode {
  const pathInRepository = createRepositoryPathResolver(io.env.GITHUB_WORKSPACE ?? io.env.CI_PROJECT_DIR);
  const input = { ...run, tool: getToolInfo(), source: createSourceReader(), pathInRepository, colour: false };
  const outcome = getLintOutcome(input);
  const unwritten: string[] = [];
  for (const { format, file } of outputs) {
    const isShown = file === undefined && io.isTerminal;
    const colour = isShown && io.env.NO_COLOR === undefined;
    const text = LINT_FORMATS[format]({ ...input, colour, ...(isShown ? { width: io.columns } : {}) });
    if (file !== undefined) unwritten.push(...writeReportFile(file, text));
    else if (format !== "text" || !quiet || outcome.kind !== "passed")
      io.stdout(escapeWorkflowCommands(text, format, io));
    if (format === "github") appendJobSummary((limit) => renderMarkdown(createLintPage(input), limit), io);
  }
  return finishReports(outcome, unwritten, { command, outputs, io });
}
