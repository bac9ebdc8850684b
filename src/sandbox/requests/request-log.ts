import { isUtf8 } from "node:buffer";
import {
  EXCHANGE_PART_POINTERS,
  type Exchange,
  getCombinedHeader,
  parseMediaType,
  REDACTED,
  type RecordedBody,
  redactSecrets,
} from "../../exchange/index.js";
import { maskCardNumbers } from "./mask-cards.js";

/** An exchange with the service in the log. */
export type LoggedExchange = {
  /** Counts from 1; not reused when old exchanges are removed. */
  readonly id: number;
  readonly exchange: Exchange;
  readonly metadata: RequestMetadata;
};

/** What the service knows about a request beyond its bytes. */
export type RequestMetadata = {
  /** Undefined when the spec has no matching operation. */
  readonly operationId?: string | undefined;
  readonly businessId?: string | undefined;
  readonly applicationId?: string | undefined;
  /** The domain time of the request, in milliseconds. */
  readonly at: number;
  /** Milliseconds of real time until the response was ready. */
  readonly duration: number;
  /** The id of the fault rule that applied. */
  readonly fault?: string | undefined;
  /** The stored response of an earlier request with the same request id was returned. */
  readonly replayed?: boolean | undefined;
  /** The header `Warning` of the response. */
  readonly warning?: string | undefined;
};

/**
 * The latest exchanges of this replica, limited by number and size. Secrets are redacted when an exchange is read,
 * because most exchanges are never read.
 */
export type RequestLog = {
  readonly add: (
    exchange: Pick<Exchange, "request" | "response" | "incomplete">,
    metadata: RequestMetadata,
  ) => LoggedExchange;
  /** Oldest first. */
  readonly entries: () => readonly LoggedExchange[];
  readonly find: (id: number) => LoggedExchange | undefined;
  readonly clear: () => void;
  /** The id of the latest exchange that the limits have removed since the log was cleared; 0 if there is none. */
  readonly lastRemoved: () => number;
  /** Increases with every change, so that callers can detect new entries. */
  readonly version: () => number;
};

export type RequestLogLimits = { readonly entries: number; readonly bytes: number };

export function createRequestLog(limits: RequestLogLimits = { entries: 1000, bytes: 16 * 1024 * 1024 }): RequestLog {
  let items: { readonly entry: LoggedExchange; readonly size: number }[] = [];
  let bytes = 0;
  let last = 0;
  let version = 0;
  let lastRemoved = 0;
  return {
    add: (recorded, metadata) => {
      last += 1;
      version += 1;
      const entry = createEntry(recorded, last, metadata);
      const size = sizeOf(recorded);
      items.push({ entry, size });
      bytes += size;
      while (items.length > limits.entries || (bytes > limits.bytes && items.length > 1)) {
        const removed = items.shift();
        bytes -= removed?.size ?? 0;
        lastRemoved = removed?.entry.id ?? lastRemoved;
      }
      return entry;
    },
    entries: () => items.map(({ entry }) => entry),
    find: (id) => items.find(({ entry }) => entry.id === id)?.entry,
    clear: () => {
      items = [];
      bytes = 0;
      lastRemoved = 0;
      version += 1;
    },
    lastRemoved: () => lastRemoved,
    version: () => version,
  };
}

type RawExchange = Pick<Exchange, "request" | "response" | "incomplete">;

/** Redacts the exchange when it is first read, and then drops the original. */
function createEntry(recorded: RawExchange, id: number, metadata: RequestMetadata): LoggedExchange {
  let raw: RawExchange | undefined = limitBodies(recorded);
  let redacted: Exchange | undefined;
  return {
    id,
    metadata,
    get exchange() {
      redacted ??= redactExchange(raw ?? recorded, id, metadata.at);
      raw = undefined;
      return redacted;
    },
  };
}

/**
 * Secrets are recognized by the names of JSON members and form fields. Other bodies have no names, so they are redacted
 * completely when they contain a word that hints at a secret. Binary bodies are always replaced.
 */
