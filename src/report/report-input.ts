import type { FailOn, Report, RunOutcome } from "../gate/index.js";
import type { LintDiagnostic } from "../lint/index.js";
import type { ReadSourceLines } from "./findings/spec-snippet.js";

export type Tool = { readonly name: string; readonly version: string };

/** Everything that a format may draw on. */
export type ReportInput = {
  readonly report: Report;
  readonly outcome: RunOutcome;
  readonly tool: Tool;
  readonly problems: readonly LintDiagnostic[];
  /** The lines of a file of the description, so that the clause can be shown. */
  readonly source: ReadSourceLines;
  /** How many findings the formats for people tell, errors first. */
  readonly maxFindings?: number;
  readonly colour?: boolean;
  /** Whether the text leaves the reasons of a run that was not conclusive to stderr. */
  readonly reasonsOnStderr?: boolean;
  /** How wide the terminal is that shows the text; a text that nobody looks at is as wide as its lines. */
  readonly width?: number | undefined;
  /** From which level on findings fail the run; errors do when it is not said. */
  readonly failOn?: FailOn;
  /** The path of a file from the root of the repository, with slashes; undefined for one that is elsewhere. */
  readonly pathInRepository?: (file: string) => string | undefined;
};
