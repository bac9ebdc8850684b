/** Why an exchange is not judged, or is missing from the contract, in whole sentences. */
import { expect, test } from "vitest";
import type { Exchange } from "../../src/exchange/index.js";
import { createExchange, createSmallContract, type ExchangeInput, summarizeResult } from "./inline-contract.js";

const contract = createSmallContract(
  `{ operationId: a, responses: { "200": { description: d }, "4XX": { description: d } } }`,
);
const typed = (type: string): ExchangeInput => ({ answerHeaders: [["Content-Type", type]] });
const at = (path: string, more: ExchangeInput = {}): ExchangeInput => ({ url: `https://a.example${path}`, ...more });
const asked = (purpose: string): ExchangeInput => ({ headers: [["Sec-Fetch-Dest", purpose]] });

const FILE = "a static file, which is not in the contract";
const BROWSER = "what a browser loads by itself, which is not in the contract";
const HEALTH = "a health check, which is not in the contract";
const NOTHING = "undocumented";

const REASONS: readonly (readonly [written: ExchangeInput & Pick<Exchange, "notLogged">, reason: string])[] = [
  [{ url: "{{host}}/b" }, "addressed to the variable {{host}}, which has no value, and the path is not the contract's"],
  [{ url: "https://b.example/b" }, "addressed to https://b.example, which is no server of the contract"],
  [
    { url: "https://b.example/a" },
    "addressed to https://b.example, which is no server of the contract; --server https://b.example makes it one",
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
    "OPTIONS, which the contract does not document; as a log tells no headers, it may be a CORS preflight",
  ],
  [at("/b", { status: 404 }), "not in the contract, and refused with 404"],
  [{ method: "PUT", status: 405 }, "not in the contract, and refused with 405"],
  [at("/b", { status: 501 }), "not in the contract, and refused with 501"],
  [at("/b", { status: 403 }), NOTHING],
  [at("/b"), NOTHING],
  [{ method: "PUT" }, NOTHING],
  // A file by its name and by its type.
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
    at("/b.css", { answerHeaders: [], ...{ notLogged: ["response.headers"] } }),
    "a static file by its name, of which the log tells no type, and which is not in the contract",
  ],
  [at("/b.css", { answerHeaders: [] }), NOTHING],
  // What a browser wants a thing for.
  [at("/b", { ...asked("image"), ...typed("image/png") }), BROWSER],
  [at("/b", { ...asked("document"), answerHeaders: [] }), BROWSER],
  [at("/b", { ...asked("empty"), ...typed("image/png") }), NOTHING],
  [at("/b", { ...asked("script"), ...typed("application/problem+json") }), NOTHING],
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
  // Not the operation's own answer.
  [{ status: 302 }, "a redirect (302) that the contract does not document"],
  [{ status: 308 }, "a redirect (308) that the contract does not document"],
  [{ status: 103 }, "an interim answer (103), which another one follows"],
  [at("/a/", { status: 404 }), "not in the contract but for the slash at its end, and refused with 404"],
  [at("/a/", { status: 405 }), "not in the contract but for the slash at its end, and refused with 405"],
];

test.each(REASONS.map(([written, reason]) => [JSON.stringify(written), written, reason] as const))(
  "%s",
  (_, { notLogged, ...written }, reason) => {
    const judgement = contract.check({ ...createExchange(written), ...(notLogged && { notLogged }) });
    if (reason === NOTHING)
      expect(summarizeResult(judgement)).toMatch(/^failed\n.*"request\.(path|method)\.undocumented"/);
    else expect(summarizeResult(judgement)).toBe(`skipped\n${reason}`);
  },
);
