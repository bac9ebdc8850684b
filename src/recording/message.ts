import { isAscii, isUtf8 } from "node:buffer";
import zlib from "node:zlib";
import { tryCall } from "../document/json.js";
import type { Exchange, HeaderField, RawJsonString, RecordedBody } from "./exchange.js";

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

/** The media type of a message; undefined without a valid Content-Type. */
export function getMediaType(headers: readonly HeaderField[]): ParsedMediaType | undefined {
  return parseMediaType(getCombinedHeader(headers, "content-type") ?? "");
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

/** Stands for the origin of a URL in a recording that has only paths. Like a variable without a value, it fits any server. */
export const UNRECORDED_ORIGIN = "{{no host}}";

/** The origin of the base URL of a recording without hosts; without one, the origin is unrecorded. */
export function getBaseOrigin(baseUrl: string | undefined): string {
  return /^[a-z][a-z0-9+.-]*:\/\/[^/?#]+/i.exec(baseUrl ?? "")?.[0] ?? UNRECORDED_ORIGIN;
}

/** Whether `text` is an absolute URL, or would be one if its origin was recorded. */
export function isRequestUrl(text: string): boolean {
  return isAbsoluteUrl(text.replace(UNRECORDED_ORIGIN, "http://unrecorded"));
}

/** Whether `text` is an absolute URL. */
export function isAbsoluteUrl(text: string): boolean {
  if (ASCII.test(text)) return URL.canParse(text);
  // In Node 20, the optimized `URL.canParse` rejects URLs with non-ASCII characters.
  return tryCall(() => new URL(text)) !== undefined;
}

const ASCII = /^[\x20-\x7e]*$/;

/** Percent-encodes text for a URL component. As in browsers, a lone surrogate becomes U+FFFD. */
export function percentEncode(text: string): string {
  return encodeURIComponent(Buffer.from(text).toString("utf8"));
}

/**
 * Decodes the content encodings of a body that was recorded as bytes.
 *
 * Many recorders keep the Content-Encoding header but store the decoded body. Bytes that fail to decode but are valid
 * UTF-8 are therefore returned unchanged. Any other bytes that fail to decode yield a missing body, with the reason.
 */
export function decodeBody(body: RecordedBody, headers: readonly HeaderField[]): RecordedBody {
  if (body.kind !== "bytes") return body;
  const encodings = getHeaderValues(headers, "content-encoding").flatMap((value) => value.toLowerCase().split(","));
  if (encodings.length > MAX_ENCODINGS)
    return {
      kind: "missing",
      reason: `the body has ${encodings.length} content encodings; at most ${MAX_ENCODINGS} are supported`,
    };
  let { bytes } = body;
  for (const encoding of encodings.map((name) => name.trim()).reverse()) {
    if (encoding === "" || encoding === "identity") continue;
    const decode = findDecoder(encoding);
    if (decode === undefined) return toUndecodedBody(bytes, `the content encoding "${encoding}" is not supported`);
    try {
      bytes = decode(bytes);
    } catch (error) {
      if (error instanceof RangeError)
        return { kind: "missing", reason: `the decoded body is larger than ${MAX_DECODED_BYTES} bytes` };
      return toUndecodedBody(bytes, `the body is not valid ${encoding}, but its Content-Encoding is ${encoding}`);
    }
  }
  return bytes === body.bytes ? body : { kind: "bytes", bytes };
}

/** Decodes the body to text. Invalid bytes make the body missing; they are never replaced by U+FFFD. */
export function decodeBodyText(body: RecordedBody, charset = "utf-8"): Exclude<RecordedBody, { kind: "bytes" }> {
  if (body.kind !== "bytes") return body;
  const { bytes } = body;
  const name = charset.trim().toLowerCase();
  if ((name === "utf-8" || name === "utf8" || name === "us-ascii") && isAscii(bytes)) {
    const { buffer, byteOffset, byteLength } = bytes;
    return { kind: "text", text: Buffer.from(buffer, byteOffset, byteLength).toString("latin1") };
  }
  try {
    // The name "utf-16" does not define the byte order, so the byte order mark decides.
    const isBigEndian = name === "utf-16" && bytes[0] === 0xfe && bytes[1] === 0xff;
    return { kind: "text", text: new TextDecoder(isBigEndian ? "utf-16be" : name, { fatal: true }).decode(bytes) };
  } catch (error) {
    const isUnknown = error instanceof RangeError;
    if (isUnknown) return { kind: "missing", reason: `the charset "${charset}" is unknown` };
    return { kind: "missing", reason: `the body is not valid ${charset}`, invalidEncoding: charset };
  }
}

/** Returns bytes as text if it has the same bytes in UTF-8, so that a recording is readable. Compressed bodies stay as they are. */
export function toTextBody(body: RecordedBody, headers: readonly HeaderField[]): RecordedBody {
  if (body.kind !== "bytes" || getHeaderValues(headers, "content-encoding").length > 0) return body;
  const decoded = decodeXmlText(body, getMediaType(headers)?.parameters.charset);
  const isSame = decoded.kind === "text" && Buffer.from(decoded.text).equals(body.bytes);
  // Readers take a null character for a byte that was not recorded.
  return isSame && !decoded.text.includes("\0") ? decoded : body;
}

/** Returns the body as bytes (text as UTF-8), or undefined if there is no body or it is not recorded. */
export function getBodyBytes(body: RecordedBody): Uint8Array | undefined {
  if (body.kind === "bytes") return body.bytes;
  return body.kind === "text" ? Buffer.from(body.text) : undefined;
}

/** The number of bytes, 0 for a body that is not recorded. */
export function getBodySize(body: RecordedBody): number {
  if (body.kind === "text") return Buffer.byteLength(body.text);
  return body.kind === "bytes" ? body.bytes.length : 0;
}

function toUndecodedBody(bytes: Uint8Array, reason: string): RecordedBody {
  return isUtf8(bytes) ? { kind: "bytes", bytes } : { kind: "missing", reason };
}

function inflate(bytes: Uint8Array): Uint8Array {
  try {
    return zlib.inflateSync(bytes, DECODE_LIMITS);
  } catch (error) {
    if (error instanceof RangeError) throw error;
    // "deflate" means the zlib format, but some servers send a raw DEFLATE stream.
    return zlib.inflateRawSync(bytes, DECODE_LIMITS);
  }
}

/** Limits memory: each decoding step can need as much memory as the whole body. */
const MAX_ENCODINGS = 8;

const MAX_DECODED_BYTES = 256 * 1024 * 1024;
const DECODE_LIMITS = { maxOutputLength: MAX_DECODED_BYTES };

type Decoder = (bytes: Uint8Array) => Uint8Array;

const gunzip: Decoder = (bytes) => zlib.gunzipSync(bytes, DECODE_LIMITS);
const DECODERS: Readonly<Record<string, Decoder>> = {
  __proto__: null as never,
  gzip: gunzip,
  "x-gzip": gunzip,
  deflate: inflate,
  br: (bytes) => zlib.brotliDecompressSync(bytes, DECODE_LIMITS),
};

function findDecoder(encoding: string): Decoder | undefined {
  if (encoding !== "zstd") return DECODERS[encoding];
  // Node 20 and its type definitions do not have `zstdDecompressSync`.
  const { zstdDecompressSync } = zlib as {
    readonly zstdDecompressSync?: (b: Uint8Array, o: typeof DECODE_LIMITS) => Uint8Array;
  };
  return zstdDecompressSync === undefined ? undefined : (bytes) => zstdDecompressSync(bytes, DECODE_LIMITS);
}

/** Whether a body of this type is XML (RFC 7303, section 4). */
export function isXmlType({ essence, suffix }: Pick<ParsedMediaType, "essence" | "suffix">): boolean {
  return essence === "application/xml" || suffix === "xml" || essence === "text/xml";
}

/**
 * Decodes an XML body. The encoding comes from the byte order mark, then the Content-Type charset, then the XML declaration.
 *
 * @see https://www.rfc-editor.org/rfc/rfc7303#section-3
 */
export function decodeXmlText(
  body: RecordedBody,
  charset: string | undefined,
): Exclude<RecordedBody, { kind: "bytes" }> {
  if (body.kind !== "bytes") return body;
  return decodeBodyText(body, detectBomEncoding(body.bytes) ?? charset ?? detectDeclaredEncoding(body.bytes));
}

function detectBomEncoding([first, second, third]: Uint8Array): string | undefined {
  if (first === 0xef && second === 0xbb && third === 0xbf) return "utf-8";
  if (first === 0xfe && second === 0xff) return "utf-16be";
  return first === 0xff && second === 0xfe ? "utf-16le" : undefined;
}

function detectDeclaredEncoding(bytes: Uint8Array): string {
  const [first, second] = bytes;
  if (first === 0 && second === 0x3c) return "utf-16be";
  if (first === 0x3c && second === 0) return "utf-16le";
  const start = Buffer.from(bytes.subarray(0, MAX_DECLARATION_BYTES)).toString("latin1");
  const [, encoding = "utf-8"] =
    /^<\?xml[^>]*?[\t\n\r ]encoding[\t\n\r ]*=[\t\n\r ]*["']([\w.-]+)["']/.exec(start) ?? [];
  // The declaration was readable as single bytes, so the document cannot be UTF-16 or UTF-32.
  return /^(utf-?16|ucs-?2|utf-?32)/i.test(encoding) ? "utf-8" : encoding;
}

const MAX_DECLARATION_BYTES = 400;

/** Returns the exchange with the response body that a recording has as the content of a JSON string. */
export function restoreResponseBody(exchange: Exchange, { bytes, start, end }: RawJsonString): Exchange {
  const text = JSON.parse(`"${bytes.toString("utf8", start, end)}"`) as string;
  return { ...exchange, response: { ...exchange.response, body: { kind: "text", text } } };
}

/** Encodes text as the content of a JSON string, in the same form as in a recording. */
export function createRawJsonString(text: string): RawJsonString {
  const bytes = Buffer.from(JSON.stringify(text));
  return { bytes, start: 1, end: bytes.length - 1 };
}
