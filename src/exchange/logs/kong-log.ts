/**
 * Reads what the plugins http-log and file-log of Kong write, and those that write the same to other places.
 *
 * @see https://developer.konghq.com/plugins/file-log/ "Log format"
 */
import { joinedHeader } from "../headers.js";
import { record } from "../recorded-fields.js";
import type { UnknownRecord } from "../unreadable-entry.js";
import type { LogFormat } from "./log-lines.js";
import { isBlank } from "./logged-exchange.js";
import { allHeaders } from "./logged-headers.js";

export const kongLog: LogFormat = {
  read: (entry) => {
    const request = record(entry.request, "/request", "an object with method, uri and headers");
    const response = record(entry.response, "/response", "an object with status and headers");
    const requestHeaders = allHeaders(request.headers, "/request/headers");
    const { headers } = requestHeaders.list;
    const url = isBlank(request.url) ? undefined : String(request.url);
    const [, scheme, authority] = /^([a-z]+):\/\/([^/?#]+)/i.exec(url ?? "") ?? [];
    return {
      method: { value: request.method, place: "/request/method" },
      target: isBlank(request.uri)
        ? { value: request.url, place: "/request/url" }
        : { value: request.uri, place: "/request/uri" },
      // Kong logs the port that it listens at, and a client calls the one that stands before it.
      host: joinedHeader(headers, "host") ?? authority,
      scheme: joinedHeader(headers, "x-forwarded-proto") ?? scheme,
      status: { value: response.status, place: "/response/status" },
      requestHeaders,
      responseHeaders: allHeaders(response.headers, "/response/headers"),
    };
  },
};

/** Whether the request of an entry is one as Kong logs it. */
export function isKongRequest(request: UnknownRecord): boolean {
  return typeof request.uri === "string" && ("querystring" in request || "size" in request);
}
