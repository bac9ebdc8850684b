import { renderGithub } from "./github.js";
import { renderHtml } from "./html.js";
import { renderJunit } from "./junit.js";
import { renderMarkdown } from "./markdown.js";
import type { ReportPage } from "./page.js";
import { renderSarif } from "./sarif.js";

/** The formats of every command, in the order of the help. */
export const FORMAT_NAMES = ["text", "json", "ndjson", "junit", "sarif", "github", "markdown", "html"] as const;

export type FormatName = (typeof FORMAT_NAMES)[number];

/** Creates the formats that all commands share, by their names for `--format`. */
export function createPageFormats<Input>(createPage: (input: Input) => ReportPage) {
  return {
    junit: (input: Input) => renderJunit(createPage(input)),
    sarif: (input: Input) => renderSarif(createPage(input)),
    github: (input: Input) => renderGithub(createPage(input)),
    markdown: (input: Input) => renderMarkdown(createPage(input)),
    html: (input: Input) => renderHtml(createPage(input)),
  } as const;
}
