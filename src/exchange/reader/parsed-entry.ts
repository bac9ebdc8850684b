import { isRequestUrl, UNRECORDED_ORIGIN } from "../absolute-url.js";
import type {
  Exchange,
  ExchangeOrigin,
  HeaderPointers,
  LogPart,
  PartPointers,
  ReadResult,
  RecordedBody,
  RecordedWebhook,
  RecordingGap,
} from "../exchange.js";
import { EntryError, isPlainObject, type UnknownRecord } from "./entry-error.js";
import type { HeaderList } from "./header-list.js";
import { canHaveResponseBody, inferBody, NO_BODY } from "./recorded-body.js";

type ParsedMessage = {
  readonly headers: HeaderList;
  /** Undefined if it is unknown whether there was a body. */
  readonly body: RecordedBody | undefined;
};

/** The data of one entry, independent of the recording format. */
export type ParsedEntry = {
  readonly request: ParsedMessage & { readonly method: string; readonly url: string };
  readonly response: ParsedMessage & { readonly status: number };
  readonly parts: PartPointers;
  readonly startedAt?: string | undefined;
  readonly durationMs?: number | undefined;
  readonly incomplete?: string | undefined;
  readonly gaps?: readonly RecordingGap[];
  /** Without the bodies, which are known to be missing. */
  readonly notLogged?: readonly Exclude<LogPart, "request.body" | "response.body">[];
  readonly webhook?: RecordedWebhook | undefined;
  readonly consumer?: string | undefined;
};

/** Calls `parse` and returns the exchange, or an unreadable entry with the reason if `parse` throws an `EntryError`. */
export function readEntry(
  at: Pick<ExchangeOrigin, "source" | "index" | "pointer">,
  parse: () => ParsedEntry,
): ReadResult {
  try {
    return { kind: "exchange", exchange: createExchange(at, parse()) };
  } catch (error) {
    if (!(error instanceof EntryError)) throw error;
    const unreadable = { source: at.source, pointer: `${at.pointer}${error.pointer}`, reason: error.message };
    return { kind: "unreadable", unreadable };
  }
}

function createExchange(at: Pick<ExchangeOrigin, "source" | "index" | "pointer">, entry: ParsedEntry): Exchange {
  const { request, response, parts, startedAt, durationMs, incomplete, gaps = [], webhook, consumer } = entry;
  const headerPointers = getHeaderPointers(request.headers, response.headers);
  const sent = completeBody(request);
  const received = canHaveResponseBody(request.method, response.status) ? completeBody(response) : response.body;
  const notLogged: LogPart[] = [...(entry.notLogged ?? [])];
  if (isNotRecorded(sent)) notLogged.push("request.body");
  if (isNotRecorded(received)) notLogged.push("response.body");
  return {
    request: { ...request, headers: request.headers.headers, body: sent ?? NO_BODY },
    response: { ...response, headers: response.headers.headers, body: received ?? NO_BODY },
    origin: {
      ...at,
      ...(startedAt === undefined ? {} : { startedAt }),
      parts,
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
function completeBody({ headers: { headers }, body }: ParsedMessage): RecordedBody | undefined {
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

export function requireMethod(value: unknown, pointer: string): string {
  if (typeof value === "string" && value !== "") return normalizeMethod(value);
  throw new EntryError(pointer, value, 'an HTTP method such as "GET"');
}

/** Writes common methods in upper case, as some recorders do not. Other methods keep their case, which matters in `additionalOperations`. */
export function normalizeMethod(method: string): string {
  const upper = method.toUpperCase();
  return COMMON_METHODS.has(upper) ? upper : method;
}

const COMMON_METHODS = new Set("GET HEAD POST PUT DELETE CONNECT OPTIONS TRACE PATCH QUERY".split(" "));

/** Reads a URL. One that is only a path has no recorded origin. */
export function requireUrl(value: unknown, pointer: string): string {
  const url = typeof value === "string" && /^\/(?!\/)/.test(value) ? `${UNRECORDED_ORIGIN}${value}` : value;
  if (typeof url === "string" && isRequestUrl(url)) return url;
  throw new EntryError(pointer, value, 'a URL such as "https://host/path", or a path such as "/path"');
}

/** @throws EntryError if `value` is not an HTTP status code. */
export function requireStatus(value: unknown, pointer: string): number {
  if (typeof value === "number" && Number.isInteger(value) && value >= 100 && value <= 999) return value;
  throw new EntryError(pointer, value, "a number from 100 to 999");
}
