/**
 * Reads access logs of nginx and Apache in JSON. Who configures the log names its fields; understood are the names of nginx's
 * own variables, and what else is usual for Apache's format strings.
 *
 * @see https://nginx.org/en/docs/http/ngx_http_core_module.html#variables
 * @see https://nginx.org/en/docs/http/ngx_http_log_module.html#log_format
 * @see https://httpd.apache.org/docs/2.4/mod/mod_log_config.html#formats
 */

import { percentEncoded } from "../percent-encoded.js";
import { isRecord, type UnknownRecord } from "../unreadable-entry.js";
import type { LogFormat } from "./log-lines.js";
import { type Field, firstField, isBlank, type LoggedHeaders } from "./logged-exchange.js";
import { allHeaders, namedHeaders } from "./logged-headers.js";

export const webServerLog: LogFormat = {
  read: (entry) => {
    const line = requestLine(entry);
    const method = firstField(entry, [...methods]);
    return {
      method: method.value === undefined ? line.method : method,
      target: targetOf(entry, line.target),
      host: firstField(entry, ["http_host", "host", "vhost", "server_name"]).value,
      scheme: entry.https === "on" ? "https" : firstField(entry, ["scheme", "request_scheme"]).value,
      status: firstField(entry, [...statuses]),
      requestHeaders: headersOf(entry, "request_headers", requestHeader),
      responseHeaders: headersOf(entry, "response_headers", responseHeader),
      requestBody: firstField(entry, ["request_body"]),
      time: firstField(entry, ["time_iso8601", "time", "timestamp", "@timestamp"]).value,
    };
  },
};

export function isWebServerEntry(entry: UnknownRecord): boolean {
  const has = (names: readonly string[]): boolean => names.some((name) => name in entry);
  return has(statuses) && (has(lines) || (has(methods) && has(paths)));
}

/** `GET /orders?limit=5 HTTP/1.1`, or, where somebody calls it a request, the path alone. */
function requestLine(entry: UnknownRecord): { readonly method: Field; readonly target: Field } {
  const { value, place } = firstField(entry, [...lines]);
  const text = isBlank(value) ? "" : String(value);
  if (text.startsWith("/")) return { method: { value: undefined, place }, target: { value: text, place } };
  const [, method = "", target = ""] = /^(\S+) (\S+)(?: HTTP\/[0-9.]+)?$/.exec(text) ?? [];
  const told = (part: string): Field => ({ value: value === undefined ? undefined : part, place });
  return { method: told(method), target: told(target) };
}

function targetOf(entry: UnknownRecord, ofLine: Field): Field {
  // What nginx calls a URI is decoded, and may be that of an inner redirect.
  if (!isBlank(entry.request_uri)) return { value: entry.request_uri, place: "/request_uri" };
  if (!isBlank(ofLine.value)) return ofLine;
  const { value, place } = firstField(entry, [...paths]);
  if (typeof value !== "string" || value.includes("?")) return value === undefined ? ofLine : { value, place };
  const query = firstField(entry, ["args", "query_string", "query"]).value;
  const pairs = isBlank(query) ? "" : String(query).replace(/^\??/, "?");
  return { value: `${value.replace(/[^!-~]|#|%(?![0-9a-f]{2})/giu, percentEncoded)}${pairs}`, place };
}

function headersOf(entry: UnknownRecord, all: string, nameOf: (field: string) => string | undefined): LoggedHeaders {
  return isRecord(entry[all]) ? allHeaders(entry[all], `/${all}`) : namedHeaders(entry, nameOf);
}

function requestHeader(field: string): string | undefined {
  if (field === "content_type" || field === "content_length") return field.replace("_", "-");
  const name = /^http_([a-z0-9_]+)$/.exec(field)?.[1];
  return name === undefined || noHeaderNames.has(name) ? undefined : name.replaceAll("_", "-");
}

function responseHeader(field: string): string | undefined {
  return /^sent_http_([a-z0-9_]+)$/.exec(field)?.[1]?.replaceAll("_", "-");
}

const lines = ["request", "request_line"] as const;
const methods = ["request_method", "method"] as const;
const paths = ["request_uri", "uri", "path", "url"] as const;
const statuses = ["status", "response_status", "status_code"] as const;

/** What begins like a variable of a header, and is a name that somebody gave to something else. */
const noHeaderNames: ReadonlySet<string> = new Set(
  "method version status code protocol verb path url uri request response scheme referrer body".split(" "),
);
