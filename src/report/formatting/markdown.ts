import { escapeMarkup } from "./markup.js";
import { escapeControl, escapeControlLines } from "./text.js";

/** Escapes text for Markdown, so that GitHub finds no markup, HTML, links, mentions or issue references in it. */
export function escapeMarkdown(text: string): string {
  return escapeControl(text)
    .replaceAll(/[&<>]/g, encodeEntity)
    .replaceAll(/[\\`*_{}[\]()+!|~$^=]/g, "\\$&")
    .replaceAll(AUTOLINKED, `$&${AUTOLINK_BREAK}`)
    .replace(/^(\s*)([-\d])/, (_, space: string, first: string) => space + encodeEntity(first));
}

/** Escapes text for an HTML element in Markdown, such as `summary`. GitHub reads no Markdown there but still adds links. */
export function escapeMarkdownHtml(text: string): string {
  return escapeMarkup(escapeControl(text)).replaceAll(AUTOLINKED, `$&${AUTOLINK_BREAK}`);
}

/**
 * Text that GitHub turns into links or emoji even if Markdown escapes it: mentions, issues and addresses. An empty comment
 * inside prevents this.
 */
const AUTOLINKED = /@|(?<!&)#|:(?=\/\/|[a-z0-9_+-]+:)|\bwww(?=\.)|\bGH(?=-)/gi;
const AUTOLINK_BREAK = "<!-- -->";

/** Formats inline code that may stand in a table. Bars are escaped, because they end a cell even in code. */
export function formatInlineCode(text: string): string {
  return formatCodeSpan(text.replaceAll("|", "\\u007c"));
}

/** Formats inline code outside tables. */
export function formatCodeSpan(text: string): string {
  const shown = escapeControl(text);
  if (shown.trim() === "") return "` `";
  const fence = "`".repeat(getLongestRun(shown) + 1);
  const space = /^`|`$/.test(shown) || /^ .* $/.test(shown) ? " " : "";
  return `${fence}${space}${shown}${space}${fence}`;
}

/** Formats a fenced code block, with a fence longer than any run of backticks in the code. */
export function formatCodeBlock(language: string, lines: readonly string[]): string {
  const text = escapeControlLines(lines.join("\n"));
  const fence = "`".repeat(Math.max(3, getLongestRun(text) + 1));
  return `${fence}${language}\n${text}\n${fence}`;
}

function getLongestRun(text: string): number {
  return Math.max(0, ...[...text.matchAll(/`+/g)].map(([run]) => run.length));
}

function encodeEntity(char: string): string {
  return `&#${char.charCodeAt(0)};`;
}

/** Marks of outcomes in headings. */
export const OUTCOME_MARKS = { passed: "✓", failed: "✗", inconclusive: "?" } as const;
