/**
 * Streams access logs of gateways and web servers: one JSON object per line.
 *
 * Unlike a recording, a log contains no bodies and usually few headers. `Exchange.notLogged` lists these parts, so that
 * they are reported neither as missing nor as checked.
 */

import type { LogPart, ReadResult } from "../../exchange.js";
import { getBaseOrigin, isAbsoluteUrl, isRequestUrl, UNRECORDED_ORIGIN } from "../../message.js";
import { type JsonLineReader, readJsonLineRecording } from "../../reader/json-lines.js";
import {
  canHaveResponseBody,
  createTextBody,
  EntryError,
  HeaderCollector,
  type HeaderList,
  inferBody,
  isPlainObject,
  type Located,
  NO_BODY,
  NO_HEADERS,
  normalizeMethod,
  type ParsedEntry,
  readEntry,
  readHeaders,
  requireStatus,
  type UnknownRecord,
} from "../../reader/parsed-entry.js";
import type { RecordingOptions, RecordingSource } from "../../reader/recording-source.js";

export type LogFormat = {
  /** Maps the fields of the format. */
  readonly read: (entry: UnknownRecord) => LogEntry;
  /** Whether a line does not describe a request. */
  readonly isIgnored?: (entry: UnknownRecord) => boolean;
};

export function readLog(
  format: LogFormat,
  source: RecordingSource,
  { baseUrl }: RecordingOptions,
): AsyncGenerator<readonly ReadResult[], void, undefined> {
  const reader: JsonLineReader = {
    expected: "one JSON object per line (nginx: log_format with escape=json)",
    read: (value, { source: name, index, number }) => {
      if (isPlainObject(value) && format.isIgnored?.(value) === true) return undefined;
      const at = { source: name, index, pointer: `/${index}` };
      return addLineNumber(
        readEntry(at, value, "an object", (entry) => parseLogEntry(format.read(entry), baseUrl)),
        number,
      );
    },
  };
  return readJsonLineRecording(source, reader);
}

/** Adds the line number, because the JSON Pointer does not count blank lines. */
function addLineNumber(reading: ReadResult, number: number): ReadResult {
  if (reading.kind !== "unreadable") return reading;
  const { reason, ...location } = reading.unreadable;
  return { kind: "unreadable", unreadable: { ...location, reason: `line ${number}: ${reason}` } };
}

/** The value of a log field. */
export type LogField = Located<unknown>;

/** The logged headers; `isComplete` if the log contains all headers of the message. */
export type LoggedHeaders = Located<HeaderList> & { readonly isComplete: boolean };

/** The fields of a log entry, independent of the log format. */
export type LogEntry = {
  readonly method: LogField;
  /** A path with its query, or an absolute URL. */
  readonly target: LogField;
  /** The path of `target` is a route template, relative to the base URL. */
  readonly isTemplate?: boolean;
  readonly hasQuery?: boolean;
  /** Why the request cannot be determined. */
  readonly incomplete?: string;
  readonly host?: unknown;
  readonly scheme?: unknown;
  readonly status: LogField;
  readonly requestHeaders?: LoggedHeaders;
  readonly responseHeaders?: LoggedHeaders;
  readonly requestBody?: LogField;
  readonly time?: unknown;
};

/** Converts a log entry to an exchange. Parts that are not logged are listed in `notLogged`. */
export function parseLogEntry(logged: LogEntry, baseUrl: string | undefined): ParsedEntry {
  const { requestHeaders = NO_LOGGED_HEADERS, responseHeaders = NO_LOGGED_HEADERS, requestBody, time } = logged;
  const method = readMethod(logged);
  const status = readStatus(logged.status);
  const incomplete = explainIncomplete(logged, method, status);
  const url = incomplete === undefined ? buildUrl(logged, baseUrl) : { url: String(logged.target.value ?? "") };
  const text = isEmptyField(requestBody?.value) ? undefined : requestBody?.value;
  const sent = typeof text === "string" ? createTextBody(text) : inferBody(requestHeaders.value.headers, [], true);
  const received = canHaveResponseBody(method ?? "", status)
    ? inferBody(responseHeaders.value.headers, [], true)
    : NO_BODY;
  return {
    method: { value: method ?? "", pointer: logged.method.pointer },
    url: { value: url.url, pointer: logged.target.pointer },
    requestHeaders,
    requestBody: { value: sent, pointer: requestBody?.pointer ?? "" },
    status: { value: status, pointer: logged.status.pointer },
    responseHeaders,
    responseBody: { value: received, pointer: "" },
    notLogged: listNotLogged([
      ["request.path", logged.isTemplate === true],
      ["request.query", logged.hasQuery === false],
      ["request.headers", !requestHeaders.isComplete],
      ["response.headers", !responseHeaders.isComplete],
    ]),
    startedAt: typeof time === "string" && /^\d{4}-\d\d-\d\dT/.test(time) ? time : undefined,
    incomplete: incomplete ?? url.incomplete,
  };
}

