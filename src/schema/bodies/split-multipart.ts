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
