import type { FailOn, Report, RunOutcome } from "../check/index.js";
import type { Diagnostic } from "../lint/index.js";
import type { DiffReportInput } from "./diff/diff-page.js";
import type { ReadSourceLines } from "./finding-texts.js";
import type { ReportContext } from "./page.js";

/** The input of every report format. */
export type ReportInput = ReportContext & {
  readonly report: Report;
  readonly outcome: RunOutcome;
  readonly diagnostics: readonly Diagnostic[];
  /** Returns the lines of a file of the spec, for snippets. */
  readonly source: ReadSourceLines;
  /** The lowest level that fails the run; the default is `error`. */
  readonly failOn?: FailOn;
  /** The comparison with an older spec, in the JSON, JUnit, SARIF and HTML reports. */
  readonly difference?: DiffReportInput | undefined;
};
