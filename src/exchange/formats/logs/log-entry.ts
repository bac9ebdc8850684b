import { isAbsoluteUrl } from "../../absolute-url.js";
import type { LogPart, RecordedBody } from "../../exchange.js";
import { getCombinedHeader } from "../../headers.js";
import { EntryError } from "../../reader/entry-error.js";
import { type HeaderList, NO_HEADERS } from "../../reader/header-list.js";
import { type ParsedEntry, requireStatus } from "../../reader/parsed-entry.js";
import { createMissingBody, createTextBody, NO_BODY } from "../../reader/recorded-body.js";

/** Something that an entry of a log holds, and where. */
export type LogField = { readonly value: unknown; readonly pointer: string };

/** Headers as far as they were logged. */
export type LoggedHeaders = { readonly list: HeaderList; readonly pointer: string; readonly isComplete: boolean };

/** What an entry of a log tells of a request and its answer. */
export type LogEntry = {
  readonly method: LogField;
  /** A path with its query, or a whole URL. */
  readonly target: LogField;
  /** The path of a target is the template of the route, below the base URL. */
  readonly isTemplate?: boolean;
  readonly hasQuery?: boolean;
  /** Why nobody can tell what was asked. */
  readonly incomplete?: string;
  readonly host?: unknown;
  readonly scheme?: unknown;
  readonly status: LogField;
  readonly requestHeaders?: LoggedHeaders;
  readonly responseHeaders?: LoggedHeaders;
  readonly requestBody?: LogField;
  readonly time?: unknown;
};

/** Makes an exchange of what was logged; what no log could tell is left out, and what this one does not tell is named. */
export function parseLogEntry(logged: LogEntry, baseUrl: string | undefined): ParsedEntry {
  const { requestHeaders = NO_LOGGED_HEADERS, responseHeaders = NO_LOGGED_HEADERS, requestBody, time } = logged;
  const method = readMethod(logged);
  const status = readStatus(logged.status);
  const trouble = explainIncomplete(logged, method, status);
  const url = trouble === undefined ? buildUrl(logged, baseUrl) : { url: String(logged.target.value ?? "") };
  const asked = isEmptyField(requestBody?.value) ? undefined : requestBody?.value;
  const sent = typeof asked === "string" ? createTextBody(asked) : inferBody(requestHeaders);
  const isBodiless = method === "HEAD" || status < 200 || BODYLESS_STATUSES.has(status);
  const came = isBodiless ? NO_BODY : inferBody(responseHeaders);
  return {
    request: { method: method ?? "", url: url.url, headers: requestHeaders.list, body: sent ?? NO_BODY },
    response: { status, headers: responseHeaders.list, body: came ?? NO_BODY },
    parts: {
      "request.method": logged.method.pointer,
      "request.url": logged.target.pointer,
      "request.headers": requestHeaders.pointer,
      "request.body": requestBody?.pointer ?? "",
      "response.status": logged.status.pointer,
      "response.headers": responseHeaders.pointer,
      "response.body": "",
    },
    notLogged: listNotLogged([
      ["request.path", logged.isTemplate === true],
      ["request.query", logged.hasQuery === false],
      ["request.headers", !requestHeaders.isComplete],
      ["request.body", sent === undefined || sent.kind === "missing"],
      ["response.headers", !responseHeaders.isComplete],
      ["response.body", came === undefined || came.kind === "missing"],
    ]),
    startedAt: typeof time === "string" && /^\d{4}-\d\d-\d\dT/.test(time) ? time : undefined,
    incomplete: trouble ?? url.incomplete,
  };
}

/** Whether a field stands for nothing; nginx, Apache and Envoy write a dash. */
export function isEmptyField(value: unknown): boolean {
  return value === undefined || value === null || value === "" || value === "-";
}

/** The first of several names under which an entry holds something. */
export function findFirstField(entry: { readonly [name: string]: unknown }, names: readonly string[]): LogField {
  const name = names.find((it) => !isEmptyField(entry[it])) ?? names.find((it) => it in entry) ?? names[0] ?? "";
  return { value: entry[name], pointer: `/${name}` };
}

