/**
 * Reads logs of the Kong plugins http-log and file-log, and of other plugins with the same format.
 *
 * @see https://developer.konghq.com/plugins/file-log/ "Log format"
 */

import { getCombinedHeader, percentEncode } from "../../message.js";
import { isPlainObject, requireObject, type UnknownRecord } from "../../reader/parsed-entry.js";
import {
  findFirstField,
  isEmptyField,
  type LogEntry,
  type LogField,
  type LogFormat,
  type LoggedHeaders,
  readAllHeaders,
  readNamedHeaders,
} from "./read-log.js";

export const kongLog: LogFormat = {
  read: (entry) => {
    const request = requireObject(entry.request, "/request", "an object with method, uri and headers");
    const response = requireObject(entry.response, "/response", "an object with status and headers");
    const requestHeaders = readAllHeaders(request.headers, "/request/headers");
    const { headers } = requestHeaders.value;
    const url = isEmptyField(request.url) ? undefined : String(request.url);
    const [, scheme, authority] = /^([a-z]+):\/\/([^/?#]+)/i.exec(url ?? "") ?? [];
    return {
      method: { value: request.method, pointer: "/request/method" },
      target: isEmptyField(request.uri)
        ? { value: request.url, pointer: "/request/url" }
        : { value: request.uri, pointer: "/request/uri" },
      // Kong logs the port it listens on; clients use the port of the load balancer, which is in the Host header.
      host: getCombinedHeader(headers, "host") ?? authority,
      scheme: getCombinedHeader(headers, "x-forwarded-proto") ?? scheme,
      status: { value: response.status, pointer: "/response/status" },
      requestHeaders,
      responseHeaders: readAllHeaders(response.headers, "/response/headers"),
    };
  },
};

/** Whether the `request` of an entry has the fields of Kong. */
function isKongRequest(request: UnknownRecord): boolean {
  return typeof request.uri === "string" && ("querystring" in request || "size" in request);
}

/**
 * Reads JSON access logs of Caddy, the default format. Other log messages of the server are skipped.
 *
 * @see https://caddyserver.com/docs/logging#structured-logs
 * @see https://caddyserver.com/docs/caddyfile/directives/log
 */
export const caddyLog: LogFormat = {
  // Failed requests are logged again by another logger.
  isIgnored: ({ logger, request, status }) =>
    typeof logger === "string" ? !logger.startsWith("http.log.access") : request === undefined || status === undefined,
  read: (entry) => {
    const request = requireObject(entry.request, "/request", "an object with method, host, uri and headers");
    const requestHeaders = readAllHeaders(request.headers, "/request/headers");
    const forwarded = getCombinedHeader(requestHeaders.value.headers, "x-forwarded-proto");
    return {
      method: { value: request.method, pointer: "/request/method" },
      target: { value: request.uri, pointer: "/request/uri" },
      host: request.host,
      scheme: forwarded ?? (isPlainObject(request.tls) ? "https" : "http"),
      status: { value: entry.status, pointer: "/status" },
      requestHeaders,
      responseHeaders: readAllHeaders(entry.resp_headers, "/resp_headers"),
    };
  },
};

/** Whether the `request` of an entry has the fields of Caddy. */
function isCaddyRequest(request: UnknownRecord): boolean {
  return typeof request.uri === "string" && ["proto", "remote_ip", "remote_addr"].some((name) => name in request);
}

/**
 * Reads JSON access logs of Envoy with the field names of Envoy Gateway, Istio and Contour.
 *
 * @see https://www.envoyproxy.io/docs/envoy/latest/configuration/observability/access_log/usage
 * @see https://gateway.envoyproxy.io/docs/tasks/observability/proxy-accesslog/ "Default"
 * @see https://istio.io/latest/docs/tasks/observability/logs/access-log/
 * @see https://projectcontour.io/docs/main/config/access-logging/
 */
export const envoyLog: LogFormat = {
  read: (entry) => ({
    method: findFirstField(entry, ENVOY_METHOD_FIELDS),
    target: findFirstField(entry, ENVOY_PATH_FIELDS),
    host: findFirstField(entry, AUTHORITY_FIELDS).value,
    scheme: findFirstField(entry, ["scheme", ":scheme"]).value,
    status: findFirstField(entry, ["response_code"]),
    time: findFirstField(entry, ["start_time", "@timestamp", "timestamp"]).value,
  }),
};

/** Whether an entry has a response code, response flags or authority, and one of the known names for method and path. */
function isEnvoyEntry(entry: UnknownRecord): boolean {
  return (
    "response_code" in entry &&
    has(entry, ENVOY_METHOD_FIELDS) &&
    has(entry, ENVOY_PATH_FIELDS) &&
    has(entry, ["response_flags", ...AUTHORITY_FIELDS])
  );
}

const ENVOY_METHOD_FIELDS = ["method", ":method"] as const;
const ENVOY_PATH_FIELDS = ["x-envoy-origin-path", "x-envoy-original-path", "path", ":path"] as const;
const AUTHORITY_FIELDS = ["authority", ":authority"] as const;

/**
 * Reads JSON access logs of Amazon API Gateway (REST and HTTP APIs). Fields have the names of the `$context` variables.
 *
 * The logs contain no query and no headers. The usual format contains only the route: `resourcePath` or `routeKey`.
 *
 * @see https://docs.aws.amazon.com/apigateway/latest/developerguide/set-up-access-logging.html
 * @see https://docs.aws.amazon.com/apigateway/latest/developerguide/http-api-logging-variables.html
 */
export const apiGatewayLog: LogFormat = {
  read: (entry) => {
    const [method, route] = isEmptyField(entry.routeKey) ? [] : String(entry.routeKey).split(" ");
    return {
      method: isEmptyField(entry.httpMethod)
        ? { value: route === undefined ? undefined : method, pointer: "/routeKey" }
        : { value: entry.httpMethod, pointer: "/httpMethod" },
      ...readRoute(entry, route),
      hasQuery: false,
      host: entry.domainName,
      status: findFirstField(entry, ["status"]),
    };
  },
};

function readRoute(
  entry: UnknownRecord,
  route: string | undefined,
): Pick<LogEntry, "target" | "isTemplate" | "incomplete"> {
  if (!isEmptyField(entry.path)) return { target: { value: entry.path, pointer: "/path" } };
  const target: LogField = isEmptyField(entry.resourcePath)
    ? { value: route, pointer: "/routeKey" }
    : { value: entry.resourcePath, pointer: "/resourcePath" };
  const isGreedy = String(target.value).endsWith("+}");
  if (isGreedy || entry.routeKey === "$default") return { target, incomplete: GREEDY_ROUTE };
  return { target, isTemplate: true };
}

const GREEDY_ROUTE = "the logged route matches many paths; add $context.path to the log format";

function isApiGatewayEntry(entry: UnknownRecord): boolean {
  return has(entry, ["requestId", "extendedRequestId"]) && has(entry, ["httpMethod", "routeKey", "resourcePath"]);
}

/**
 * Reads JSON access logs of nginx and Apache. The field names depend on the configuration; supported are the names of the
 * nginx variables and common names for the Apache format strings.
 *
 * @see https://nginx.org/en/docs/http/ngx_http_core_module.html#variables
 * @see https://nginx.org/en/docs/http/ngx_http_log_module.html#log_format
 * @see https://httpd.apache.org/docs/2.4/mod/mod_log_config.html#formats
 */
export const webServerLog: LogFormat = {
  read: (entry) => {
    const line = parseRequestField(entry);
    const method = findFirstField(entry, METHOD_FIELDS);
    return {
      method: method.value === undefined ? line.method : method,
      target: readTarget(entry, line.target),
      host: findFirstField(entry, ["http_host", "host", "vhost", "server_name"]).value,
      scheme: entry.https === "on" ? "https" : findFirstField(entry, ["scheme", "request_scheme"]).value,
      status: findFirstField(entry, STATUS_FIELDS),
      requestHeaders: readHeaders(entry, "request_headers", getRequestHeaderName),
      responseHeaders: readHeaders(entry, "response_headers", getResponseHeaderName),
      requestBody: findFirstField(entry, ["request_body"]),
      time: findFirstField(entry, ["time_iso8601", "time", "timestamp", "@timestamp"]).value,
    };
  },
};

function isWebServerEntry(entry: UnknownRecord): boolean {
  return (
    has(entry, STATUS_FIELDS) &&
    (has(entry, REQUEST_LINE_FIELDS) || (has(entry, METHOD_FIELDS) && has(entry, PATH_FIELDS)))
  );
}

/** Parses a request line such as `GET /orders?limit=5 HTTP/1.1`, or only a path. */
function parseRequestField(entry: UnknownRecord): { readonly method: LogField; readonly target: LogField } {
  const { value, pointer } = findFirstField(entry, REQUEST_LINE_FIELDS);
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
  const { value, pointer } = findFirstField(entry, PATH_FIELDS);
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

function has(entry: UnknownRecord, names: readonly string[]): boolean {
  return names.some((name) => name in entry);
}

export type LogFormatName = "kong" | "caddy" | "envoy" | "api-gateway" | "web-server";

/** Detects the format by the `request` object of an entry. Returns undefined if the format is unknown. */
export function detectLogByRequest(request: unknown): LogFormatName | undefined {
  if (!isPlainObject(request)) return undefined;
  if (isCaddyRequest(request)) return "caddy";
  return isKongRequest(request) ? "kong" : undefined;
}

/** Detects the format by the fields of an entry. Returns undefined if the format is unknown. */
export function detectLogByEntry(entry: unknown): LogFormatName | undefined {
  if (!isPlainObject(entry)) return undefined;
  if (isEnvoyEntry(entry)) return "envoy";
  if (isApiGatewayEntry(entry)) return "api-gateway";
  // A server message of Caddy before the first request.
  if (["level", "ts", "msg"].every((name) => name in entry)) return "caddy";
  return isWebServerEntry(entry) ? "web-server" : undefined;
}
