/** Decodes a raw value from a URL or header. */
export type Decoder = (raw: string) => string;

/** Thrown for text that does not follow its style; the message continues a sentence about the parameter. */
export class MalformedValueError extends Error {
  /** The kind of mistake, without the value. */
  readonly mode: string;
  /** The names in the query that belong to the value, if they differ from the name of the parameter. */
  names: readonly string[] = [];

  constructor(mode: string, message: string) {
    super(message);
    this.mode = mode;
  }
}

/** Headers and cookies are not decoded; for headers, the specification forbids it. See `decodeCookieJson`. */
export function getDecoder(location: "path" | "query" | "header" | "cookie"): Decoder {
  if (location === "query") return decodeQuery;
  return location === "path" ? decodePercent : (raw) => raw;
}

/** In a query a plus sign is a space, as in a form. */
export function decodeQuery(raw: string): string {
  return decodePercent(raw.replaceAll("+", " "));
}

/**
 * Decodes a percent-encoded JSON value of a cookie. A cookie cannot contain the quotation marks, commas and spaces of JSON. A
 * value that does not become JSON by decoding is returned unchanged.
 *
 * @see https://www.rfc-editor.org/rfc/rfc6265#section-4.1.1
 */
export function decodeCookieJson(raw: string): string {
  if (!raw.includes("%") || isJson(raw)) return raw;
  try {
    const decoded = decodeURIComponent(raw);
    return isJson(decoded) ? decoded : raw;
  } catch {
    return raw;
  }
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

export function decodePercent(raw: string): string {
  if (!raw.includes("%")) return raw;
  try {
    return decodeURIComponent(raw);
  } catch {
    throw new MalformedValueError(
      "percent-encoding",
      /%(?![0-9a-f]{2})/i.test(raw)
        ? "has a percent sign that does not begin an encoded byte; encode a percent sign as %25"
        : "is not valid percent-encoded UTF-8; encode its characters as UTF-8, not in another charset",
    );
  }
}
