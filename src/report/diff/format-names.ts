/** The names of the diff report formats, in a separate file so that the help loads no formatters. */
export const DIFF_FORMAT_NAMES = ["text", "json", "github", "markdown", "changelog", "html", "junit", "sarif"] as const;

export type DiffFormatName = (typeof DIFF_FORMAT_NAMES)[number];
