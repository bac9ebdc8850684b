import { escapeMarkup } from "./markup.js";
import { visible, visibleLines } from "./visible.js";

/** Text in Markdown: nothing in it is taken for markup, a link, a mention, a reference to an issue or HTML. */
export function plainMarkdown(text: string): string {
  return visible(text)
    .replaceAll(/[&<>]/g, entity)
    .replaceAll(/[\\`*_{}[\]()+!|~$^=]/g, "\\$&")
    .replaceAll(LINKED, `$&${BREAK}`)
    .replace(/^(\s*)([-\d])/, (_, space: string, first: string) => space + entity(first));
}

/** Text in an element of HTML within Markdown, such as a summary: no Markdown is read there, but what is linked by itself is. */
export function htmlInMarkdown(text: string): string {
  return escapeMarkup(visible(text)).replaceAll(LINKED, `$&${BREAK}`);
}

/**
 * What GitHub turns into links and pictures after the Markdown was read, and whatever it was escaped by: mentions, issues,
 * addresses, emoji. A comment in between is neither seen nor looked through. Entities are left whole.
 */
const LINKED = /@|(?<!&)#|:(?=\/\/|[a-z0-9_+-]+:)|\bwww(?=\.)|\bGH(?=-)/gi;
const BREAK = "<!-- -->";

/** Code in a line; in a cell of a table a bar would end the cell, even in code. */
export function inlineCode(text: string): string {
  const shown = visible(text).replaceAll("|", "\\u007c");
  if (shown.trim() === "") return "` `";
  const fence = "`".repeat(longestRun(shown) + 1);
  const space = /^`|`$/.test(shown) || /^ .* $/.test(shown) ? " " : "";
  return `${fence}${space}${shown}${space}${fence}`;
}

/** A block of code, fenced by more back quotes than stand in it. */
export function codeBlock(language: string, lines: readonly string[]): string {
  const text = visibleLines(lines.join("\n"));
  const fence = "`".repeat(Math.max(3, longestRun(text) + 1));
  return `${fence}${language}\n${text}\n${fence}`;
}

function longestRun(text: string): number {
  return Math.max(0, ...[...text.matchAll(/`+/g)].map(([run]) => run.length));
}

function entity(char: string): string {
  return `&#${char.charCodeAt(0)};`;
}
