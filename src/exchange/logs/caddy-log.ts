/**
 * Reads access logs of Caddy, which writes JSON by itself. Other messages of the server may stand between them.
 *
 * @see https://caddyserver.com/docs/logging#structured-logs
 * @see https://caddyserver.com/docs/caddyfile/directives/log
 */
import { joinedHeader } from "../headers.js";
import { record } from "../recorded-fields.js";
import { isRecord, type UnknownRecord } from "../unreadable-entry.js";
import type { LogFormat } from "./log-lines.js";
import { allHeaders } from "./logged-headers.js";

export const caddyLog: LogFormat = {
  // What goes wrong with a request is logged once more, by another logger.
  isOther: ({ logger, request, status }) =>
    typeof logger === "string" ? !logger.startsWith("http.log.access") : request === undefined || status === undefined,
  read: (entry) => {
    const request = record(entry.request, "/request", "an object with method, host, uri and headers");
    const requestHeaders = allHeaders(request.headers, "/request/headers");
    const forwarded = joinedHeader(requestHeaders.list.headers, "x-forwarded-proto");
    return {
      method: { value: request.method, place: "/request/method" },
      target: { value: request.uri, place: "/request/uri" },
      host: request.host,
      scheme: forwarded ?? (isRecord(request.tls) ? "https" : "http"),
      status: { value: entry.status, place: "/status" },
      requestHeaders,
      responseHeaders: allHeaders(entry.resp_headers, "/resp_headers"),
    };
  },
};

/** Whether the request of an entry is one as Caddy logs it. */
export function isCaddyRequest(request: UnknownRecord): boolean {
  return typeof request.uri === "string" && ["proto", "remote_ip", "remote_addr"].some((name) => name in request);
}
