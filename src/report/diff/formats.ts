import { formatDiffChangelog } from "./changelog.js";
import type { DiffReportInput } from "./diff-report-input.js";
import type { DiffFormatName } from "./format-names.js";
import { formatDiffGithub } from "./github.js";
import { formatDiffHtml } from "./html.js";
import { formatDiffJson } from "./json.js";
import { formatDiffJunit } from "./junit.js";
import { formatDiffMarkdown } from "./markdown.js";
import { formatDiffSarif } from "./sarif.js";
import { formatDiffText } from "./text.js";

export {
  type ComparedSpec,
  type DiffFailOn,
  type DiffReportInput,
  failsDiff,
  getDiffOutcome,
  type WeighedTraffic,
} from "./diff-report-input.js";

/** The diff report formats by their names for `--format`. */
export const DIFF_FORMATS: Readonly<Record<DiffFormatName, (input: DiffReportInput) => string>> = {
  text: formatDiffText,
  json: formatDiffJson,
  github: formatDiffGithub,
  markdown: formatDiffMarkdown,
  changelog: formatDiffChangelog,
  html: formatDiffHtml,
  junit: formatDiffJunit,
  sarif: formatDiffSarif,
};
