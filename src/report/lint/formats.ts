import type { LintFormatName } from "./format-names.js";
import { formatLintGithub } from "./github.js";
import { formatLintHtml } from "./html.js";
import { formatLintJson, formatLintNdjson } from "./json.js";
import { formatLintJunit } from "./junit.js";
import type { LintReportInput } from "./lint-report-input.js";
import { formatLintMarkdown } from "./markdown.js";
import { formatLintSarif } from "./sarif.js";
import { formatLintText } from "./text.js";

export { getLintOutcome, type LintedSpec, type LintReportInput, type UncheckedSpec } from "./lint-report-input.js";
export { formatLintMarkdown } from "./markdown.js";

/** The lint report formats by their names for `--format`. */
export const LINT_FORMATS: Readonly<Record<LintFormatName, (input: LintReportInput) => string>> = {
  text: formatLintText,
  json: formatLintJson,
  ndjson: formatLintNdjson,
  junit: formatLintJunit,
  sarif: formatLintSarif,
  github: formatLintGithub,
  markdown: (input) => formatLintMarkdown(input),
  html: formatLintHtml,
};