function redactSuspiciousText(body: RecordedBody, headers: Exchange["request"]["headers"]): RecordedBody {
  if (body.kind === "bytes") return { kind: "bytes", bytes: BINARY_PLACEHOLDER };
  if (body.kind !== "text" || hasNamedFields(body.text, getCombinedHeader(headers, "content-type") ?? "")) return body;
  return SECRET_HINT.test(body.text) ? { kind: "text", text: REDACTED } : body;
}

/** Not valid UTF-8, so that checks still treat the body as binary. */
const BINARY_PLACEHOLDER = Buffer.concat([Buffer.from([0xff]), Buffer.from(REDACTED)]);
// biome-ignore lint/suspicious/noControlCharactersInRegex: a text in UTF-16 that is read as UTF-8 is full of it
const SECRET_HINT = /pass|pwd|secret|token|assertion|credential|auth|cookie|jwt|\\u00|\\x|\u0000/i;
const FORM_BODY = /^(?:[\w.%+[\]-]+=[^&]*(?:&|$))+$/;

function hasNamedFields(text: string, contentType: string): boolean {
  const type = parseMediaType(contentType);
  if (type?.essence === "application/x-www-form-urlencoded") return FORM_BODY.test(text);
  if (type === undefined || !/[/+]json$/.test(type.essence)) return false;
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === "object" && value !== null;
  } catch {
    return false;
  }
}

/** A larger body would fill the log; it is omitted with the reason. */
const MAX_BODY_BYTES = 256 * 1024;

function limitBodies({ request, response, ...rest }: RawExchange): RawExchange {
  return {
    ...rest,
    request: { ...request, body: limitBody(request.body) },
    response: { ...response, body: limitBody(response.body) },
  };
}

function limitBody(body: RecordedBody): RecordedBody {
  const size = body.kind === "text" ? Buffer.byteLength(body.text) : body.kind === "bytes" ? body.bytes.length : 0;
  return size > MAX_BODY_BYTES
    ? { kind: "missing", reason: `the body of ${size} bytes exceeds the limit of the log (${MAX_BODY_BYTES} bytes)` }
    : body;
}

function redactExchange({ request: sent, response: got, ...recorded }: RawExchange, id: number, at: number): Exchange {
  const { request, response, ...rest } = redactSecrets({
    ...recorded,
    request: { ...sent, body: redactSuspiciousText(decodeTextBody(sent.body), sent.headers) },
    response: { ...got, body: decodeTextBody(got.body) },
    origin: {
      source: "sandbox",
      index: id - 1,
      pointer: `/${id - 1}`,
      startedAt: new Date(at).toISOString(),
      parts: EXCHANGE_PART_POINTERS,
    },
  });
  return {
    ...rest,
    request: {
      ...request,
      url: maskCardNumbers(request.url),
      headers: request.headers.map(([name, value]) => [name, maskCardNumbers(value)]),
      body: maskBodyCards(request.body),
    },
    response: { ...response, body: maskBodyCards(response.body) },
  };
}

/** Decodes UTF-8 bodies; other bodies stay binary. */
function decodeTextBody(body: RecordedBody): RecordedBody {
  if (body.kind !== "bytes") return body;
  const text = Buffer.from(body.bytes).toString();
  return isUtf8(body.bytes) ? { kind: "text", text } : body;
}

function maskBodyCards(body: RecordedBody): RecordedBody {
  return body.kind === "text" ? { kind: "text", text: maskCardNumbers(body.text) } : body;
}

function sizeOf({ request, response }: RawExchange): number {
  return [request, response].reduce((sum, { headers, body }) => {
    const text = headers.reduce((length, [name, value]) => length + name.length + value.length, 0);
    return sum + text + (body.kind === "text" ? body.text.length : body.kind === "bytes" ? body.bytes.length : 0);
  }, request.url.length + 500);
}
