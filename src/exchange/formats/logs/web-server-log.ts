/**
 * Reads JSON access logs of nginx and Apache. The field names depend on the configuration; supported are the names of the
 * nginx variables and common names for the Apache format strings.
 *
 * @see https://nginx.org/en/docs/http/ngx_http_core_module.html#variables
 * @see https://nginx.org/en/docs/http/ngx_http_log_module.html#log_format
 * @see https://httpd.apache.org/docs/2.4/mod/mod_log_config.html#formats
 */

import { percentEncode } from "../../percent-encode.js";
import { isPlainObject, type UnknownRecord } from "../../reader/entry-error.js";
import { findFirstField, isEmptyField, type LogField, type LoggedHeaders } from "./log-entry.js";
import { readAllHeaders, readNamedHeaders } from "./logged-headers.js";
import type { LogFormat } from "./read-log.js";

export const webServerLog: LogFormat = {
  read: (entry) => {
    const line = parseRequestField(entry);
    const method = findFirstField(entry, [...METHOD_FIELDS]);
    return {
      method: method.value === undefined ? line.method : method,
      target: readTarget(entry, line.target),
      host: findFirstField(entry, ["http_host", "host", "vhost", "server_name"]).value,
      scheme: entry.https === "on" ? "https" : findFirstField(entry, ["scheme", "request_scheme"]).value,
      status: findFirstField(entry, [...STATUS_FIELDS]),
      requestHeaders: readHeaders(entry, "request_headers", getRequestHeaderName),
      responseHeaders: readHeaders(entry, "response_headers", getResponseHeaderName),
      requestBody: findFirstField(entry, ["request_body"]),
      time: findFirstField(entry, ["time_iso8601", "time", "timestamp", "@timestamp"]).value,
    };
  },
};

export function isWebServerEntry(entry: UnknownRecord): boolean {
  const has = (names: readonly string[]): boolean => names.some((name) => name in entry);
  return has(STATUS_FIELDS) && (has(REQUEST_LINE_FIELDS) || (has(METHOD_FIELDS) && has(PATH_FIELDS)));
}

/** Parses a request line such as `GET /orders?limit=5 HTTP/1.1`, or only a path. */
function parseRequestField(entry: UnknownRecord): { readonly method: LogField; readonly target: LogField } {
  const { value, pointer } = findFirstField(entry, [...REQUEST_LINE_FIELDS]);
  const text = isEmptyField(value) ? "" : String(value);
  if (text.startsWith("/")) return { method: { value: undefined, pointer }, target: { value: text, pointer } };
  const [, method = "", target = ""] = /^(\S+) (\S+)(?: HTTP\/[0-9.]+)?$/.exec(text) ?? [];
  const toField = (part: string): LogField => ({ value: value === undefined ? undefined : part, pointer });
  return { method: toField(method), target: toField(target) };
}

function readTarget(entry: UnknownRecord, lineTarget: LogField): LogField {
  // Prefer `request_uri`: `uri` in nginx is decoded and can be the target of an internal redirect.
  if (!isEmptyField(entry.request_uri)) return { value: entry.request_uri, pointer: "/request_uri" };
  if (!isEmptyField(lineTarget.value)) return lineTarget;
  const { value, pointer } = findFirstField(entry, [...PATH_FIELDS]);
  if (typeof value !== "string" || value.includes("?")) return value === undefined ? lineTarget : { value, pointer };
  const query = findFirstField(entry, ["args", "query_string", "query"]).value;
  const pairs = isEmptyField(query) ? "" : String(query).replace(/^\??/, "?");
  return { value: `${value.replace(/[^!-~]|#|%(?![0-9a-f]{2})/giu, percentEncode)}${pairs}`, pointer };
}

function readHeaders(entry: UnknownRecord, all: string, nameOf: (field: string) => string | undefined): LoggedHeaders {
  return isPlainObject(entry[all]) ? readAllHeaders(entry[all], `/${all}`) : readNamedHeaders(entry, nameOf);
}

function getRequestHeaderName(field: string): string | undefined {
  if (field === "content_type" || field === "content_length") return field.replace("_", "-");
  const name = /^http_([a-z0-9_]+)$/.exec(field)?.[1];
  return name === undefined || NOT_HEADER_NAMES.has(name) ? undefined : name.replaceAll("_", "-");
}

function getResponseHeaderName(field: string): string | undefined {
  return /^sent_http_([a-z0-9_]+)$/.exec(field)?.[1]?.replaceAll("_", "-");
}

const REQUEST_LINE_FIELDS = ["request", "request_line"] as const;
const METHOD_FIELDS = ["request_method", "method"] as const;
const PATH_FIELDS = ["request_uri", "uri", "path", "url"] as const;
const STATUS_FIELDS = ["status", "response_status", "status_code"] as const;

/** Names after `http_` that are common custom fields and not headers. */
const NOT_HEADER_NAMES: ReadonlySet<string> = new Set(
  "method version status code protocol verb path url uri request response scheme referrer body".split(" "),
);
