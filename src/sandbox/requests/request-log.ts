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

/** One request to the service and its answer, as the log has it. */
export type LoggedExchange = {
  /** Counts from 1, and goes on when old exchanges are forgotten. */
  readonly id: number;
  readonly exchange: Exchange;
  readonly metadata: RequestMetadata;
};

/** What the service knows of a request besides its bytes. */
export type RequestMetadata = {
  /** Undefined when the contract knows no such operation. */
  readonly operationId?: string | undefined;
  readonly businessId?: string | undefined;
  readonly applicationId?: string | undefined;
  /** The domain time at which the request came, in milliseconds. */
  readonly at: number;
  /** Real milliseconds until the answer was ready. */
  readonly duration: number;
  /** The fault rule that decided. */
  readonly fault?: string | undefined;
  /** An earlier answer was given again, since the request id was known. */
  readonly replayed?: boolean | undefined;
};

/**
 * The last exchanges of this replica, bounded by their number and their bytes. Secrets are taken out before an exchange is
 * given to anybody, so that nothing that reads the log can show one; most are forgotten before anybody asks.
 */
export type RequestLog = {
  readonly add: (
    exchange: Pick<Exchange, "request" | "response" | "incomplete">,
    note: RequestMetadata,
  ) => LoggedExchange;
  /** The oldest first. */
  readonly entries: () => readonly LoggedExchange[];
  readonly find: (id: number) => LoggedExchange | undefined;
  readonly clear: () => void;
  /** How often something was added or cleared, by which a watcher knows that there is something new. */
  readonly version: () => number;
};

export type RequestLogLimits = { readonly entries: number; readonly bytes: number };

export function createRequestLog(limits: RequestLogLimits = { entries: 1000, bytes: 16 * 1024 * 1024 }): RequestLog {
  let kept: { readonly entry: LoggedExchange; readonly size: number }[] = [];
  let bytes = 0;
  let last = 0;
  let version = 0;
  return {
    add: (recorded, note) => {
      last += 1;
      version += 1;
      const entry = createEntry(recorded, last, note);
      const size = sizeOf(recorded);
      kept.push({ entry, size });
      bytes += size;
      while (kept.length > limits.entries || (bytes > limits.bytes && kept.length > 1))
        bytes -= kept.shift()?.size ?? 0;
      return entry;
    },
    entries: () => kept.map(({ entry }) => entry),
    find: (id) => kept.find(({ entry }) => entry.id === id)?.entry,
    clear: () => {
      kept = [];
      bytes = 0;
      version += 1;
    },
    version: () => version,
  };
}

type RawExchange = Pick<Exchange, "request" | "response" | "incomplete">;

/** Cleaned when it is first looked at; what was recorded is let go then. */
function createEntry(recorded: RawExchange, id: number, metadata: RequestMetadata): LoggedExchange {
  let raw: RawExchange | undefined = limitBodies(recorded);
  let clean: Exchange | undefined;
  return {
    id,
    metadata,
    get exchange() {
      clean ??= redactExchange(raw ?? recorded, id, metadata.at);
      raw = undefined;
      return clean;
    },
  };
}

/**
 * Secrets are told by the names that JSON and forms give them. A body that is neither, or not what its type says, names
 * nothing: it is kept while no word in it is one that secrets go by. Bytes that are no text are not kept.
 */
function hideSuspiciousText(body: RecordedBody, headers: Exchange["request"]["headers"]): RecordedBody {
  if (body.kind === "bytes") return { kind: "bytes", bytes: BINARY_PLACEHOLDER };
  if (body.kind !== "text" || hasNamedFields(body.text, getCombinedHeader(headers, "content-type") ?? "")) return body;
  return SECRET_HINT.test(body.text) ? { kind: "text", text: REDACTED } : body;
}

/** No UTF-8 either, so that it is judged as what it stands for. */
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

/** A body that would fill the log alone is left out, and said to be. */
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
    ? { kind: "missing", reason: `the body of ${size} bytes is larger than the log keeps (${MAX_BODY_BYTES})` }
    : body;
}

function redactExchange({ request: sent, response: got, ...recorded }: RawExchange, id: number, at: number): Exchange {
  const { request, response, ...rest } = redactSecrets({
    ...recorded,
    request: { ...sent, body: hideSuspiciousText(decodeTextBody(sent.body), sent.headers) },
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

/** The service writes and reads text; bytes that are none stay bytes. */
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
