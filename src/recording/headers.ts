import type { HeaderField } from "./exchange.js";

/** Returns all values of a header in the order sent. Names are compared case-insensitively. */
export function getHeaderValues(headers: readonly HeaderField[], name: string): readonly string[] {
  const wanted = name.toLowerCase();
  const values: string[] = [];
  // Comparing lengths first is faster; this runs for each header of each exchange.
  for (const header of headers)
    if (header[0].length === wanted.length && header[0].toLowerCase() === wanted) values.push(header[1]);
  return values;
}

/**
 * Returns a header as one value, with repeated fields joined by commas.
 *
 * `Set-Cookie` values contain commas, so they are joined by line feeds instead.
 *
 * @see https://www.rfc-editor.org/rfc/rfc9110#section-5.3
 */
export function getCombinedHeader(headers: readonly HeaderField[], name: string): string | undefined {
  const values = getHeaderValues(headers, name);
  if (values.length < 2) return values[0];
  return values.join(name.toLowerCase() === "set-cookie" ? "\n" : ", ");
}

/** Reads headers in the forms of clients and servers: pairs, a flat list of names and values, or an object. */
export function toHeaderFields(headers: unknown): readonly HeaderField[] {
  if (headers === undefined || headers === null) return [];
  const isIterable = Symbol.iterator in Object(headers);
  const entries: unknown[] = isIterable ? [...(headers as Iterable<unknown>)] : Object.entries(headers);
  const pairs = entries.every((it) => Array.isArray(it))
    ? entries
    : entries.flatMap((name, index) => (index % 2 === 0 ? [[name, entries[index + 1]]] : []));
  return pairs.flatMap(([name, value]) => [value ?? []].flat().map((it): HeaderField => [String(name), String(it)]));
}

/** Escapes a name as a reference token of a JSON Pointer (RFC 6901, section 3). */
export function escapePointerToken(name: string): string {
  return name.replaceAll("~", "~0").replaceAll("/", "~1");
}

export type ParsedMediaType = {
  /** Type and subtype in lower case, such as `application/json`. */
  readonly essence: string;
  readonly type: string;
  readonly subtype: string;
  /** The structured syntax suffix: the text after the last `+` of the subtype, such as `json`. */
  readonly suffix: string | undefined;
  /** Names are in lower case. The first value of a repeated parameter is used. */
  readonly parameters: Readonly<Record<string, string>>;
};

/**
 * Parses a media type or media range from a Content-Type header or a spec. Returns undefined if it is invalid.
 *
 * @see https://www.rfc-editor.org/rfc/rfc9110#section-8.3.1
 */
export function parseMediaType(value: string): ParsedMediaType | undefined {
  const known = parsedTypes.get(value);
  if (known !== undefined || parsedTypes.has(value)) return known;
  const parsed = parseUncached(value);
  if (parsedTypes.size < MAX_CACHED && value.length <= MAX_CACHED_LENGTH) parsedTypes.set(value, parsed);
  return parsed;
}

/** Traffic has few media types, and several checks parse each of them. */
const parsedTypes = new Map<string, ParsedMediaType | undefined>();
const MAX_CACHED = 500;
const MAX_CACHED_LENGTH = 200;

function parseUncached(value: string): ParsedMediaType | undefined {
  const essence = parseEssence(value);
  const slash = essence.indexOf("/");
  const type = essence.slice(0, Math.max(0, slash));
  const subtype = essence.slice(slash + 1);
  if (!isToken(type) || !isToken(subtype)) return undefined;
  const plus = subtype.lastIndexOf("+");
  const suffix = plus < 0 ? undefined : subtype.slice(plus + 1);
  const parameters = parseParameters(value);
  return parameters && { essence, type, subtype, suffix, parameters };
}

/** Whether a media type names the boundary of its parts; only a message with a body has one. */
export function hasBoundary(value: string): boolean {
  return parseMediaType(value)?.parameters.boundary !== undefined;
}

/** Returns the media type without its parameters, in lower case. */
export function parseEssence(value: string): string {
  const semicolon = value.indexOf(";");
  return (semicolon < 0 ? value : value.slice(0, semicolon)).trim().toLowerCase();
}

function parseParameters(value: string): Readonly<Record<string, string>> | undefined {
  const parameters: Record<string, string> = Object.create(null);
  const semicolon = value.indexOf(";");
  if (semicolon < 0) return parameters;
  PARAMETER.lastIndex = semicolon;
  while (PARAMETER.lastIndex < value.length) {
    const match = PARAMETER.exec(value);
    if (match === null) return undefined;
    const [, name, token, quoted] = match;
    if (name !== undefined) parameters[name.toLowerCase()] ??= token ?? (quoted ?? "").replace(/\\(.)/gs, "$1");
  }
  return parameters;
}

function isToken(text: string): boolean {
  return /^[\w!#$%&'*+.^`|~-]+$/.test(text);
}

// RFC 9110 allows empty parameters, and some servers send them: "application/json;".
const PARAMETER = /[ \t]*;[ \t]*(?:([\w!#$%&'*+.^`|~-]+)=(?:([\w!#$%&'*+.^`|~-]+)|"((?:[^"\\]|\\.)*)"))?[ \t]*/gsy;
