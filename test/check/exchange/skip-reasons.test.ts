/** Tests of the reasons why an exchange is skipped or undocumented. */
import { expect, test } from "vitest";
import type { Exchange } from "../../../src/recording/index.js";
import { createExchange, createSmallContract, type ExchangeInput, summarizeResult } from "../inline-contract.js";

const contract = createSmallContract(
  `{ operationId: a, responses: { "200": { description: d }, "4XX": { description: d } } }`,
);
const typed = (type: string): ExchangeInput => ({ responseHeaders: [["Content-Type", type]] });
const at = (path: string, more: ExchangeInput = {}): ExchangeInput => ({ url: `https://a.example${path}`, ...more });
const request = (purpose: string): ExchangeInput => ({ headers: [["Sec-Fetch-Dest", purpose]] });

const FILE = "a static file that is not in the spec";
const BROWSER = "a browser resource that is not in the spec";
const HEALTH = "a health check that is not in the spec";
const NOTHING = "undocumented";

const REASONS: readonly (readonly [written: ExchangeInput & Pick<Exchange, "notLogged">, reason: string])[] = [
  [{ url: "{{host}}/b" }, "the variable {{host}} has no value, and the path is not in the spec"],
  [
    { url: "https://b.example/b" },
    "https://b.example is not a server in the spec: host b.example does not fit https://a.example",
  ],
  [
    { url: "https://b.example/a" },
    "https://b.example is not a server in the spec: host b.example does not fit https://a.example; add it with --server https://b.example",
  ],
  [
    {
      method: "OPTIONS",
      headers: [
        ["Origin", "https://b.example"],
        ["Access-Control-Request-Method", "GET"],
      ],
    },
    "a CORS preflight",
  ],
  [
    { method: "OPTIONS", notLogged: ["request.headers"] },
    "OPTIONS, which the spec does not document; possibly a CORS preflight, as the log has no headers",
  ],
  [at("/b", { status: 404 }), "not in the spec, rejected with 404"],
  [{ method: "PUT", status: 405 }, "not in the spec, rejected with 405"],
  [at("/b", { status: 501 }), "not in the spec, rejected with 501"],
  [at("/b", { status: 403 }), NOTHING],
  [at("/b"), NOTHING],
  [{ method: "PUT" }, NOTHING],
  // A file, recognized by its name or its type.
  [at("/b.js", typed("text/javascript; charset=utf-8")), FILE],
  [at("/b.mjs", typed("application/x-javascript")), FILE],
  [at("/b.css", typed("text/css")), FILE],
  [at("/b.PNG", typed("image/png")), FILE],
  [at("/b.woff2", typed("font/woff2")), FILE],
  [at("/b.wasm", typed("application/wasm")), FILE],
  [at("/b.webmanifest", typed("application/manifest+json")), FILE],
  [at("/b.js", typed("application/json")), NOTHING],
  [at("/b.css", typed("x-text/css")), NOTHING],
  [at("/b", typed("text/css")), NOTHING],
  [at("/b.css/c", typed("text/css")), NOTHING],
  [at("/b.css", { ...typed("text/css"), method: "POST" }), NOTHING],
  [at("/b.css", { ...typed("text/css"), method: "HEAD" }), FILE],
  [at("/b.js.map", typed("application/json")), FILE],
  [at("/b.map", typed("application/json")), NOTHING],
  [
    at("/b.css", { responseHeaders: [], ...{ notLogged: ["response.headers"] } }),
    "a static file by its name that is not in the spec; the log lacks its media type",
  ],
  [at("/b.css", { responseHeaders: [] }), NOTHING],
  // The destination of a browser request.
  [at("/b", { ...request("image"), ...typed("image/png") }), BROWSER],
  [at("/b", { ...request("document"), responseHeaders: [] }), BROWSER],
  [at("/b", { ...request("empty"), ...typed("image/png") }), NOTHING],
  [at("/b", { ...request("script"), ...typed("application/problem+json") }), NOTHING],
  ...[
    "/health",
    "/x/healthz",
    "/livez",
    "/readyz",
    "/_health",
    "/actuator/health",
    "/health/live",
    "/health/readiness",
  ].map((path) => [at(path), HEALTH] as const),
  [at("/healthy"), NOTHING],
  [at("/health/b"), NOTHING],
  [at("/xhealth"), NOTHING],
  // Responses that do not come from the operation.
  [{ status: 302 }, "a redirect (302) that the spec does not document"],
  [{ status: 308 }, "a redirect (308) that the spec does not document"],
  [{ status: 103 }, "an interim response (103), not the final one"],
  [at("/a/", { status: 404 }), "not in the spec except for the trailing slash, rejected with 404"],
  [at("/a/", { status: 405 }), "not in the spec except for the trailing slash, rejected with 405"],
];

test.each(REASONS.map(([written, reason]) => [JSON.stringify(written), written, reason] as const))(
  "%s",
  (_, { notLogged, ...written }, reason) => {
    const result = contract.check({ ...createExchange(written), ...(notLogged && { notLogged }) });
    if (reason === NOTHING)
      expect(summarizeResult(result)).toMatch(/^failed\n.*"request\.(path|method)\.undocumented"/);
    else expect(summarizeResult(result)).toBe(`skipped\n${reason}`);
  },
);
