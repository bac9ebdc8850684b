import { isUtf8 } from "node:buffer";
import {
  type Body,
  type Exchange,
  joinedHeader,
  ownParts,
  parseMediaType,
  redacted,
  withoutSecrets,
} from "../exchange/index.js";
import { maskCards } from "./card-numbers.js";

/** One request to the service and its answer, as the log has it. */
export type LoggedExchange = {
  /** Counts from 1, and goes on when old exchanges are forgotten. */
  readonly id: number;
  readonly exchange: Exchange;
  readonly note: RequestNote;
};

/** What the service knows of a request besides its bytes. */
export type RequestNote = {
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
  readonly add: (exchange: Pick<Exchange, "request" | "response" | "incomplete">, note: RequestNote) => LoggedExchange;
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
      const entry = entryOf(recorded, last, note);
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

type Recorded = Pick<Exchange, "request" | "response" | "incomplete">;

/** Cleaned when it is first looked at; what was recorded is let go then. */
function entryOf(recorded: Recorded, id: number, note: RequestNote): LoggedExchange {
  let raw: Recorded | undefined = withinBounds(recorded);
  let clean: Exchange | undefined;
  return {
    id,
    note,
    get exchange() {
      clean ??= cleaned(raw ?? recorded, id, note.at);
      raw = undefined;
      return clean;
    },
  };
}

/**
 * Secrets are told by the names that JSON and forms give them. A body that is neither, or not what its type says, names
 * nothing: it is kept while no word in it is one that secrets go by. Bytes that are no text are not kept.
 */
function legible(body: Body, headers: Exchange["request"]["headers"]): Body {
  if (body.kind === "bytes") return { kind: "bytes", bytes: NO_TEXT };
  if (body.kind !== "text" || isNamed(body.text, joinedHeader(headers, "content-type") ?? "")) return body;
  return SUSPICIOUS.test(body.text) ? { kind: "text", text: redacted } : body;
}

/** No UTF-8 either, so that it is judged as what it stands for. */
const NO_TEXT = Buffer.concat([Buffer.from([0xff]), Buffer.from(redacted)]);
// biome-ignore lint/suspicious/noControlCharactersInRegex: a text in UTF-16 that is read as UTF-8 is full of it
const SUSPICIOUS = /pass|pwd|secret|token|assertion|credential|auth|cookie|jwt|\\u00|\\x|\u0000/i;
const FORM = /^(?:[\w.%+[\]-]+=[^&]*(?:&|$))+$/;

function isNamed(text: string, contentType: string): boolean {
  const type = parseMediaType(contentType);
  if (type?.essence === "application/x-www-form-urlencoded") return FORM.test(text);
  if (type === undefined || !/[/+]json$/.test(type.essence)) return false;
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === "object" && value !== null;
  } catch {
    return false;
  }
}

/** A body that would fill the log alone is left out, and said to be. */
const LARGEST_BODY = 256 * 1024;

function withinBounds({ request, response, ...rest }: Recorded): Recorded {
  return {
    ...rest,
    request: { ...request, body: bounded(request.body) },
    response: { ...response, body: bounded(response.body) },
  };
}

function bounded(body: Body): Body {
  const size = body.kind === "text" ? Buffer.byteLength(body.text) : body.kind === "bytes" ? body.bytes.length : 0;
  return size > LARGEST_BODY
    ? { kind: "missing", reason: `the body of ${size} bytes is larger than the log keeps (${LARGEST_BODY})` }
    : body;
}

function cleaned({ request: sent, response: got, ...recorded }: Recorded, id: number, at: number): Exchange {
  const { request, response, ...rest } = withoutSecrets({
    ...recorded,
    request: { ...sent, body: legible(textual(sent.body), sent.headers) },
    response: { ...got, body: textual(got.body) },
    origin: {
      source: "sandbox",
      index: id - 1,
      pointer: `/${id - 1}`,
      startedAt: new Date(at).toISOString(),
      parts: ownParts,
    },
  });
  return {
    ...rest,
    request: {
      ...request,
      url: maskCards(request.url),
      headers: request.headers.map(([name, value]) => [name, maskCards(value)]),
      body: withoutCards(request.body),
    },
    response: { ...response, body: withoutCards(response.body) },
  };
}

/** The service writes and reads text; bytes that are none stay bytes. */
function textual(body: Body): Body {
  if (body.kind !== "bytes") return body;
  const text = Buffer.from(body.bytes).toString();
  return isUtf8(body.bytes) ? { kind: "text", text } : body;
}

function withoutCards(body: Body): Body {
  return body.kind === "text" ? { kind: "text", text: maskCards(body.text) } : body;
}

function sizeOf({ request, response }: Recorded): number {
  return [request, response].reduce((sum, { headers, body }) => {
    const text = headers.reduce((length, [name, value]) => length + name.length + value.length, 0);
    return sum + text + (body.kind === "text" ? body.text.length : body.kind === "bytes" ? body.bytes.length : 0);
  }, request.url.length + 500);
}
