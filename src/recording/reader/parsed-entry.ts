import { dropUndefined, joinPointer } from "../../document/index.js";
import type {
  Exchange,
  ExchangeOrigin,
  HeaderField,
  LogPart,
  ReadResult,
  RecordedBody,
  RecordedWebhook,
  RecordingGap,
} from "../exchange.js";
import { getHeaderValues, isRequestUrl, UNRECORDED_ORIGIN } from "../message.js";
import { redactUrl } from "../redaction/redact.js";

/** A part of an entry, and its JSON Pointer in the entry. */
export type Located<T> = { readonly value: T; readonly pointer: string };

/** Headers, with their JSON Pointers relative to the part; `pointers` is absent if they are `/0`, `/1`, ... */
export type HeaderList = { readonly headers: readonly HeaderField[]; readonly pointers?: readonly string[] };

/** Collects headers with their JSON Pointers. */
export class HeaderCollector {
  readonly headers: HeaderField[] = [];
  readonly pointers: string[] = [];

  add(name: string, value: string, pointer: string): void {
    this.headers.push([name, value]);
    this.pointers.push(pointer);
  }
}

export const NO_HEADERS: HeaderList = { headers: [] };

/**
 * Reads an array of `{ name, value }` or `{ key, value }`, the format of HAR and Postman. Polly.JS writes the values of
 * repeated headers as an array.
 */
export function readHeaderItems(items: unknown, pointer: string, nameKey: "name" | "key" = "name"): HeaderList {
  if (!Array.isArray(items)) throw new EntryError(pointer, items, `an array of { ${nameKey}, value }`);
  const headers: HeaderField[] = [];
  let pointers: string[] | undefined;
  for (const [index, item] of items.entries()) {
    if (!isPlainObject(item)) {
      throw new EntryError(`${pointer}/${index}`, item, `an object with ${nameKey} and value`);
    }
    const { [nameKey]: name } = item;
    if (typeof name !== "string") throw new EntryError(`${pointer}/${index}/${nameKey}`, name, "a string");
    // HTTP/2 pseudo-headers such as ":authority" are not header fields.
    const isField = !name.startsWith(":") && item.disabled !== true;
    if (isField && pointers === undefined && typeof item.value === "string") {
      headers.push([name, item.value]);
      continue;
    }
    const values: readonly unknown[] = Array.isArray(item.value) ? item.value : [item.value];
    const texts = values.map((value, at) =>
      readHeaderText(value, `${pointer}/${index}/value${Array.isArray(item.value) ? `/${at}` : ""}`),
    );
    const fields = isField ? texts : [];
    if (fields.length !== 1) pointers ??= headers.map((_, before) => `/${before}`);
    for (const text of fields) {
      headers.push([name, text]);
      pointers?.push(`/${index}`);
    }
  }
  return pointers === undefined ? { headers } : { headers, pointers };
}

/**
 * Reads an object of headers by name or, with `readArray`, an array of them. Absent headers are none.
 *
 * @param expected describes both for messages
 */
export function readHeaders(
  headers: unknown,
  pointer: string,
  expected: string,
  readArray?: (items: readonly unknown[], pointer: string) => HeaderList,
): Located<HeaderList> {
  if (headers === undefined) return { value: NO_HEADERS, pointer };
  if (Array.isArray(headers) && readArray !== undefined) return { value: readArray(headers, pointer), pointer };
  if (isPlainObject(headers)) return { value: readHeaderObject(headers, pointer), pointer };
  throw new EntryError(pointer, headers, expected);
}

/** Reads an object that maps each name to a value or an array of values. */
export function readHeaderObject(named: UnknownRecord, pointer: string): HeaderList {
  const list = new HeaderCollector();
  for (const [name, value] of Object.entries(named)) {
    const itemPointer = joinPointer("", name);
    if (!Array.isArray(value)) {
      list.add(name, readHeaderText(value, `${pointer}${itemPointer}`), itemPointer);
      continue;
    }
    for (const [index, item] of value.entries()) {
      list.add(name, readHeaderText(item, `${pointer}${itemPointer}/${index}`), `${itemPointer}/${index}`);
    }
  }
  return list;
}

