/**
 * Reads JSON access logs of Caddy, the default format. Other log messages of the server are skipped.
 *
 * @see https://caddyserver.com/docs/logging#structured-logs
 * @see https://caddyserver.com/docs/caddyfile/directives/log
 */
import { getCombinedHeader } from "../../headers.js";
import { isPlainObject, type UnknownRecord } from "../../reader/entry-error.js";
import { requireObject } from "../../reader/parsed-entry.js";
import { readAllHeaders } from "./logged-headers.js";
import type { LogFormat } from "./read-log.js";

export const caddyLog: LogFormat = {
  // Failed requests are logged again by another logger.
  isIgnored: ({ logger, request, status }) =>
    typeof logger === "string" ? !logger.startsWith("http.log.access") : request === undefined || status === undefined,
  read: (entry) => {
    const request = requireObject(entry.request, "/request", "an object with method, host, uri and headers");
    const requestHeaders = readAllHeaders(request.headers, "/request/headers");
    const forwarded = getCombinedHeader(requestHeaders.list.headers, "x-forwarded-proto");
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
export function isCaddyRequest(request: UnknownRecord): boolean {
  return typeof request.uri === "string" && ["proto", "remote_ip", "remote_addr"].some((name) => name in request);
}
