import { quote } from "../validation/describe-violation.js";

/** A raw part of a multipart body. Only form data requires a name. `text` holds one character per byte. */
export type MultipartPart = {
  readonly name?: string;
  readonly headers: ReadonlyMap<string, string>;
  readonly text: string;
};

/**
 * Splits a body into the parts between its boundaries. Undefined if the closing boundary or the end of a part's headers
 * is missing.
 *
 * @see https://www.rfc-editor.org/rfc/rfc2046#section-5.1
 */
export function splitMultipart(text: string, boundary: string): MultipartPart[] | undefined {
  const parts = `\r\n${text}`.split(`\r\n--${boundary}`);
  if (parts.length < 2 || !parts.at(-1)?.startsWith("--")) return undefined;
  const found: MultipartPart[] = [];
  for (const part of parts.slice(1, -1)) {
    const end = part.indexOf("\r\n\r\n");
    if (end === -1) return undefined;
    const headers = new Map<string, string>();
    for (const line of part.slice(0, end).split("\r\n")) {
      const colon = line.indexOf(":");
      if (colon > 0) headers.set(line.slice(0, colon).trim().toLowerCase(), line.slice(colon + 1).trim());
    }
    const name = parsePartName(headers.get("content-disposition") ?? "");
    found.push({ ...(name === undefined ? {} : { name }), headers, text: part.slice(end + 4) });
  }
  return found;
}

/**
 * Explains why a body does not consist of parts with names, as the end of a sentence. Undefined if it does.
 *
 * @see https://www.rfc-editor.org/rfc/rfc2046#section-5.1.1
 */
export function explainMultipart(text: string, boundary: string): string | undefined {
  const parts = splitMultipart(text, boundary);
  const nameless = parts?.findIndex(({ name }) => name === undefined) ?? -1;
  if (parts !== undefined && nameless === -1) return undefined;
  if (nameless !== -1) return `has no name in the Content-Disposition of part ${nameless + 1}`;
  const delimiter = `--${boundary}`;
  if (text.replaceAll("\r\n", "").includes(`\n${delimiter}`)) return LINE_FEEDS;
  const [, ...found] = `\r\n${text}`.split(`\r\n${delimiter}`);
  if (found.length === 0) {
    const [, sent] = /^--([^\r\n]+)/m.exec(text) ?? [];
    if (sent === undefined) return `has no line ${quote(delimiter)}, which the boundary in its Content-Type requires`;
    if (`--${sent}` === boundary) return "has parts whose boundary lacks the hyphens that its Content-Type includes";
    return `has parts with the boundary ${quote(sent)}, but its Content-Type says ${quote(boundary)}`;
  }
  const headless = found.findIndex((part) => !part.startsWith("--") && !part.includes("\r\n\r\n"));
  if (headless !== -1 && found[headless]?.includes("\n\n")) return LINE_FEEDS;
  if (!found.at(-1)?.startsWith("--")) return `does not end with the line ${quote(`${delimiter}--`)}`;
  return `has no empty line after the headers of part ${headless + 1}`;
}

const LINE_FEEDS = "has lines that end with LF; multipart requires CRLF (RFC 2046, section 5.1.1)";

/**
 * The parameter `name` of a Content-Disposition. Matches whole parameters, because a `filename` may contain the text
 * `name=`. Clients escape quotation marks as `\"` or `%22`.
 */
function parsePartName(disposition: string): string | undefined {
  for (const [, parameter = "", quoted, token] of disposition.matchAll(PARAMETER))
    if (parameter.toLowerCase() === "name")
      return quoted?.replace(/\\(.)|%22/gs, (_, escaped) => escaped ?? '"') ?? token;
  return undefined;
}

const PARAMETER = /;\s*([^\s=;]+)\s*=\s*(?:"((?:[^"\\]|\\.)*)"|([^;\s]*))/g;
