import { escapeControl, escapeControlLines } from "./escape-control.js";
import { escapeMarkup } from "./markup.js";

/** Text in Markdown: nothing in it is taken for markup, a link, a mention, a reference to an issue or HTML. */
export function escapeMarkdown(text: string): string {
  return escapeControl(text)
    .replaceAll(/[&<>]/g, encodeEntity)
    .replaceAll(/[\\`*_{}[\]()+!|~$^=]/g, "\\$&")
    .replaceAll(AUTOLINKED, `$&${AUTOLINK_BREAK}`)
    .replace(/^(\s*)([-\d])/, (_, space: string, first: string) => space + encodeEntity(first));
}

/** Text in an element of HTML within Markdown, such as a summary: no Markdown is read there, but what is linked by itself is. */
export function escapeMarkdownHtml(text: string): string {
  return escapeMarkup(escapeControl(text)).replaceAll(AUTOLINKED, `$&${AUTOLINK_BREAK}`);
}

/**
 * What GitHub turns into links and pictures after the Markdown was read, and whatever it was escaped by: mentions, issues,
 * addresses, emoji. A comment in between is neither seen nor looked through. Entities are left whole.
 */
const AUTOLINKED = /@|(?<!&)#|:(?=\/\/|[a-z0-9_+-]+:)|\bwww(?=\.)|\bGH(?=-)/gi;
const AUTOLINK_BREAK = "<!-- -->";

/** Code in a line; in a cell of a table a bar would end the cell, even in code. */
export function formatInlineCode(text: string): string {
  const shown = escapeControl(text).replaceAll("|", "\\u007c");
  if (shown.trim() === "") return "` `";
  const fence = "`".repeat(getLongestRun(shown) + 1);
  const space = /^`|`$/.test(shown) || /^ .* $/.test(shown) ? " " : "";
  return `${fence}${space}${shown}${space}${fence}`;
}

/** A block of code, fenced by more back quotes than stand in it. */
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