/** Reads an array of alternating names and values, the format of `rawHeaders` in Node. */
export function readRawHeaders(items: readonly unknown[], pointer: string): HeaderList {
  if (items.length % 2 === 1) throw new EntryError(pointer, items, "alternating names and values");
  const list = new HeaderCollector();
  for (let index = 0; index < items.length; index += 2) {
    const itemPointer = `/${index + 1}`;
    list.add(
      readHeaderText(items[index], `${pointer}/${index}`),
      readHeaderText(items[index + 1], pointer + itemPointer),
      itemPointer,
    );
  }
  return list;
}

/** Reads an array of `[name, value]` pairs, the native exchange format. */
export function readHeaderPairs(pairs: readonly unknown[], pointer: string): HeaderList {
  return {
    headers: pairs.map((pair, index): HeaderField => {
      const at = `${pointer}/${index}`;
      if (!Array.isArray(pair) || pair.length !== 2) throw new EntryError(at, pair, "a pair [name, value]");
      return [readHeaderText(pair[0], `${at}/0`), readHeaderText(pair[1], `${at}/1`)];
    }),
  };
}

/** Some recorders write a Content-Length as a number. */
function readHeaderText(value: unknown, pointer: string): string {
  if (typeof value === "string") return value;
  if (typeof value === "number") return String(value);
  throw new EntryError(pointer, value, "a string");
}

/** Undefined if it is unknown whether there was a body. */
type LocatedBody = Located<RecordedBody | undefined>;

/** The data of one entry, independent of the recording format. */
export type ParsedEntry = {
  readonly method: Located<string>;
  readonly url: Located<string>;
  readonly requestHeaders: Located<HeaderList>;
  readonly requestBody: LocatedBody;
  readonly status: Located<number>;
  readonly responseHeaders: Located<HeaderList>;
  readonly responseBody: LocatedBody;
  readonly startedAt?: string | undefined;
  readonly durationMs?: number | undefined;
  readonly incomplete?: string | undefined;
  readonly gaps?: readonly RecordingGap[];
  /** Without the bodies, which are known to be missing. */
  readonly notLogged?: readonly Exclude<LogPart, "request.body" | "response.body">[];
  readonly webhook?: RecordedWebhook | undefined;
  readonly consumer?: string | undefined;
};

type EntryOrigin = Pick<ExchangeOrigin, "source" | "index" | "pointer">;

/**
 * Returns the exchange of an entry, or an unreadable entry with the reason if `parse` throws an `EntryError`.
 *
 * @param expected describes a valid entry
 */
export function readEntry(
  at: EntryOrigin,
  entry: unknown,
  expected: string,
  parse: (entry: UnknownRecord) => ParsedEntry,
): ReadResult {
  try {
    return { kind: "exchange", exchange: createExchange(at, parse(requireObject(entry, "", expected))) };
  } catch (error) {
    if (!(error instanceof EntryError)) throw error;
    const unreadable = { source: at.source, pointer: `${at.pointer}${error.pointer}`, reason: error.message };
    return { kind: "unreadable", unreadable };
  }
}

function createExchange(at: EntryOrigin, entry: ParsedEntry): Exchange {
  const { method, url, status, requestHeaders, requestBody, responseHeaders, responseBody } = entry;
  const { startedAt, durationMs, incomplete, gaps = [], webhook, consumer } = entry;
  const { headers: sentHeaders, pointers: request } = requestHeaders.value;
  const { headers: receivedHeaders, pointers: response } = responseHeaders.value;
  const sent = completeBody(requestBody.value, sentHeaders);
  const received = canHaveResponseBody(method.value, status.value)
    ? completeBody(responseBody.value, receivedHeaders)
    : responseBody.value;
  const notLogged: LogPart[] = [...(entry.notLogged ?? [])];
  if (isNotRecorded(sent)) notLogged.push("request.body");
  if (isNotRecorded(received)) notLogged.push("response.body");
  return {
    request: { method: method.value, url: url.value, headers: sentHeaders, body: sent ?? NO_BODY },
    response: { status: status.value, headers: receivedHeaders, body: received ?? NO_BODY },
    origin: {
      ...at,
      ...(startedAt === undefined ? {} : { startedAt }),
      parts: {
        "request.method": method.pointer,
        "request.url": url.pointer,
        "request.headers": requestHeaders.pointer,
        "request.body": requestBody.pointer,
        "response.status": status.pointer,
        "response.headers": responseHeaders.pointer,
        "response.body": responseBody.pointer,
      },
      ...(request || response ? { headerPointers: dropUndefined({ request, response }) } : {}),
    },
    // Not `dropUndefined`, which takes a tenth of the time of a whole run here.
    ...(durationMs === undefined ? {} : { durationMs }),
    ...(incomplete === undefined ? {} : { incomplete }),
    ...(gaps.length === 0 ? {} : { gaps }),
    ...(notLogged.length === 0 ? {} : { notLogged }),
    ...(webhook === undefined ? {} : { webhook }),
    ...(consumer === undefined ? {} : { consumer }),
  };
}

