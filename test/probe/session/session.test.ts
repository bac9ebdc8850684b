/** How a session retries, refreshes credentials and ends. */
import { expect, test } from "vitest";
import { listOperations, loadDocument } from "../../../src/document/index.js";
import type { ProbeCredentials } from "../../../src/probe/requests/serialize-request.js";
import { createProbeBudget } from "../../../src/probe/session/budget.js";
import type { SendResult } from "../../../src/probe/session/send.js";
import { createProbeSession, type ProbeRequest, type SessionEntry } from "../../../src/probe/session/session.js";

const DOCUMENT = loadDocument(
  "spec.yaml",
  () => `openapi: 3.1.0
info: { title: t, version: "1" }
servers: [{ url: "https://a.example" }]
paths:
  /a:
    get: { operationId: read, responses: { "200": { description: d } } }
    post:
      operationId: write
      security: [{ key: [] }]
      parameters: [{ name: Once, in: header, x-idempotency-key: true, schema: { type: string } }]
      responses: { "200": { description: d } }
components: { securitySchemes: { key: { type: apiKey, in: header, name: X-Key } } }
`,
);
const operations = listOperations(DOCUMENT);

type StubResponse = number | string | { readonly status: number; readonly after: string };
type RequestInput = Partial<Omit<ProbeRequest, "operation">> & { readonly id?: string };

/** Runs a session against these responses and repeats the last one. A text is the reason of a failed request. */
async function session(
  responses: readonly StubResponse[],
  asks: readonly RequestInput[],
  more: { safe?: boolean; most?: number; renews?: boolean } = {},
) {
  const lines: string[] = [];
  let sent = 0;
  let keys = 1;
  const pause = async (ms: number): Promise<void> => void lines.push(`waits ${ms} ms`);
  const { getEndReason, listGivenUp, canContinue, openTask } = createProbeSession({
    document: DOCUMENT,
    getBaseUrl: ({ id }) => (id === "write" || id === "read" ? "https://a.example" : undefined),
    source: "https://a.example",
    credentials: {
      get: async (): Promise<ProbeCredentials> => ({ headers: [["X-Key", `k${keys}`]], query: [], cookies: [] }),
      invalidate: () => {
        keys += 1;
        return more.renews !== false && keys < 4;
      },
    },
    send: async ({ method, url, headers }): Promise<SendResult> => {
      const response = responses[Math.min(sent, responses.length - 1)] ?? 200;
      sent += 1;
      lines.push([method, url.replace("https://a.example", ""), ...headers.map((it) => it.join("="))].join(" "));
      return responded(response);
    },
    pause,
    budget: createProbeBudget({ maxRequests: more.most ?? 20, maxTimeMs: 1000 }, { now: () => 0, pause }),
    signal: new AbortController().signal,
    nonce: "n",
    safe: more.safe ?? false,
    onRequest: () => {},
    onResponse: () => {},
  });
  const entries: SessionEntry[] = [];
  const { send: ask } = openTask("case", entries);
  for (const { id = "read", ...order } of asks) {
    const operation = operations.find((it) => it.id === id);
    if (operation === undefined) throw new Error(`there is no operation ${id}`);
    const request = { path: {}, query: {}, header: {}, cookie: {} };
    try {
      const { exchange } = await ask({ operation, request, ...order });
      lines.push(`-> ${exchange.incomplete ?? exchange.response.status}`);
    } catch (error) {
      lines.push(String(error));
    }
  }
  const end = getEndReason() ?? (canContinue() ? "goes on" : "stops");
  return [...lines, `asked ${entries.length}`, end, ...listGivenUp()];
}

function responded(response: StubResponse): SendResult {
  if (typeof response === "string") {
    const cause = response === "refused" || response === "aborted" || response === "timeout" ? response : "other";
    return { kind: "failed", cause, reason: response };
  }
  const { status, after } = typeof response === "number" ? { status: response, after: undefined } : response;
  const headers = after === undefined ? [] : [["Retry-After", after] as const];
  return { kind: "response", response: { status, headers, body: { kind: "none" } } };
}

function times<T>(count: number, it: T): T[] {
  return Array.from({ length: count }, () => it);
}

