import type {
  Exchange,
  ExchangeOrigin,
  HeaderField,
  HeaderPointers,
  LogPart,
  ReadResult,
  RecordedBody,
  RecordedWebhook,
  RecordingGap,
} from "../exchange.js";
import { escapePointerToken, isRequestUrl, UNRECORDED_ORIGIN } from "../message.js";
import {
  canHaveResponseBody,
  EntryError,
  inferBody,
  isPlainObject,
  NO_BODY,
  type UnknownRecord,
} from "./recorded-body.js";

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
    const itemPointer = `/${escapePointerToken(name)}`;
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
  const headerPointers = getHeaderPointers(requestHeaders.value, responseHeaders.value);
  const [{ headers: sentHeaders }, { headers: receivedHeaders }] = [requestHeaders.value, responseHeaders.value];
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
      ...(headerPointers === undefined ? {} : { headerPointers }),
    },
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

function getHeaderPointers(
  { pointers: request }: HeaderList,
  { pointers: response }: HeaderList,
): HeaderPointers | undefined {
  if (request === undefined && response === undefined) return undefined;
  return { ...(request === undefined ? {} : { request }), ...(response === undefined ? {} : { response }) };
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