/** A body that no field of the recording has may be known by its length. */
function completeBody(body: RecordedBody | undefined, headers: readonly HeaderField[]): RecordedBody | undefined {
  return body?.kind === "none" ? inferBody(headers, [], false) : body;
}

function isNotRecorded(body: RecordedBody | undefined): boolean {
  return body === undefined || (body.kind === "missing" && body.isUnreadable !== true);
}

export function requireObject(value: unknown, pointer: string, expected: string): UnknownRecord {
  if (isPlainObject(value)) return value;
  throw new EntryError(pointer, value, expected);
}

export function requireMethod(value: unknown, pointer: string): Located<string> {
  if (typeof value === "string" && value !== "") return { value: normalizeMethod(value), pointer };
  throw new EntryError(pointer, value, 'an HTTP method such as "GET"');
}

/** Writes common methods in upper case, as some recorders do not. Other methods keep their case, which matters in `additionalOperations`. */
export function normalizeMethod(method: string): string {
  const upper = method.toUpperCase();
  return COMMON_METHODS.has(upper) ? upper : method;
}

const COMMON_METHODS = new Set("GET HEAD POST PUT DELETE CONNECT OPTIONS TRACE PATCH QUERY".split(" "));

/** Reads a URL. One that is only a path has no recorded origin. */
export function requireUrl(value: unknown, pointer: string): Located<string> {
  const url = typeof value === "string" && /^\/(?!\/)/.test(value) ? `${UNRECORDED_ORIGIN}${value}` : value;
  if (typeof url === "string" && isRequestUrl(url)) return { value: url, pointer };
  throw new EntryError(pointer, value, 'a URL such as "https://host/path", or a path such as "/path"');
}

/** @throws EntryError if `value` is not an HTTP status code. */
export function requireStatus(value: unknown, pointer: string): Located<number> {
  if (typeof value === "number" && Number.isInteger(value) && value >= 100 && value <= 999) return { value, pointer };
  throw new EntryError(pointer, value, "a number from 100 to 999");
}

export type UnknownRecord = { readonly [name: string]: unknown };

/** Aborts the reading of one entry. The reader catches it and reports the entry as unreadable. */
export class EntryError extends Error {
  override readonly name = "EntryError" as const;
  /** JSON Pointer relative to the entry. */
  readonly pointer: string;

  constructor(pointer: string, found: unknown, expected: string) {
    const what = pointer === "" ? "the entry" : pointer.slice(1).replaceAll("/", ".");
    const isShown = typeof found === "string" && SHOWN_PARTS.some((part) => pointer.endsWith(part));
    super(`${what} is ${isShown ? formatExcerpt(found) : describeValueKind(found)}; expected ${expected}`);
    this.pointer = pointer;
  }
}