function readMethod({ method: { value, pointer } }: LogEntry): string | undefined {
  if (value === undefined) throw new EntryError(pointer, value, "the method of a request");
  return typeof value === "string" && /^[!#$%&'*+.^_`|~0-9A-Za-z-]*[A-Za-z]/.test(value)
    ? value.toUpperCase()
    : undefined;
}

/** As a number or as text; 0 where there was no answer. */
function readStatus({ value, pointer }: LogField): number {
  if (value === undefined) throw new EntryError(pointer, value, "the status of an answer");
  const status = isEmptyField(value) ? 0 : Number(value);
  return status === 0 ? 0 : requireStatus(Number.isNaN(status) ? value : status, pointer);
}

/** Servers log what they could not read, and what nobody waited for, as they log everything else. */
function explainIncomplete(
  { target, incomplete: trouble }: LogEntry,
  method: string | undefined,
  status: number,
): string | undefined {
  if (trouble !== undefined) return trouble;
  if (target.value === undefined) throw new EntryError(target.pointer, target.value, "the path of a request");
  if (method === undefined || isEmptyField(target.value)) return "the server could not read what was asked";
  if (target.value === "*") return "asked of the server as a whole";
  return status === 0 || status === 499 ? `the connection ended before there was an answer (${status})` : undefined;
}

function buildUrl(
  logged: LogEntry,
  baseUrl: string | undefined,
): { readonly url: string; readonly incomplete?: string } {
  const { target, host, scheme, isTemplate } = logged;
  if (typeof target.value !== "string") throw new EntryError(target.pointer, target.value, "the path of a request");
  const path = target.value;
  if (/^[a-z][a-z0-9+.-]*:\/\//i.test(path) && isAbsoluteUrl(path)) return { url: path };
  const url = `${isTemplate === true ? requireBaseUrl(baseUrl, target) : getOrigin(logged, baseUrl)}${path}`;
  if (path.startsWith("/") && isAbsoluteUrl(url)) return { url };
  const shown = [scheme, host].filter((it) => typeof it === "string").join("://");
  return { url, incomplete: `what was asked is no URL${shown === "" ? "" : ` of ${shown}`}` };
}

/** Who stands behind a gateway need not know by which scheme it is called; the description does. */
function getOrigin({ host, scheme, target }: LogEntry, baseUrl: string | undefined): string {
  const [origin, baseScheme] = /^([a-z][a-z0-9+.-]*):\/\/[^/?#]+/i.exec(baseUrl ?? "") ?? [];
  // A server that answers for every name is called "_" by nginx.
  if (typeof host !== "string" || isEmptyField(host) || host === "_")
    return origin ?? requireBaseUrl(undefined, target);
  return `${typeof scheme === "string" && /^https?$/i.test(scheme) ? scheme : (baseScheme ?? "https")}://${host}`;
}

function requireBaseUrl(baseUrl: string | undefined, { pointer, value }: LogField): string {
  if (baseUrl !== undefined) return baseUrl.replace(/\/+$/, "");
  throw new EntryError(pointer, value, "a path of a host, or a base URL given for the whole log (--server)");
}

/** What headers tell of a body beside them; undefined when they tell nothing. */
function inferBody({ list: { headers } }: LoggedHeaders): RecordedBody | undefined {
  const length = getCombinedHeader(headers, "content-length");
  if (length === "0") return NO_BODY;
  return length !== undefined || getCombinedHeader(headers, "content-type") !== undefined ? BODY_NOT_LOGGED : undefined;
}

function listNotLogged(parts: readonly (readonly [part: LogPart, isUnlogged: boolean])[]): readonly LogPart[] {
  return parts.filter(([, isUnlogged]) => isUnlogged).map(([part]) => part);
}

const NO_LOGGED_HEADERS: LoggedHeaders = { list: NO_HEADERS, pointer: "", isComplete: false };
const BODY_NOT_LOGGED = createMissingBody("the log holds no bodies");
const BODYLESS_STATUSES: ReadonlySet<number> = new Set([204, 205, 304]);
