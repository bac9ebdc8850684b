/** One line of an access log each, and the whole exchange that it becomes. */
import { expect, test } from "vitest";
import {
  apiGatewayLog,
  caddyLog,
  detectLogByEntry,
  detectLogByRequest,
  envoyLog,
  kongLog,
  webServerLog,
} from "../../../src/recording/formats/logs/log-formats.js";
import { type LogFormat, parseLogEntry } from "../../../src/recording/formats/logs/read-log.js";
import type { RecordedBody } from "../../../src/recording/index.js";
import { EntryError } from "../../../src/recording/reader/parsed-entry.js";

const base = "https://base.example:8443/v1//";
type Row = readonly [entry: Readonly<Record<string, unknown>>, baseUrl?: string];

const get = { request_method: "GET", uri: "/a", status: 200, host: "h.example" };
const WEB: readonly Row[] = [
  [{ ...get, request_method: "get", status: "200" }],
  [{ ...get, request_method: "-", method: "put", request_uri: "-", args: "b=1" }],
  [{ ...get, request_method: "", uri: "-" }],
  [{ ...get, request_method: "22" }],
  [{ ...get, request_method: "a-Z!", uri: "/a b#c%zz%41é", args: "?q=1" }],
  [{ ...get, uri: "/a?b=1", args: "c=2", query: "d=3" }],
  [{ ...get, args: "-", query_string: "", query: "x=1" }],
  [{ ...get, uri: 5 }],
  [{ ...get, uri: undefined, path: "/p" }],
  [{ status: 200, request: "GET /a?b=1 HTTP/1.1", host: "_", uri: "/index.php" }, base],
  [{ status: 200, request: "GET /a HTTP/1.1 x", host: "h.example" }],
  [{ status: 200, request: "x GET /a", host: "h.example" }],
  [{ status: 200, request: "GET /a", vhost: "v.example", https: "on", scheme: "http" }],
  [{ status: 200, request: "/only", method: "DELETE", server_name: "s.example", request_scheme: "http" }],
  [{ status: 200, request_line: "-", server_name: "s.example" }],
  [{ status: 200, host: "h.example" }],
  [{ status: 200, method: "GET", host: "h.example" }],
  [{ ...get, host: undefined }],
  [{ ...get, host: undefined, scheme: "ftp" }, base],
  [{ ...get, host: "-" }, "/relative"],
  [{ ...get, host: "" }, "HTTP://up.example?x"],
  [{ ...get, host: 7 }, base],
  [{ ...get, scheme: "HTTP" }],
  [{ ...get, scheme: "https+unix" }, "http://b.example"],
  [{ ...get, host: "a b", scheme: "http" }],
  [{ ...get, host: "a b" }],
  [{ ...get, uri: "a" }],
  [{ ...get, request_uri: "http://abs.example/a?b" }],
  [{ ...get, request_uri: "x:http://abs.example/a" }],
  [{ ...get, request_uri: "*" }],
  [{ ...get, request_uri: 5 }],
  [{ ...get, status: "-" }],
  [{ ...get, status: 0 }],
  [{ ...get, status: "499" }],
  [{ ...get, status: "abc" }],
  [{ ...get, status: 99 }],
  [{ ...get, status: undefined }],
  [{ ...get, status: undefined, response_status: 100 }],
  [{ ...get, status: "", status_code: "204", sent_http_content_type: "text/plain" }],
  [{ ...get, status: 304, sent_http_content_length: "5" }],
  [{ ...get, status: 199 }],
  [{ ...get, request_method: "HEAD", sent_http_content_length: "5" }],
  [{ ...get, sent_http_content_length: "0", content_length: "0" }],
  [
    {
      ...get,
      sent_http_x_a_b: "1",
      content_length: "3",
      content_type: "text/plain",
      http_host: "w.example",
      http_method: "x",
      http_x: "",
      sent_httpx: "2",
      xhttp_y: "3",
      xsent_http_z: "4",
      http_n: 5,
    },
  ],
  [
    {
      ...get,
      request_headers: { A: "1", b: ["2", "3"] },
      response_headers: { "Content-Type": "text/plain", x: "REDACTED" },
      request_body: "{}",
    },
  ],
  [{ ...get, request_headers: { a: [] }, response_headers: {}, request_body: "-", http_a: "1" }],
  [{ ...get, request_headers: "x", http_b: "c", request_body: 5 }],
  [{ ...get, time_iso8601: "2026-01-31T09:30:00+00:00" }],
  [{ ...get, time: "31/Jan/2026", timestamp: "2026-01-31T09:30:00Z" }],
  [{ ...get, time: "-", "@timestamp": "2026-01-31T09:30:00Z" }],
  [{ ...get, time: "x2026-01-31T09:30:00Z" }],
  [{ ...get, time: 5 }],
];
const aws = { requestId: "r", httpMethod: "POST", path: "/v1/a", domainName: "d.example", status: "201" };
const AWS: readonly Row[] = [
  [aws],
  [{ ...aws, httpMethod: "-", routeKey: "PUT /a/{id}", path: "-" }, base],
  [{ ...aws, httpMethod: undefined, routeKey: "$default" }],
  [{ ...aws, path: undefined, routeKey: "$default", resourcePath: "/a" }],
  [{ ...aws, path: undefined, resourcePath: "/a/{proxy+}", routeKey: "-" }],
  [{ ...aws, path: "", resourcePath: "/a/{id}", routeKey: "GET /b" }, base],
  [{ ...aws, path: "", resourcePath: "/a/{id}" }],
  [{ ...aws, path: "" }],
];
const caddy = {
  logger: "http.log.access",
  request: { method: "GET", uri: "/a?b", host: "c.example", headers: { A: ["1"], "X-Forwarded-Proto": ["https"] } },
  status: 200,
  resp_headers: { "Content-Type": ["text/plain"] },
};
const CADDY: readonly Row[] = [
  [caddy],
  [{ ...caddy, logger: "http.log.error" }],
  [{ ...caddy, logger: "x.http.log.access" }],
  [{ ...caddy, logger: "http.log.access.log0", request: { ...caddy.request, headers: undefined } }],
  [{ ...caddy, logger: undefined, request: { ...caddy.request, headers: {}, tls: {} }, resp_headers: undefined }],
  [{ ...caddy, logger: undefined, status: undefined }],
  [{ ...caddy, logger: undefined, request: undefined }],
  [{ ...caddy, request: 5 }],
  [{ ...caddy, request: { ...caddy.request, headers: 5 } }],
  [{ ...caddy, request: { ...caddy.request, method: undefined } }],
  [{ ...caddy, request: { ...caddy.request, uri: undefined } }],
];
const kong = {
  request: { method: "GET", uri: "/a", url: "http://k.example:8000/b", headers: {} },
  response: { status: 200, headers: { a: "b" } },
};
const KONG: readonly Row[] = [
  [kong],
  [{ ...kong, request: { ...kong.request, headers: { host: "pub.example", "x-forwarded-proto": "https" } } }],
  [{ ...kong, request: { ...kong.request, uri: "-" } }],
  [{ ...kong, request: { ...kong.request, url: "-" } }, base],
  [{ ...kong, request: { ...kong.request, url: "x-http://k.example" } }, base],
  [{ ...kong, request: { ...kong.request, url: "9http://k.example/" } }, base],
  [{ ...kong, request: [] }],
  [{ ...kong, response: 1 }],
  [{ ...kong, response: {} }],
];
const envoy = {
  response_code: 200,
  method: "GET",
  path: "/a",
  authority: "e.example",
  scheme: "http",
  start_time: "2026-01-31T09:30:00Z",
};
const ENVOY: readonly Row[] = [
  [envoy],
  [{ ...envoy, "x-envoy-origin-path": "/o", "x-envoy-original-path": "/p" }],
  [{ ...envoy, "x-envoy-origin-path": "-", "x-envoy-original-path": "/p", path: "-" }],
  [
    {
      response_code: 200,
      ":method": "POST",
      ":path": "/b",
      ":authority": "f.example",
      ":scheme": "https",
      "@timestamp": "2026-01-31T09:31:00Z",
    },
  ],
  [{ response_code: 200, ":method": "POST", ":path": "/b", timestamp: "2026-01-31T09:32:00Z" }, base],
  [{ response_code: 200 }],
];

