import { isUtf8 } from "node:buffer";
import { isJsonType, tryParseJson } from "../../document/index.js";
import {
  EXCHANGE_PART_POINTERS,
  type Exchange,
  getCombinedHeader,
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

function createLogged({ request, response, ...recorded }: RawExchange, id: number, at: number): Exchange {
  return {
    ...recorded,
    request: { ...request, body: redactSuspiciousText(decodeTextBody(request.body), request.headers) },
    response: { ...response, body: decodeTextBody(response.body) },
    origin: {
      source: "sandbox",
      index: id - 1,
      pointer: `/${id - 1}`,
      startedAt: new Date(at).toISOString(),
      parts: EXCHANGE_PART_POINTERS,
    },
  };
}

function maskCards({ request, response, ...rest }: Exchange): Exchange {
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

/**
 * Masks card numbers and EMV data in a text. The first 6 and last 4 digits of a number remain, which the spec shows too
 * (PCI DSS 4.0, requirement 3.4.1). A card number has 13 to 19 digits, a prefix of a card scheme and a valid check
 * digit.
 *
 * JSON stays valid with the same types: digits that are not a complete string become zeros, and EMV data stays
 * hexadecimal.
 */
export function maskCardNumbers(text: string): string {
  return text
    .replace(EMV_TAGS, (_, name: string, tags: string) => name + tags.replace(/(:\s*)"[^"]*"/g, '$1"00"'))
    .replace(CARD_GROUPS, (number: string) =>
      isCardNumber(number.replace(/%20|\D/g, "")) ? maskGroups(number) : number,
    )
    .replace(CARD_DIGITS, (number: string, offset: number, whole: string) => {
      if (!isCardNumber(number)) return number;
      const mask = whole[offset - 1] === '"' && whole[offset + number.length] === '"' ? "*" : "0";
      return number.slice(0, 6) + mask.repeat(number.length - 10) + number.slice(-4);
    });
}

const EMV_TAGS = /("emvTags"\s*:\s*)(\{[^{}]*\})/g;
// Digits right after a percent-encoded character can be a card number; digits of a fraction cannot.
const CARD_DIGITS = /(?:(?<=%[0-9a-f]{2})|(?<![\d%]|%[0-9a-f]|\d\.))[2-6]\d{12,18}(?!\d|\.\d)/gi;
// Four groups of four digits, as embossed on cards.
const CARD_GROUPS = /(?<!\d)[2-6]\d{3}(?:(?:[ +-]|%20)\d{4}){3}(?!\d)/g;

/** Keeps the separators between the groups, including percent-encoded spaces. */
function maskGroups(number: string): string {
  let position = 0;
  return number.replace(/%20|\d/g, (piece) => {
    if (piece === "%20") return piece;
    position += 1;
    return position > 6 && position <= 12 ? "0" : piece;
  });
}

/** Checks the check digit with the Luhn formula (ISO/IEC 7812-1, annex B). */
function isCardNumber(number: string): boolean {
  let sum = 0;
  for (let position = 1; position <= number.length; position += 1) {
    const digit = Number(number[number.length - position]) * (position % 2 === 0 ? 2 : 1);
    sum += digit > 9 ? digit - 9 : digit;
  }
  return sum % 10 === 0;
}
