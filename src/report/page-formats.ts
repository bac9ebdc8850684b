import { stringifyPrintable } from "./formatting/text.js";
import { renderGithub } from "./github.js";
import { renderHtml } from "./html.js";
import { renderJunit } from "./junit.js";
import { renderMarkdown } from "./markdown.js";
import type { ReportPage } from "./page.js";
import { renderSarif } from "./sarif.js";
import { renderText, type TextOptions } from "./text.js";

/** The formats of every command, in the order of the help. */
export const FORMAT_NAMES = ["text", "json", "ndjson", "junit", "sarif", "github", "markdown", "html"] as const;

export type FormatName = (typeof FORMAT_NAMES)[number];

/** Creates the formats that all commands share, by their names for `--format`. */
export function createPageFormats<Input extends TextOptions>(createPage: (input: Input) => ReportPage) {
  return {
    text: (input: Input) => renderText(createPage(input), input),
    junit: (input: Input) => renderJunit(createPage(input)),
    sarif: (input: Input) => renderSarif(createPage(input)),
    github: (input: Input) => renderGithub(createPage(input)),
    markdown: (input: Input) => renderMarkdown(createPage(input)),
    html: (input: Input) => renderHtml(createPage(input)),
  } as const;
}

/** Formats lines of JSON: a head, one line per finding, and the outcome. Each is an object with one property that names its kind. */
export function formatLines(head: object, findings: readonly object[], outcome: object): string {
  return [{ head }, ...findings, { outcome }].map((line) => `${stringifyPrintable(line)}\n`).join("");
}
