import { CODE_BLOCK, CODE_SPAN, mapOutsideCode } from "./page-links.js";

/** Elements that a text of a spec may contain. They only format text. */
const ALLOWED_ELEMENTS =
  /^(?:a|b|blockquote|br|code|dd|dl|dt|em|hr|i|kbd|li|nobr|ol|p|pre|s|small|strong|sub|sup|table|tbody|td|th|thead|tr|u|ul)$/i;

/**
 * Prepares text of a spec (CommonMark) for a page.
 *
 * Headings become paragraphs of bold text, so that the outline is that of the page. Elements that could load or run something are shown as
 * text. Images become links. Links that are not absolute become text, because a spec does not say what they are relative to.
 */
export function normalizeMarkdown(text: string): string {
  const source = text.replaceAll("\r\n", "\n").trimEnd();
  const [, open] = /^[ \t]*(`{3,}|~{3,})/m.exec(source.replaceAll(CODE_BLOCK, "")) ?? [];
  const closed = open === undefined ? source : `${source}\n${open}`;
  return mapOutsideCode(closed, (it) =>
    it
      .split("\n")
      .map(cleanLine)
      .join("\n")
      .replaceAll(/\n{3,}/g, "\n\n"),
  ).trim();
}

function cleanLine(line: string): string {
  const heading = /^ {0,3}#{1,6}\s+(.*?)\s*#*$/.exec(line);
  if (heading !== null) return `\n**${cleanOutsideCode((heading[1] ?? "").replaceAll("**", ""))}**\n`;
  // A setext underline, a directive or the first line of frontmatter would change the structure of the page.
  if (/^ {0,3}(=+|-{3,})\s*$/.test(line)) return "";
  return cleanOutsideCode(line.replace(/^(\s*):::/, "$1\\:::"));
}

/** Cleans a line except for its code spans. */
function cleanOutsideCode(line: string): string {
  const spans: string[] = [];
  const text = line.replaceAll(CODE_SPAN, (span) => `\0${spans.push(span) - 1}\0`);
  return cleanText(text).replaceAll(/\0(\d+)\0/g, (_, index: string) => spans[Number(index)] ?? "");
}

function cleanText(text: string): string {
  return text
    .replaceAll(/!\[([^\]]*)\]\(/g, "[$1](")
    .replaceAll(/\[([^\]]*)\]\(\s*<?([^)>\s]*)>?(?:\s+"[^"]*")?\s*\)/g, (whole, label: string, target: string) =>
      /^(https?:\/\/|mailto:|\/)/i.test(target) ? whole : label,
    )
    .replaceAll(/<!--.*?(-->|$)/g, "")
    .replaceAll(
      /<(?!https?:\/\/|mailto:)(\/?)([a-zA-Z][\w-]*)?([^<>]*)>?/g,
      (whole, close: string, name = "", rest: string) =>
        ALLOWED_ELEMENTS.test(name) && whole.endsWith(">") ? formatElement(close, name, rest) : `&lt;${whole.slice(1)}`,
    );
}

function formatElement(close: string, name: string, attributes: string): string {
  const target = /\bhref\s*=\s*["']?(https?:\/\/[^"'\s>\0]+)/i.exec(attributes)?.[1];
  const href = name.toLowerCase() === "a" && close === "" && target !== undefined ? ` href="${target}"` : "";
  return `<${close}${name}${href}${/\/\s*$/.test(attributes) ? " /" : ""}>`;
}

/** Returns the first sentence of a text as plain text, for the head of a page and for lists of pages. Prefers prose to headings and code. */
export function summarizeMarkdown(text: string): string {
  const paragraphs = normalizeMarkdown(text)
    .replaceAll(CODE_BLOCK, "")
    .trim()
    .split(/\n\s*\n/);
  const paragraph = paragraphs.find((it) => it !== "" && !HEADING_OR_TABLE.test(it)) ?? paragraphs[0] ?? "";
  const plain = paragraph
    .replaceAll(/<[^>]*>/g, "")
    .replaceAll(/\[([^\]]*)\]\([^)]*\)/g, "$1")
    .replaceAll(/^(?:[ \t]*(?:>|[-+*] |\d+[.)] |#+ ))+/gm, "")
    .replaceAll(/[*`]/g, "")
    .replaceAll("&lt;", "<")
    .replaceAll(/\s+/g, " ")
    .trim();
  const sentence = /^.*?[.!?](?=\s|$)/.exec(plain)?.[0] ?? plain;
  return sentence.length > MAX_SUMMARY ? `${sentence.slice(0, MAX_SUMMARY - 1)}…` : sentence;
}

/** A heading, which is normalized to strong text, or a table. */
const HEADING_OR_TABLE = /^\*\*[^\n]*\*\*$|^#+ [^\n]*$|^\|/;

const MAX_SUMMARY = 200;

/** Quotes text as a code span, whatever backticks it contains. */
export function formatCode(text: string): string {
  const longest = Math.max(0, ...[...text.matchAll(/`+/g)].map(([marks]) => marks.length));
  const marks = "`".repeat(longest + 1);
  const pad = longest > 0 ? " " : "";
  return `${marks}${pad}${text.replaceAll(/\s*\n\s*/g, " ")}${pad}${marks}`;
}

/** Escapes text that is no Markdown, such as a name in a link. */
export function escapeLabel(text: string): string {
  return text.replaceAll(/[\\`*_[\]<>|~#]/g, "\\$&").replaceAll("\n", " ");
}