/** Whether a field has no value; nginx, Apache and Envoy write a dash. */
export function isEmptyField(value: unknown): boolean {
  return value === undefined || value === null || value === "" || value === "-";
}

/** Returns the first of the named fields that has a value, else the first that is present. */
export function findFirstField(entry: { readonly [name: string]: unknown }, names: readonly string[]): LogField {
  const name = names.find((it) => !isEmptyField(entry[it])) ?? names.find((it) => it in entry) ?? names[0] ?? "";
  return { value: entry[name], pointer: `/${name}` };
}

function readMethod({ method: { value, pointer } }: LogEntry): string | undefined {
  if (value === undefined) throw new EntryError(pointer, value, "the method of a request");
  return typeof value === "string" && /^[!#$%&'*+.^_`|~0-9A-Za-z-]*[A-Za-z]/.test(value)
    ? normalizeMethod(value)
    : undefined;
}

/** Accepts a number or a string. Returns 0 if there was no response. */
function readStatus({ value, pointer }: LogField): number {
  if (value === undefined) throw new EntryError(pointer, value, "the status of a response");
  const status = isEmptyField(value) ? 0 : Number(value);
  return status === 0 ? 0 : requireStatus(Number.isNaN(status) ? value : status, pointer).value;
}

/** Servers also log requests that they could not parse and requests that the client aborted. */
function explainIncomplete(
  { target, incomplete }: LogEntry,
  method: string | undefined,
  status: number,
): string | undefined {
  if (incomplete !== undefined) return incomplete;
  if (target.value === undefined) throw new EntryError(target.pointer, target.value, "the path of a request");
  if (method === undefined || isEmptyField(target.value)) return "the server could not parse the request";
  if (target.value === "*") return "the request target is *, the whole server";
  return status === 0 || status === 499 ? `the connection closed before a response was sent (${status})` : undefined;
}

function buildUrl(logged: LogEntry, baseUrl: string | undefined) {
  const { target, host, scheme, isTemplate } = logged;
  if (typeof target.value !== "string") throw new EntryError(target.pointer, target.value, "the path of a request");
  const path = target.value;
  if (/^[a-z][a-z0-9+.-]*:\/\//i.test(path) && isAbsoluteUrl(path)) return { url: path };
  // A route template is relative to the base URL.
  const base = isTemplate === true ? (baseUrl ?? UNRECORDED_ORIGIN).replace(/\/+$/, "") : getOrigin(logged, baseUrl);
  const url = base + path;
  if (path.startsWith("/") && isRequestUrl(url)) return { url };
  const shown = [scheme, host].filter((it) => typeof it === "string").join("://");
  return { url, incomplete: `the request target is not a valid URL${shown === "" ? "" : ` of ${shown}`}` };
}

/** A server behind a gateway may not log the public scheme, so the scheme of the base URL is the default. */
function getOrigin({ host, scheme }: LogEntry, baseUrl: string | undefined): string {
  // In nginx, "_" is the name of a catch-all server.
  if (typeof host !== "string" || isEmptyField(host) || host === "_") return getBaseOrigin(baseUrl);
  const [baseScheme = "https"] = /^[a-z][a-z0-9+.-]*(?=:\/\/)/i.exec(baseUrl ?? "") ?? [];
  return `${typeof scheme === "string" && /^https?$/i.test(scheme) ? scheme : baseScheme}://${host}`;
}

function listNotLogged<Part extends LogPart>(parts: readonly (readonly [Part, boolean])[]): readonly Part[] {
  return parts.filter(([, isNotLogged]) => isNotLogged).map(([part]) => part);
}

const NO_LOGGED_HEADERS: LoggedHeaders = { value: NO_HEADERS, pointer: "", isComplete: false };

/**
 * Reads an object with all headers of a message, or returns no headers if the object is absent. Redacted values are
 * skipped, and the headers are then not complete.
 */
export function readAllHeaders(value: unknown, pointer: string): LoggedHeaders {
  if (value === undefined) return NO_LOGGED_HEADERS;
  const { headers, pointers = [] } = readHeaders(value, pointer, "an object of headers").value;
  const list = new HeaderCollector();
  for (const [index, [name, text]] of headers.entries())
    if (text !== WITHHELD_VALUE) list.add(name, text, pointers[index] ?? "");
  const isComplete =
    list.headers.length === headers.length &&
    !Object.values(value as UnknownRecord).some((it) => Array.isArray(it) && it.length === 0);
  return { value: list, pointer, isComplete };
}

/** Reads headers that are separate fields of an entry. `nameOf` returns the header name of a field, or undefined. */
export function readNamedHeaders(entry: UnknownRecord, nameOf: (field: string) => string | undefined): LoggedHeaders {
  const list = new HeaderCollector();
  for (const [field, value] of Object.entries(entry)) {
    const name = typeof value !== "string" || isEmptyField(value) ? undefined : nameOf(field);
    if (name !== undefined) list.add(name, value as string, `/${field}`);
  }
  return { value: list, pointer: "", isComplete: false };
}

const WITHHELD_VALUE = "REDACTED";
