/** Which requests are no part of the API, which level a finding has, and how deep a value may be. */
import { expect, test } from "vitest";
import { exceedsMaxDepth } from "../../../src/check/exchange/check-context.js";
import { createLevelResolver, type LevelRule } from "../../../src/check/exchange/levels.js";
import {
  classifyUnmatched,
  findInfrastructureReason,
  findNonApiReason,
} from "../../../src/check/exchange/skipped-request.js";
import { listOperations, loadDocument, type Operation } from "../../../src/document/index.js";
import type { Exchange } from "../../../src/recording/index.js";
import { createExchange } from "../inline-contract.js";

const document = loadDocument(
  "spec.yaml",
  () => `openapi: 3.1.0
info: { title: t, version: "1" }
servers: [{ url: https://a.example }]
paths:
  /a: { get: { responses: { "200": { description: d }, "302": { description: d }, 1xx: { description: d } } } }
  /b: { get: { responses: { 3XX: { description: d } } } }
  /c: { get: { responses: { default: { description: d } } } }
`,
);
const [a, b, c] = listOperations(document) as [Operation, Operation, Operation];

test.each<[operation: Operation, path: string, status: number, reason: string | undefined]>([
  [a, "/a", 200, undefined],
  [a, "/a", 404, undefined],
  [a, "/a/", 404, "not in the spec except for the trailing slash, rejected with 404"],
  [a, "/a/", 405, "not in the spec except for the trailing slash, rejected with 405"],
  [a, "/a/", 400, undefined],
  [a, "/a", 302, undefined],
  [a, "/a", 301, "a redirect (301) that the spec does not document"],
  [a, "/a", 303, "a redirect (303) that the spec does not document"],
  [a, "/a", 304, undefined],
  [a, "/a", 307, "a redirect (307) that the spec does not document"],
  [a, "/a", 308, "a redirect (308) that the spec does not document"],
  [b, "/b", 308, undefined],
  [c, "/c", 302, "a redirect (302) that the spec does not document"],
  [a, "/a", 100, undefined],
  [b, "/b", 100, "an interim response (100), not the final one"],
  [b, "/b", 102, "an interim response (102), not the final one"],
  [b, "/b", 103, "an interim response (103), not the final one"],
  [b, "/b", 101, undefined],
])("of %o at %s the status %i: %s", (operation, path, status, reason) => {
  expect(findInfrastructureReason(createExchange({ url: `https://a.example${path}`, status }), operation)).toBe(reason);
});

const FILE = "a static file that is not in the spec";
const NAMED = "a static file by its name that is not in the spec; the log lacks its media type";
const BROWSER = "a browser resource that is not in the spec";
const HEALTH = "a health check that is not in the spec";

type RequestInput = {
  readonly method?: string;
  readonly type?: string;
  readonly purpose?: string;
  readonly notLogged?: readonly string[];
};

const exchangeOf = ({ method = "GET", type, purpose, notLogged }: RequestInput): Exchange => ({
  ...createExchange({
    ...{ method, headers: purpose === undefined ? [] : [["Sec-Fetch-Dest", purpose]] },
    responseHeaders: type === undefined ? [] : [["Content-Type", type]],
  }),
  ...(notLogged === undefined ? {} : { notLogged: notLogged as never }),
});

test.each<[path: string, request: RequestInput, reason: string | undefined]>([
  ...["/a.js", "/a.mjs", "/a.css", "/a.htm", "/a.HTML", "/a.ico", "/a.jpeg", "/a.jpg", "/a.woff", "/a.woff2"].map(
    (path) => [path, { type: "text/html" }, FILE] as [string, RequestInput, string],
  ),
  ...["application/javascript", "text/x-javascript", "text/css", "image/png", "font/woff", "application/wasm"].map(
    (type) => ["/a.js", { type }, FILE] as [string, RequestInput, string],
  ),
  ["/a.webmanifest", { type: "application/manifest+json" }, FILE],
  ["/a.ttf", { type: "application/vnd.ms-fontobject" }, FILE],
  ["/a.js", { type: "text/html", method: "HEAD" }, FILE],
  ["/a.js", { type: "text/html", method: "POST" }, undefined],
  ["/a.js", { type: "application/json" }, undefined],
  ["/a.js", { type: "xtext/html" }, undefined],
  ["/a.js", {}, undefined],
  ["/a.js", { notLogged: ["response.headers"] }, NAMED],
  ["/a.js", { notLogged: ["request.headers"] }, undefined],
  ["/a", { notLogged: ["response.headers"] }, undefined],
  ["/a.jsx", { type: "text/html" }, undefined],
  ["/ajs", { type: "text/html" }, undefined],
  ["/a.js/b", { type: "text/html" }, undefined],
  ["/a.css.map", { type: "application/json" }, FILE],
  ["/a.mjs.map", {}, FILE],
  ["/a.map", {}, undefined],
  ["/a", { purpose: "document", type: "text/html" }, BROWSER],
  ["/a", { purpose: "document" }, BROWSER],
  ["/a", { purpose: "document", type: "application/json" }, undefined],
  ["/a", { purpose: "document", type: "application/problem+json; v=1" }, undefined],
  ["/a", { purpose: "document", type: "application/jsonp" }, BROWSER],
  ["/a", { purpose: "empty", type: "text/html" }, undefined],
  ...[
    "/health",
    "/v1/healthz",
    "/livez",
    "/readyz",
    "/_health",
    "/actuator/health",
    "/health/live",
    "/healthz/ready",
  ].map((path) => [path, {}, HEALTH] as [string, RequestInput, string]),
  ["/health/liveness", {}, HEALTH],
  ["/health/readiness", {}, HEALTH],
  ["/health/other", {}, undefined],
  ["/xhealth", {}, undefined],
  ["/healthy", {}, undefined],
  ["/health", { method: "POST" }, undefined],
])("%s with %j is %s", (path, request, reason) => {
  expect(findNonApiReason(exchangeOf(request), path)).toBe(reason);
});

