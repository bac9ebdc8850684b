import type { ReadResult, RecordedBody, RecordedWebhook } from "../../exchange.js";
import { EXCHANGE_PART_POINTERS } from "../../exchange-part-pointers.js";
import { unescapeJsonName } from "../../json/json-messages.js";
import { JSON_SIGNAL, JsonScanner } from "../../json/json-scanner.js";
import { EntryError, isPlainObject, type UnknownRecord } from "../../reader/entry-error.js";
import { type HeaderList, NO_HEADERS, readHeaderObject, readHeaderPairs } from "../../reader/header-list.js";
import {
  type ParsedEntry,
  readEntry,
  requireMethod,
  requireObject,
  requireStatus,
  requireUrl,
} from "../../reader/parsed-entry.js";
import { createMissingBody, createTextBody, decodeBase64Body, NO_BODY } from "../../reader/recorded-body.js";

type NdjsonLineContext = { readonly source: string; readonly index: number; readonly line: Buffer };

/**
 * Reads one line of an NDJSON recording.
 *
 * A body is a string, `{ "base64": ... }`, `{ "missing": reason }`, `{ "json": value }`, or any other JSON value, whose JSON
 * text is then the body. Null or absent means no body.
 */
export function readNdjsonLine(value: unknown, { source, index, line }: NdjsonLineContext): ReadResult {
  const at = { source, index, pointer: `/${index}` };
  return readEntry(at, () => parseExchange(requireObject(value, "", "an object with request and response"), line));
}

function parseExchange(exchange: UnknownRecord, line: Buffer): ParsedEntry {
  const request = requireObject(exchange.request, "/request", "an object with method, url and headers");
  const response = requireObject(exchange.response, "/response", "an object with status and headers");
  const { startedAt, durationMs, incomplete, consumer } = exchange;
  for (const [name, text] of Object.entries({ startedAt, incomplete, consumer })) {
    if (text !== undefined && typeof text !== "string") throw new EntryError(`/${name}`, text, "a string");
  }
  if (durationMs !== undefined && !(typeof durationMs === "number" && durationMs >= 0))
    throw new EntryError("/durationMs", durationMs, "a number of milliseconds");
  const isIncomplete = typeof incomplete === "string";
  return {
    request: {
      method: requireMethod(request.method, "/request/method"),
      url: requireUrl(request.url, "/request/url"),
      headers: readHeaders(request.headers, "/request/headers"),
      body: readEntryBody(request, "request", line),
    },
    response: {
      status: isIncomplete && response.status === 0 ? 0 : requireStatus(response.status, "/response/status"),
      headers: readHeaders(response.headers, "/response/headers"),
      body: readEntryBody(response, "response", line),
    },
    parts: EXCHANGE_PART_POINTERS,
    startedAt: typeof startedAt === "string" ? startedAt : undefined,
    durationMs: typeof durationMs === "number" ? durationMs : undefined,
    incomplete: isIncomplete ? incomplete : undefined,
    webhook: readWebhook(exchange.webhook),
    consumer: typeof consumer === "string" ? consumer : undefined,
  };
}

/** Reads a webhook name, an object with details, or `true` if nothing else is known. */
function readWebhook(webhook: unknown): RecordedWebhook | undefined {
  if (webhook === undefined || webhook === null || webhook === false) return undefined;
  if (webhook === true) return {};
  if (typeof webhook === "string") return { name: webhook };
  const { name, wrongSignature, isVerified } = requireObject(
    webhook,
    "/webhook",
    "the name of a webhook, true, or an object",
  );
  for (const [key, text] of Object.entries({ name, wrongSignature })) {
    if (text !== undefined && typeof text !== "string") throw new EntryError(`/webhook/${key}`, text, "a string");
  }
  if (isVerified !== undefined && typeof isVerified !== "boolean")
    throw new EntryError("/webhook/isVerified", isVerified, "true or false");
  return {
    ...(typeof name === "string" ? { name } : {}),
    ...(typeof wrongSignature === "string" ? { wrongSignature } : {}),
    ...(isVerified === true ? { isVerified } : {}),
  };
}

function readHeaders(headers: unknown, pointer: string): HeaderList {
  if (headers === undefined) return NO_HEADERS;
  if (Array.isArray(headers)) return readHeaderPairs(headers, pointer);
  if (isPlainObject(headers)) return readHeaderObject(headers, pointer);
  throw new EntryError(pointer, headers, "an array of [name, value] pairs or an object of values by name");
}

function readEntryBody(message: UnknownRecord, side: "request" | "response", line: Buffer): RecordedBody {
  const { body } = message;
  const pointer = `/${side}/body`;
  if (body === undefined || body === null) return NO_BODY;
  if (typeof body === "string") return createTextBody(body);
  const [only, ...others] = isPlainObject(body) ? Object.entries(body) : [];
  if (only !== undefined && others.length === 0) {
    const [name, value] = only;
    if (name === "json") return { kind: "text", text: sliceRawBody(line, side, 3) };
    if (name === "missing" || name === "base64") {
      if (typeof value !== "string") throw new EntryError(`${pointer}/${name}`, value, "a string");
      return name === "missing" ? createMissingBody(value) : decodeBase64Body(value, `${pointer}/base64`);
    }
  }
  return { kind: "text", text: sliceRawBody(line, side, 2) };
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
