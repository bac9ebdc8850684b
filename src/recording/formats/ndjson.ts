import { dropUndefined } from "../../document/index.js";
import { JSON_SIGNAL, JsonScanner, unescapeJsonName } from "../../document/json-scanner.js";
import { type Exchange, mapMessages, type ReadResult, type RecordedBody, type RecordedWebhook } from "../exchange.js";
import { toTextBody } from "../message.js";
import {
  createMissingBody,
  createTextBody,
  decodeBase64Body,
  EntryError,
  isPlainObject,
  type Located,
  NO_BODY,
  type ParsedEntry,
  readEntry,
  readHeaderPairs,
  readHeaders,
  requireMethod,
  requireObject,
  requireStatus,
  requireUrl,
  type UnknownRecord,
} from "../reader/parsed-entry.js";

type NdjsonLineContext = { readonly source: string; readonly index: number; readonly bytes: Buffer };

/**
 * Reads one line of an NDJSON recording.
 *
 * A body is a string, `{ "base64": ... }`, `{ "missing": reason }`, `{ "json": value }`, or any other JSON value, whose JSON
 * text is then the body. Null or absent means no body.
 */
export function readNdjsonLine(value: unknown, { source, index, bytes }: NdjsonLineContext): ReadResult {
  const at = { source, index, pointer: `/${index}` };
  return readEntry(at, value, "an object with request and response", (exchange) => parseExchange(exchange, bytes));
}

function parseExchange(exchange: UnknownRecord, line: Buffer): ParsedEntry {
  const request = requireObject(exchange.request, "/request", "an object with method, url and headers");
  const response = requireObject(exchange.response, "/response", "an object with status and headers");
  const [startedAt, incomplete, consumer] = ["startedAt", "incomplete", "consumer"].map((name) =>
    readOptionalText(exchange[name], `/${name}`),
  );
  const { durationMs } = exchange;
  if (durationMs !== undefined && !(typeof durationMs === "number" && durationMs >= 0))
    throw new EntryError("/durationMs", durationMs, "a number of milliseconds");
  return {
    method: requireMethod(request.method, "/request/method"),
    url: requireUrl(request.url, "/request/url"),
    requestHeaders: readHeaders(request.headers, "/request/headers", EXPECTED_HEADERS, readHeaderPairs),
    requestBody: readEntryBody(request, "request", line),
    status:
      incomplete !== undefined && response.status === 0
        ? { value: 0, pointer: "/response/status" }
        : requireStatus(response.status, "/response/status"),
    responseHeaders: readHeaders(response.headers, "/response/headers", EXPECTED_HEADERS, readHeaderPairs),
    responseBody: readEntryBody(response, "response", line),
    startedAt,
    durationMs,
    incomplete,
    webhook: readWebhook(exchange.webhook),
    consumer,
  };
}

function readOptionalText(value: unknown, pointer: string): string | undefined {
  if (value === undefined || typeof value === "string") return value;
  throw new EntryError(pointer, value, "a string");
}

/** Reads a webhook name, an object with details, or `true` if nothing else is known. */
function readWebhook(webhook: unknown): RecordedWebhook | undefined {
  if (webhook === undefined || webhook === null || webhook === false) return undefined;
  if (webhook === true) return {};
  if (typeof webhook === "string") return { name: webhook };
  const details = requireObject(webhook, "/webhook", "the name of a webhook, true, or an object");
  const { isVerified } = details;
  const name = readOptionalText(details.name, "/webhook/name");
  const wrongSignature = readOptionalText(details.wrongSignature, "/webhook/wrongSignature");
  if (isVerified !== undefined && typeof isVerified !== "boolean")
    throw new EntryError("/webhook/isVerified", isVerified, "true or false");
  return {
    ...dropUndefined({ name, wrongSignature }),
    ...(isVerified === true ? { isVerified } : {}),
  };
}

const EXPECTED_HEADERS = "an array of [name, value] pairs or an object of values by name";

function readEntryBody({ body }: UnknownRecord, side: "request" | "response", line: Buffer): Located<RecordedBody> {
  const pointer = `/${side}/body`;
  return { value: readBodyValue(body, pointer, (level) => sliceRawBody(line, side, level)), pointer };
}

/** @param sliceRaw returns the JSON text of the value inside this number of containers */
function readBodyValue(body: unknown, pointer: string, sliceRaw: (level: number) => string): RecordedBody {
  if (body === undefined || body === null) return NO_BODY;
  if (typeof body === "string") return createTextBody(body);
  const [only, ...others] = isPlainObject(body) ? Object.entries(body) : [];
  if (only !== undefined && others.length === 0) {
    const [name, value] = only;
    if (name === "json") return { kind: "text", text: sliceRaw(3) };
    if (name === "missing" || name === "base64") {
      if (typeof value !== "string") throw new EntryError(`${pointer}/${name}`, value, "a string");
      return name === "missing" ? createMissingBody(value) : decodeBase64Body(value, `${pointer}/base64`);
    }
  }
  return { kind: "text", text: sliceRaw(2) };
}

/** Returns the JSON text of a body exactly as in the line. Parsing would round large numbers. */
function sliceRawBody(line: Buffer, side: string, level: number): string {
  const scanner = new JsonScanner(level);
  const path: string[] = [];
  let from = -1;
  let raw = "";
  for (let at = 0; ; at = scanner.position) {
    const signal = scanner.step(line, at, line.length);
    if (signal === JSON_SIGNAL.none || signal === JSON_SIGNAL.bad) return raw;
    const isBody = scanner.level === level && path[1] === side && path[2] === "body";
    if (signal === JSON_SIGNAL.key) path[scanner.level] = unescapeJsonName(scanner.key);
    else if (signal === JSON_SIGNAL.begin && isBody) from = scanner.position - 1;
    else if (signal === JSON_SIGNAL.end && isBody) raw = line.toString("utf8", from, scanner.position);
  }
}

/** Formats an exchange as one line of an NDJSON recording, without redaction. It reads back as the same exchange. */
export function formatNdjsonLine(exchange: Exchange): string {
  const readable = mapMessages(exchange, ({ body, headers }) => ({ body: toTextBody(body, headers) }));
  return `${JSON.stringify(toNdjsonObject(readable))}\n`;
}

/** The members of a line of an NDJSON recording, without redaction. */
export function toNdjsonObject({
  request,
  response,
  origin,
  durationMs,
  incomplete,
  webhook,
  consumer,
}: Exchange): object {
  return {
    ...dropUndefined({ startedAt: origin.startedAt, durationMs, webhook, consumer }),
    request: { method: request.method, url: request.url, headers: request.headers, ...serializeBody(request.body) },
    response: { status: response.status, headers: response.headers, ...serializeBody(response.body) },
    ...(incomplete === undefined ? {} : { incomplete }),
  };
}

function serializeBody(body: RecordedBody): object {
  if (body.kind === "none") return {};
  if (body.kind === "text") return { body: body.text };
  return {
    body: body.kind === "missing" ? { missing: body.reason } : { base64: Buffer.from(body.bytes).toString("base64") },
  };
}
