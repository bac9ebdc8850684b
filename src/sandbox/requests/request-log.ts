import { isUtf8 } from "node:buffer";
import { isJsonType, tryParseJson } from "../../document/index.js";
import {
  EXCHANGE_PART_POINTERS,
  type Exchange,
  getBodySize,
  getCombinedHeader,
  type HeaderField,
  mapMessages,
  maskCardNumbers,
  parseMediaType,
  REDACTED,
  type RecordedBody,
  redactSecrets,
  replaceMultipartFields,
} from "../../recording/index.js";
import { splitMultipart } from "../../schema/index.js";

/** An exchange with the service in the log. */
export type LoggedExchange = {
  /** Counts from 1; not reused when old exchanges are removed. */
  readonly id: number;
  readonly exchange: Exchange;
  readonly metadata: RequestMetadata;
};

/** What the service knows about a request beyond its bytes. */
type RequestMetadata = {
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

export type RequestLog = ReturnType<typeof createRequestLog>;

type RequestLogOptions = {
  readonly redact?: ((exchange: Exchange) => Exchange) | undefined;
  /** The maximum number of entries, 1000 by default. */
  readonly entries?: number;
  /** The maximum size, 16 MB by default. */
  readonly bytes?: number;
};

/**
 * The latest exchanges of this replica, limited by number and size. Secrets are redacted when an exchange is read,
 * because most exchanges are never read.
 */
export function createRequestLog(options: RequestLogOptions = {}) {
  const {
    redact = (it) => redactSecrets(it),
    entries: maxEntries = 1000,
    bytes: maxBytes = 16 * 1024 * 1024,
  } = options;
  let items: { readonly entry: LoggedExchange; readonly size: number }[] = [];
  let bytes = 0;
  let last = 0;
  return {
    add: (recorded: RawExchange, metadata: RequestMetadata): LoggedExchange => {
      last += 1;
      const entry = createEntry(recorded, last, { metadata, redact });
      const size = sizeOf(recorded);
      items.push({ entry, size });
      bytes += size;
      while (items.length > maxEntries || (bytes > maxBytes && items.length > 1)) {
        const removed = items.shift();
        bytes -= removed?.size ?? 0;
      }
      return entry;
    },
    /** Oldest first. */
    entries: (): readonly LoggedExchange[] => items.map(({ entry }) => entry),
    find: (id: number): LoggedExchange | undefined => items.find(({ entry }) => entry.id === id)?.entry,
    clear: (): void => {
      items = [];
      bytes = 0;
    },
  };
}

type RawExchange = Pick<Exchange, "request" | "response" | "incomplete">;

/** Redacts the exchange when it is first read, and then drops the original. */
function createEntry(
  recorded: RawExchange,
  id: number,
  { metadata, redact }: Pick<LoggedExchange, "metadata"> & { readonly redact: (exchange: Exchange) => Exchange },
): LoggedExchange {
  let raw: RawExchange | undefined = limitBodies(recorded);
  let redacted: Exchange | undefined;
  return {
    id,
    metadata,
    get exchange() {
      redacted ??= maskCards(redact(createLogged(raw ?? recorded, id, metadata.at)));
      raw = undefined;
      return redacted;
    },
  };
}

/**
 * Secrets are recognized by the names of JSON members and form fields. Other bodies, and parts of forms that are files, have no names,
 * so they are redacted completely when they contain a word that hints at a secret. Binary content is always replaced.
 */
function redactSuspiciousText(body: RecordedBody, headers: Exchange["request"]["headers"]): RecordedBody {
  if (body.kind !== "text" && body.kind !== "bytes") return body;
  const contentType = getCombinedHeader(headers, "content-type") ?? "";
  const { boundary } = parseMediaType(contentType)?.parameters ?? {};
  const text = body.kind === "text" ? body.text : Buffer.from(body.bytes).toString("latin1");
  if (boundary !== undefined && splitMultipart(text, boundary)?.every(({ name }) => name !== undefined) === true) {
    const redacted = replaceMultipartFields(text, boundary, (_, value) => {
      if (body.kind === "bytes" && !isUtf8(Buffer.from(value, "latin1"))) return BINARY_PLACEHOLDER.toString("latin1");
      return SECRET_HINT.test(value) && !hasNamedFields(value, "application/json") ? REDACTED : undefined;
    });
    return body.kind === "text"
      ? { kind: "text", text: redacted }
      : { kind: "bytes", bytes: Buffer.from(redacted, "latin1") };
  }
  if (body.kind === "bytes") return { kind: "bytes", bytes: BINARY_PLACEHOLDER };
  return SECRET_HINT.test(body.text) && !hasNamedFields(body.text, contentType)
    ? { kind: "text", text: REDACTED }
    : body;
}

/** Not valid UTF-8, so that checks still treat the body as binary. */
const BINARY_PLACEHOLDER = Buffer.concat([Buffer.from([0xff]), Buffer.from(REDACTED)]);
// biome-ignore lint/suspicious/noControlCharactersInRegex: a text in UTF-16 that is read as UTF-8 is full of it
const SECRET_HINT = /pass|pwd|secret|token|assertion|credential|auth|cookie|jwt|\\u00|\\x|\u0000/i;
const FORM_BODY = /^(?:[\w.%+[\]-]+=[^&]*(?:&|$))+$/;

function hasNamedFields(text: string, contentType: string): boolean {
  const type = parseMediaType(contentType);
  if (type?.essence === "application/x-www-form-urlencoded") return FORM_BODY.test(text);
  if (type === undefined || !isJsonType(type.essence)) return false;
  const value = tryParseJson(text);
  return typeof value === "object" && value !== null;
}

/** A larger body would fill the log; it is omitted with the reason. */
const MAX_BODY_BYTES = 256 * 1024;

function limitBodies(exchange: RawExchange): RawExchange {
  return mapMessages(exchange, ({ body }) => {
    const size = getBodySize(body);
    const reason = `the body of ${size} bytes exceeds the limit of the log (${MAX_BODY_BYTES} bytes)`;
    return size > MAX_BODY_BYTES ? { body: { kind: "missing", reason } } : {};
  });
}

function createLogged(recorded: RawExchange, id: number, at: number): Exchange {
  return {
    ...mapMessages(recorded, ({ body, headers }, side) => {
      const text = decodeTextBody(body);
      return { body: side === "request" ? redactSuspiciousText(text, headers) : text };
    }),
    origin: {
      source: "sandbox",
      index: id - 1,
      pointer: `/${id - 1}`,
      startedAt: new Date(at).toISOString(),
      parts: EXCHANGE_PART_POINTERS,
    },
  };
}

function maskCards(exchange: Exchange): Exchange {
  const { request, ...rest } = mapMessages(exchange, ({ body }) =>
    body.kind === "text" ? { body: { kind: "text", text: maskCardNumbers(body.text) } } : {},
  );
  const headers = request.headers.map(([name, value]): HeaderField => [name, maskCardNumbers(value)]);
  return { ...rest, request: { ...request, url: maskCardNumbers(request.url), headers } };
}

/** Decodes UTF-8 bodies; other bodies stay binary. */
function decodeTextBody(body: RecordedBody): RecordedBody {
  if (body.kind !== "bytes") return body;
  const text = Buffer.from(body.bytes).toString();
  return isUtf8(body.bytes) ? { kind: "text", text } : body;
}

function sizeOf({ request, response }: RawExchange): number {
  return [request, response].reduce((sum, { headers, body }) => {
    const text = headers.reduce((length, [name, value]) => length + name.length + value.length, 0);
    return sum + text + getBodySize(body);
  }, request.url.length + 500);
}
