/** The names of the lint report formats, in a separate file so that the help loads no formatters. */
export const LINT_FORMAT_NAMES = ["text", "json", "ndjson", "junit", "sarif", "github", "markdown", "html"] as const;

export type LintFormatName = (typeof LINT_FORMAT_NAMES)[number];
