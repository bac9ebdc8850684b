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
import { isRequestUrl, UNRECORDED_ORIGIN } from "../url.js";
import { EntryError, isPlainObject, type UnknownRecord } from "./entry-error.js";
import type { HeaderList, Located } from "./header-list.js";
import { canHaveResponseBody, inferBody, NO_BODY } from "./recorded-body.js";

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