test.each<[what: string, ...given: Parameters<typeof session>, lines: string[]]>([
  ["an answer", [200], [{}], {}, ["GET /a", "-> 200", "asked 1", "goes on"]],
  [
    "a service that asks for patience gets it twice, and five seconds at most",
    [
      { status: 429, after: "1" },
      { status: 503, after: "60" },
      { status: 429, after: "1" },
    ],
    [{}],
    {},
    ["GET /a", "waits 1000 ms", "GET /a", "waits 5000 ms", "GET /a", "-> 429", "asked 1", "goes on"],
  ],
  ["not where it does not say for how long", [429], [{}], {}, ["GET /a", "-> 429", "asked 1", "goes on"]],
  ["nor by a date", [{ status: 503, after: "Fri, 31 Dec 1999" }], [{}], {}, ["GET /a", "-> 503", "asked 1", "goes on"]],
  ["nor with another status", [{ status: 500, after: "1" }], [{}], {}, ["GET /a", "-> 500", "asked 1", "goes on"]],
  [
    "a service that is about to start",
    ["refused", "refused", 200],
    [{}],
    {},
    ["GET /a", "waits 200 ms", "GET /a", "waits 800 ms", "GET /a", "-> 200", "asked 1", "goes on"],
  ],
  [
    "nothing is there, and nothing more is sent",
    ["refused"],
    [{}, {}],
    {},
    [
      ...["GET /a", "waits 200 ms", "GET /a", "waits 800 ms", "GET /a"],
      ...times(2, "RunEndedError: https://a.example: refused"),
      ...["asked 0", "https://a.example: refused"],
    ],
  ],
  [
    "it is gone after it was there",
    [200, "refused"],
    [{}, {}],
    {},
    [
      ...["GET /a", "-> 200", "GET /a", "waits 200 ms", "GET /a", "waits 800 ms", "GET /a"],
      "RunEndedError: https://a.example became unreachable after 1 responses: refused",
      ...["asked 1", "https://a.example became unreachable after 1 responses: refused"],
    ],
  ],
  [
    "five requests in a row without a response end the run",
    [200, "cut"],
    times(6, {}),
    {},
    [
      ...["GET /a", "-> 200", ...times(4, ["GET /a", "-> cut"]).flat()],
      ...["GET /a", "GET /a", "RunEndedError: https://a.example sent no response to 5 requests in a row: cut"],
      ...["asked 5", "https://a.example sent no response to 5 requests in a row: cut"],
    ],
  ],
  [
    "five in a row do not end it if a request that got a response before gets one again",
    [200, ...times(5, "cut"), 200, "cut", 200],
    times(8, {}),
    {},
    [
      ...["GET /a", "-> 200", ...times(4, ["GET /a", "-> cut"]).flat(), "GET /a"],
      ...["GET /a", "-> cut", "GET /a", "-> cut", "GET /a", "-> 200", "asked 8", "goes on"],
    ],
  ],
  [
    "an operation that does not respond in time is given up after three requests",
    [...times(3, "timeout"), 200],
    [...times(4, {}), { id: "write" }],
    {},
    [
      ...times(3, ["GET /a", "-> timeout"]).flat(),
      "RunEndedError: read sent no response in time to 3 requests",
      ...["POST /a X-Key=k1 Once=6f8c83ce-eac5-427d-9608-744dc0294796", "-> 200"],
      ...["asked 4", "goes on"],
      "read sent no response in time to 3 requests: the others are not sent; use a longer --timeout, or --exclude",
    ],
  ],
  ["a run that is stopped", ["aborted"], [{}], {}, ["GET /a", "RunEndedError: aborted", "asked 0", "goes on"]],
  [
    "the budget ends",
    [200],
    [{}, {}],
    { most: 1 },
    [
      ...["GET /a", "-> 200", "RunEndedError: the limit of 1 requests is reached (--max-requests)"],
      ...["asked 1", "stops"],
    ],
  ],
  [
    "refused credentials are asked for anew, once a request",
    [401],
    [{ id: "write" }, { id: "write" }],
    {},
    [
      ...[
        "POST /a X-Key=k1 Once=2881d237-d3a3-460b-a527-d3ca4c1e03ea",
        "POST /a X-Key=k2 Once=2881d237-d3a3-460b-a527-d3ca4c1e03ea",
        "-> 401",
      ],
      ...[
        "POST /a X-Key=k2 Once=359d6e79-e5ce-4231-9f51-37a5a733df31",
        "POST /a X-Key=k3 Once=359d6e79-e5ce-4231-9f51-37a5a733df31",
        "-> 401",
      ],
      ...["asked 2", "goes on"],
    ],
  ],
  [
    "not where the request is about credentials",
    [401],
    [{ id: "write", credentials: "none" }],
    {},
    ["POST /a Once=2881d237-d3a3-460b-a527-d3ca4c1e03ea", "-> 401", "asked 1", "goes on"],
  ],
  [
    "a request is repeated under its own id, or with the one that the case spoils",
    [200],
    [
      { id: "write", requestId: "same" },
      { id: "write", edit: { part: "header", at: "once", contract: "", what: "left out" } },
    ],
    {},
    [
      "POST /a X-Key=k1 Once=53fa743b-2c45-4d78-bf64-9e3190056ce1",
      "-> 200",
      "POST /a X-Key=k1",
      "-> 200",
      "asked 2",
      "goes on",
    ],
  ],
  [
    "a safe run sends no method that changes anything",
    [200],
    [{ id: "write" }, { method: "DELETE" }, {}],
    { safe: true },
    [
      "RunEndedError: POST is not a safe method, and the run sends safe methods only",
      "RunEndedError: DELETE is not a safe method, and the run sends safe methods only",
      "GET /a",
      "-> 200",
      "asked 1",
      "goes on",
    ],
  ],
  [
    "another method, and the URL of a link",
    [200],
    [{ method: "PUT", url: "https://a.example/a?page=2" }],
    {},
    ["PUT /a?page=2", "-> 200", "asked 1", "goes on"],
  ],
])("%s", async (_, responses, asks, more, lines) => {
  expect(await session(responses, asks, more)).toEqual(lines);
});