const PATH = { kind: "path", path: "/x" };

test.each<[match: object, edit: object, request: RequestInput, reason: string | undefined]>([
  [
    { kind: "elsewhere", origin: "https://b.example", isServer: false, mismatch: "m" },
    {},
    {},
    "https://b.example is not a server in the spec: m",
  ],
  [{ kind: "elsewhere", origin: "https://b.example", isServer: true, mismatch: "m" }, {}, {}, "https://b.example: m"],
  [
    { kind: "elsewhere", origin: "https://u:p@b.example", server: "https://u:p@b.example/v1", mismatch: "m" },
    {},
    {},
    "https://[redacted]@b.example is not a server in the spec: m; add it with --server https://[redacted]@b.example/v1",
  ],
  [
    { kind: "elsewhere", origin: "{{base}}" },
    {},
    {},
    "the variable {{base}} has no value, and the path is not in the spec",
  ],
  [
    { kind: "elsewhere", origin: "{{no host}}" },
    {},
    {},
    "the recording has no host, and the path is not below that of a server in the spec",
  ],
  [PATH, { status: 404 }, {}, "not in the spec, rejected with 404"],
  [PATH, { status: 405 }, {}, "not in the spec, rejected with 405"],
  [PATH, { status: 501 }, {}, "not in the spec, rejected with 501"],
  [PATH, { status: 400 }, {}, undefined],
  [PATH, { status: 500 }, {}, undefined],
  [
    PATH,
    {},
    { method: "OPTIONS", notLogged: ["request.headers"] },
    "OPTIONS, which the spec does not document; possibly a CORS preflight, as the log has no headers",
  ],
  [PATH, {}, { method: "OPTIONS" }, undefined],
  [PATH, {}, { method: "GET", notLogged: ["request.headers"] }, undefined],
  [{ kind: "path", path: "/health" }, {}, {}, HEALTH],
])("%j with %j and %j is skipped: %s", (match, edit, request, reason) => {
  const made = exchangeOf(request);
  const exchange = { ...made, response: { ...made.response, ...edit } };
  const result = classifyUnmatched(exchange, match as never);
  if (reason === undefined) expect(result.kind).toBe("undocumented");
  else expect(result).toMatchObject({ kind: "skipped", reason });
});

test.each<[rules: LevelRule[], level: string]>([
  [[], "error"],
  [[{ code: "response.body.invalid", level: "warn" }], "warn"],
  [[{ code: "response.body.invali", level: "warn" }], "error"],
  [[{ code: "response.*", level: "off" }], "off"],
  [[{ code: "*", level: "off" }], "off"],
  [[{ code: "request.*", level: "off" }], "error"],
  [[{ code: "*", operation: "o", level: "warn" }], "warn"],
  [[{ code: "*", operation: "p", level: "warn" }], "error"],
  [[{ code: "*", status: 404, level: "warn" }], "warn"],
  [[{ code: "*", status: "404", level: "warn" }], "warn"],
  [[{ code: "*", status: "4XX", level: "warn" }], "warn"],
  [[{ code: "*", status: "5XX", level: "warn" }], "error"],
  [[{ code: "*", status: 400, level: "warn" }], "error"],
  [
    [
      { code: "*", level: "off" },
      { code: "response.*", level: "warn" },
    ],
    "warn",
  ],
  [
    [
      { code: "*", level: "off" },
      { code: "response.*", operation: "p", level: "warn" },
    ],
    "off",
  ],
])("with the rules %j a finding is %s", (rules, level) => {
  expect(createLevelResolver(rules)("response.body.invalid", "o", 404)).toBe(level);
});

test("a value is too deep from 500 levels on", () => {
  const nested = (levels: number): unknown =>
    levels === 0 ? 1 : levels % 2 === 0 ? [nested(levels - 1)] : { a: nested(levels - 1) };
  expect([0, 1, 499, 500, 501].map((levels) => exceedsMaxDepth(nested(levels)))).toEqual([
    ...[false, false, false],
    ...[true, true],
  ]);
  const value = nested(600);
  expect([exceedsMaxDepth(value), exceedsMaxDepth(value), exceedsMaxDepth(null)]).toEqual([true, true, false]);
});
