/**
 * Reads logs of the Kong plugins http-log and file-log, and of other plugins with the same format.
 *
 * @see https://developer.konghq.com/plugins/file-log/ "Log format"
 */
import { getCombinedHeader } from "../../headers.js";
import type { UnknownRecord } from "../../reader/entry-error.js";
import { requireObject } from "../../reader/parsed-entry.js";
import { isEmptyField } from "./log-entry.js";
import { readAllHeaders } from "./logged-headers.js";
import type { LogFormat } from "./read-log.js";

export const kongLog: LogFormat = {
  read: (entry) => {
    const request = requireObject(entry.request, "/request", "an object with method, uri and headers");
    const response = requireObject(entry.response, "/response", "an object with status and headers");
    const requestHeaders = readAllHeaders(request.headers, "/request/headers");
    const { headers } = requestHeaders.list;
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
export function isKongRequest(request: UnknownRecord): boolean {
  return typeof request.uri === "string" && ("querystring" in request || "size" in request);
}