const FORMATS: readonly (readonly [name: string, format: LogFormat, rows: readonly Row[]])[] = [
  ["web server", webServerLog, WEB],
  ["API Gateway", apiGatewayLog, AWS],
  ["Caddy", caddyLog, CADDY],
  ["Kong", kongLog, KONG],
  ["Envoy", envoyLog, ENVOY],
];

test.each(FORMATS)("lines of %s", (_, format, rows) => {
  const lines = rows.map(
    ([entry, baseUrl]) =>
      `${JSON.stringify(entry)}${baseUrl === undefined ? "" : ` at ${baseUrl}`}\n  ${summarize(format, entry, baseUrl)}`,
  );
  expect(lines.join("\n")).toMatchSnapshot();
});

test.each([
  [detectLogByRequest, { uri: "/", proto: "HTTP/2" }, "caddy"],
  [detectLogByRequest, { uri: "/", remote_ip: "::1", size: 1 }, "caddy"],
  [detectLogByRequest, { uri: "/", remote_addr: "::1" }, "caddy"],
  [detectLogByRequest, { uri: 1, proto: "HTTP/2" }, undefined],
  [detectLogByRequest, { uri: "/", querystring: {} }, "kong"],
  [detectLogByRequest, { uri: "/", size: 1 }, "kong"],
  [detectLogByRequest, { uri: 1, size: 1 }, undefined],
  [detectLogByRequest, { uri: "/" }, undefined],
  [detectLogByRequest, "GET /", undefined],
  [detectLogByEntry, { response_code: 1, method: "", path: "", response_flags: "" }, "envoy"],
  [detectLogByEntry, { response_code: 1, ":method": "", ":path": "", ":authority": "" }, "envoy"],
  [detectLogByEntry, { response_code: 1, ":method": "", "x-envoy-origin-path": "", authority: "" }, "envoy"],
  [detectLogByEntry, { response_code: 1, method: "", "x-envoy-original-path": "", authority: "" }, "envoy"],
  [detectLogByEntry, { response_code: 1, method: "", path: "" }, undefined],
  [detectLogByEntry, { response_code: 1, method: "", authority: "" }, undefined],
  [detectLogByEntry, { response_code: 1, path: "", authority: "" }, undefined],
  [detectLogByEntry, { method: "", path: "", authority: "" }, undefined],
  [detectLogByEntry, { requestId: "", httpMethod: "" }, "api-gateway"],
  [detectLogByEntry, { extendedRequestId: "", routeKey: "" }, "api-gateway"],
  [detectLogByEntry, { requestId: "", resourcePath: "" }, "api-gateway"],
  [detectLogByEntry, { requestId: "" }, undefined],
  [detectLogByEntry, { routeKey: "" }, undefined],
  [detectLogByEntry, { level: "", ts: 1, msg: "", status: 1, request: "" }, "caddy"],
  [detectLogByEntry, { level: "", ts: 1 }, undefined],
  [detectLogByEntry, { level: "", msg: "" }, undefined],
  [detectLogByEntry, { ts: 1, msg: "" }, undefined],
  [detectLogByEntry, { status: 1, request: "" }, "web-server"],
  [detectLogByEntry, { response_status: 1, request_line: "" }, "web-server"],
  [detectLogByEntry, { status_code: 1, request_method: "", url: "" }, "web-server"],
  [detectLogByEntry, { status: 1, method: "", uri: "" }, "web-server"],
  [detectLogByEntry, { status: 1, method: "", path: "" }, "web-server"],
  [detectLogByEntry, { status: 1, method: "", request_uri: "" }, "web-server"],
  [detectLogByEntry, { status: 1, method: "" }, undefined],
  [detectLogByEntry, { status: 1, path: "" }, undefined],
  [detectLogByEntry, { request: "" }, undefined],
  [detectLogByEntry, [], undefined],
] as const)("%o of %j is %s", (detect, value, expected) => {
  expect(detect(value)).toBe(expected);
});

