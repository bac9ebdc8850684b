import type { Body, Reading, WebhookMark } from "./exchange.js";
import { unescapedName } from "./har/har-wording.js";
import { type HeaderList, headersOfObject, headersOfPairs, noHeaders } from "./header-list.js";
import { JsonScanner, signal } from "./json-scanner.js";
import { ownParts } from "./own-parts.js";
import { base64Body, missing, noBody, textBody } from "./recorded-body.js";
import { type Found, methodOf, readingOf, record, statusOf, urlOf } from "./recorded-fields.js";
import { isRecord, type UnknownRecord, UnreadableEntry } from "./unreadable-entry.js";

type LineContext = { readonly source: string; readonly index: number; readonly line: Buffer };

/**
 * Makes an exchange of one line of NDJSON.
 *
 * A body is a text, `{ "base64": ... }`, `{ "missing": reason }`, `{ "json": value }`, or any other JSON value, which
 * stands for its JSON text; null and absence are no body.
 */
export function ndjsonReading(value: unknown, { source, index, line }: LineContext): Reading {
  const at = { source, index, pointer: `/${index}` };
  return readingOf(at, () => found(record(value, "", "an object with request and response"), line));
}

function found(exchange: UnknownRecord, line: Buffer): Found {
  const request = record(exchange.request, "/request", "an object with method, url and headers");
  const response = record(exchange.response, "/response", "an object with status and headers");
  const { startedAt, incomplete } = exchange;
  for (const [name, text] of Object.entries({ startedAt, incomplete })) {
    if (text !== undefined && typeof text !== "string") throw new UnreadableEntry(`/${name}`, text, "a string");
  }
  const isIncomplete = typeof incomplete === "string";
  return {
    request: {
      method: methodOf(request.method, "/request/method"),
      url: urlOf(request.url, "/request/url"),
      headers: headersOf(request.headers, "/request/headers"),
      body: bodyOf(request, "request", line),
    },
    response: {
      status: isIncomplete && response.status === 0 ? 0 : statusOf(response.status, "/response/status"),
      headers: headersOf(response.headers, "/response/headers"),
      body: bodyOf(response, "response", line),
    },
    parts: ownParts,
    startedAt: typeof startedAt === "string" ? startedAt : undefined,
    incomplete: isIncomplete ? incomplete : undefined,
    webhook: webhookOf(exchange.webhook),
  };
}

/** A name, or what else is known of the delivery; `true` when nothing is. */
function webhookOf(mark: unknown): WebhookMark | undefined {
  if (mark === undefined || mark === null || mark === false) return undefined;
  if (mark === true) return {};
  if (typeof mark === "string") return { name: mark };
  const { name, wrongSignature } = record(mark, "/webhook", "the name of a webhook, true, or an object");
  for (const [key, text] of Object.entries({ name, wrongSignature })) {
    if (text !== undefined && typeof text !== "string") throw new UnreadableEntry(`/webhook/${key}`, text, "a string");
  }
  return {
    ...(typeof name === "string" ? { name } : {}),
    ...(typeof wrongSignature === "string" ? { wrongSignature } : {}),
  };
}

function headersOf(headers: unknown, pointer: string): HeaderList {
  if (headers === undefined) return noHeaders;
  if (Array.isArray(headers)) return headersOfPairs(headers, pointer);
  if (isRecord(headers)) return headersOfObject(headers, pointer);
  throw new UnreadableEntry(pointer, headers, "an array of pairs [name, value], or an object from names to values");
}

function bodyOf(message: UnknownRecord, side: "request" | "response", line: Buffer): Body {
  const { body } = message;
  const pointer = `/${side}/body`;
  if (body === undefined || body === null) return noBody;
  if (typeof body === "string") return textBody(body);
  const [only, ...others] = isRecord(body) ? Object.entries(body) : [];
  if (only !== undefined && others.length === 0) {
    const [name, value] = only;
    if (name === "json") return { kind: "text", text: rawBody(line, side, 3) };
    if (name === "missing" || name === "base64") {
      if (typeof value !== "string") throw new UnreadableEntry(`${pointer}/${name}`, value, "a string");
      return name === "missing" ? missing(value) : base64Body(value, `${pointer}/base64`);
    }
  }
  return { kind: "text", text: rawBody(line, side, 2) };
}

/** The JSON of a body exactly as it stands in the line, with the numbers that parsing would round. */
function rawBody(line: Buffer, side: string, level: number): string {
  const scanner = new JsonScanner(level);
  const path: string[] = [];
  let from = -1;
  let raw = "";
  for (let at = 0; ; at = scanner.position) {
    const found = scanner.step(line, at, line.length);
    if (found === signal.none || found === signal.bad) return raw;
    const isBody = scanner.level === level && path[1] === side && path[2] === "body";
    if (found === signal.key) path[scanner.level] = unescapedName(scanner.key);
    else if (found === signal.begin && isBody) from = scanner.position - 1;
    else if (found === signal.end && isBody) raw = line.toString("utf8", from, scanner.position);
  }
}