export function isPlainObject(value: unknown): value is UnknownRecord {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function describeValueKind(value: unknown): string {
  if (value === undefined) return "missing";
  if (value === null) return "null";
  if (Array.isArray(value)) return "an array";
  if (typeof value === "object") return "an object";
  if (typeof value === "string") return value === "" ? "empty" : "a string";
  return String(value);
}

/** Returns the start of a text, without a URL query. */
function formatExcerpt(text: string): string {
  const shown = redactUrl(text).replace(/[?#].*$/s, "?...");
  return JSON.stringify(shown.length > MAX_SHOWN_CHARACTERS ? `${shown.slice(0, MAX_SHOWN_CHARACTERS)}...` : shown);
}

// Other values, such as bodies, can contain secrets and are never printed.
const SHOWN_PARTS = ["/method", "/url", "/status", "/encoding"] as const;

const MAX_SHOWN_CHARACTERS = 80;

/** Reads a body from a separate file in the directory of the recording, or in `folder` near it. */
export type AttachmentReader = (name: string, folder?: string) => RecordedBody;

/** For recordings without a directory, such as standard input. */
export const NO_ATTACHMENTS: AttachmentReader = (name) =>
  createMissingBody(`the body is in another file, ${name}`, "unreadable");

export const NO_BODY: RecordedBody = Object.freeze({ kind: "none" });

/** @param cause `unreadable`: the recording refers to a body that cannot be read, which makes a run inconclusive. */
export function createMissingBody(reason: string, cause?: "unreadable"): RecordedBody {
  return { kind: "missing", reason, ...(cause === undefined ? {} : { isUnreadable: true }) };
}

/**
 * Decides whether a message had a body that its recording lacks. A Content-Length decides (RFC 9112, section 6.3), because recorders
 * write sizes of 0 for bodies that they leave out, and count headers and framing as parts of an empty body. Returns undefined if it is
 * unknown.
 *
 * @param sizes what the recorder wrote; only positive numbers count
 * @param isPossible whether there may have been a body that nothing shows
 */
export function inferBody(
  headers: readonly HeaderField[],
  sizes: readonly unknown[],
  isPossible: boolean,
): RecordedBody | undefined {
  const length = parseContentLength(headers);
  const size = length === 0 ? 0 : [length, ...sizes].find(isPositive);
  if (isPositive(size)) return createMissingBody(`the body of ${size} bytes is not recorded`);
  return size === undefined && isPossible ? undefined : NO_BODY;
}

/** Returns NaN if the header is absent or invalid. */
export function parseContentLength(headers: readonly HeaderField[]): number {
  return Number(getHeaderValues(headers, "content-length")[0]?.trim() || Number.NaN);
}

export function isPositive(value: unknown): value is number {
  return typeof value === "number" && value > 0;
}

/** Whether a response can have a body (RFC 9110, section 6.4.1). */
export function canHaveResponseBody(method: string, status: number): boolean {
  return method !== "HEAD" && status >= 200 && !BODILESS_STATUSES.has(status);
}

const BODILESS_STATUSES: ReadonlySet<number> = new Set([204, 205, 304]);

/** Creates a text body; an empty text is no body. */
export function createTextBody(text: string): RecordedBody {
  return text === "" ? NO_BODY : { kind: "text", text };
}

/**
 * Decodes a base64 body. Unlike `Buffer.from`, which skips invalid characters, it rejects invalid base64.
 *
 * @throws EntryError if `text` is not valid base64.
 */
export function decodeBase64Body(text: string, pointer: string): RecordedBody {
  const bytes = decodeBase64(text);
  if (bytes === undefined) throw new EntryError(pointer, text, "valid base64");
  return { kind: "bytes", bytes };
}

export function decodeBase64(text: string): Uint8Array | undefined {
  const bytes = Buffer.from(text, "base64");
  const digits = /[\s=]/.test(text) ? text.replace(/\s+/g, "").replace(/={1,2}$/, "") : text;
  const isValid = digits.length % 4 !== 1 && bytes.length === Math.floor((digits.length * 3) / 4);
  return isValid ? bytes : undefined;
}

export function decodeHex(text: string): Uint8Array | undefined {
  return /^(?:[\da-f]{2})*$/i.test(text) ? Buffer.from(text, "hex") : undefined;
}

/**
 * Serializes a body that is recorded as a parsed JSON value.
 *
 * A number beyond 2^53 has lost precision in the recording, so such a body is recorded as missing.
 */
export function createJsonBody(value: unknown): RecordedBody {
  if (!hasOnlyExactNumbers(value))
    return createMissingBody("the body contains a number beyond 2^53, which lost precision in the recording");
  try {
    return { kind: "text", text: JSON.stringify(value) };
  } catch (error) {
    if (error instanceof RangeError) return createMissingBody("the body is nested too deeply to be serialized as JSON");
    throw error;
  }
}

function hasOnlyExactNumbers(root: unknown): boolean {
  const pending = [root];
  while (pending.length > 0) {
    const value = pending.pop();
    if (typeof value === "number") {
      if (Math.abs(value) > Number.MAX_SAFE_INTEGER) return false;
    } else if (typeof value === "object" && value !== null) {
      for (const item of Object.values(value)) pending.push(item);
    }
  }
  return true;
}