function summarize(format: LogFormat, entry: Readonly<Record<string, unknown>>, baseUrl: string | undefined): string {
  if (format.isIgnored?.(entry) === true) return "ignored";
  try {
    const parsed = parseLogEntry(format.read(entry), baseUrl);
    const { method, url, requestHeaders, requestBody, status, responseHeaders, responseBody } = parsed;
    const { startedAt, notLogged = [], incomplete } = parsed;
    const parts = [method, url, requestHeaders, requestBody, status, responseHeaders, responseBody];
    const headers = ({ value }: typeof requestHeaders): string => value.headers.map((it) => it.join("=")).join(",");
    return [
      `${method.value} ${url.value}`,
      ...[headers(requestHeaders), formatBody(requestBody.value)],
      ...[status.value, headers(responseHeaders), formatBody(responseBody.value)],
      parts.map(({ pointer }) => pointer).join(","),
      ...[requestHeaders.value.pointers?.join(","), responseHeaders.value.pointers?.join(",")],
      notLogged.join(","),
      ...[startedAt, incomplete],
    ].join(" | ");
  } catch (error) {
    if (error instanceof EntryError) return `${error.pointer}: ${error.message}`;
    throw error;
  }
}

function formatBody(body: RecordedBody | undefined): string {
  if (body === undefined) return "unknown";
  return body.kind === "text" ? JSON.stringify(body.text) : body.kind === "missing" ? body.reason : body.kind;
}
