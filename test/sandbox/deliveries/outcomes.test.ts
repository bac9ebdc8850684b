/** What the sandbox keeps of the responses to its deliveries, and when it sends them again. */

import { expect, test } from "vitest";
import { readJsonObject } from "../../../src/sandbox/admin/admin-route.js";
import { endExpiredTrial } from "../../../src/sandbox/billing/list-subscriptions.js";
import { deriveUuid } from "../../../src/sandbox/context/derived-ids.js";
import { computeRetryDelay } from "../../../src/sandbox/deliveries/record-outcome.js";
import {
  createFailureOutcome,
  createResponseExcerpt,
  createResponseOutcome,
  parseRetryAfter,
} from "../../../src/sandbox/deliveries/send-delivery.js";
import { isLoopbackHost } from "../../../src/sandbox/server/listen-http.js";
import { createPreflightResponse, listCrossOriginHeaders } from "../../../src/sandbox/server/send-response.js";

const SECRET = "s3cr?t key";
const excerpt = (text: string | Uint8Array, encoding?: string, secret = SECRET): string =>
  createResponseExcerpt(Buffer.from(text), encoding, secret);

test.each([
  ["", ""],
  ["ok", "ok"],
  [`a ${SECRET} b`, "a [redacted] b"],
  [encodeURIComponent(SECRET), "[redacted]"],
  [Buffer.from(SECRET).toString("base64"), "[redacted]"],
  [Buffer.from(SECRET).toString("base64url"), "[redacted]"],
  [Buffer.from(SECRET).toString("hex"), "[redacted]"],
  ['{"token":"abc","n":1}', '{"token":"[redacted]","n":1}'],
  ['{"password" : 12.5e+3, "a":"b"}', '{"password" : 0, "a":"b"}'],
  ['{"secret":"a\\"b"}', '{"secret":"[redacted]"}'],
  ['{"secret":"cut of', '{"secret":"[redacted]"'],
  ["card 4111 1111-1111 1111.", "card [redacted]."],
  ["1234567890123", "[redacted]"],
  ["123456789012", "123456789012"],
  ["12345678901234567890", "12345678901234567890"],
  ["a\u0000b\u001b[0m\n\r\t\u202e\u200e\u061c\u2066", "a\ufffdb\ufffd[0m\n\r\t\ufffd\ufffd\ufffd\ufffd"],
  ["x".repeat(2048), "x".repeat(2048)],
  ["x".repeat(2049), `${"x".repeat(2042)} [cut]`],
  [`${"x".repeat(2041)}é${"x".repeat(9)}`, `${"x".repeat(2041)} [cut]`],
])("the excerpt of %j", (text, shown) => {
  expect(excerpt(text)).toBe(shown);
});

test("the excerpt of compressed text, and a secret with quotes or of a few characters", () => {
  expect(["gzip", "br"].map((encoding) => excerpt("ok", encoding))).toEqual(Array(2).fill("[compressed, not shown]"));
  expect([" Identity ", undefined].map((encoding) => excerpt("ok", encoding))).toEqual(["ok", "ok"]);
  expect(excerpt('say \\"hi\\" and "hi"', undefined, '"hi"')).toBe("say [redacted] and [redacted]");
  expect(excerpt("abc abcd", undefined, "abc")).toBe("abc abcd");
  expect(excerpt("abc abcd", undefined, "abcd")).toBe("abc [redacted]");
});

const NOW = Date.parse("2026-03-14T09:30:00Z");

test.each<[status: number, header: string | undefined, wait: number | undefined]>([
  [429, "5", 5000],
  [503, " 5 ", 5000],
  [500, "5", undefined],
  [429, undefined, undefined],
  [429, "0", undefined],
  [429, "-5", undefined],
  [429, "3600", 3_600_000],
  [429, "3601", 3_600_000],
  [429, "12345678901", undefined],
  [429, "5x", undefined],
  [503, "Sat, 14 Mar 2026 09:30:10 GMT", 10_000],
  [503, "Sat, 14 Mar 2026 09:30:00 GMT", undefined],
  [503, "soon", undefined],
])("%i with Retry-After %s waits %s ms", (status, header, wait) => {
  expect(parseRetryAfter(status, header, NOW)).toBe(wait);
});

test("outcomes", () => {
  const reasons = [200, 201, 299, 300, 399, 400, 410, 500].map((status) => {
    const { reason, ...rest } = createResponseOutcome(status, "e", 7);
    expect(rest).toEqual({ acknowledged: status === 200, status, responseExcerpt: "e", retryAfter: 7 });
    return reason;
  });
  expect(reasons).toEqual([
    "acknowledged",
    ...[201, 299].map((status) => `responded with ${status}; only 200 acknowledges`),
    ...[300, 399].map((status) => `responded with ${status}; redirects are not followed, and only 200 acknowledges`),
    "responded with 400; only 200 acknowledges",
    "responded with 410; the listener is gone, so its hook was deactivated",
    "responded with 500; only 200 acknowledges",
  ]);
  expect(createFailureOutcome("why")).toEqual({
    ...{ acknowledged: false, status: undefined, reason: "why", responseExcerpt: undefined, retryAfter: undefined },
  });
});

test("retries are up to 10 % earlier or later, unless the listener asks for more time", () => {
  const app = { seed: "s", policies: { retrySchedule: [1000, 2000] } } as never;
  const delay = (attempt: number, retryAfter?: number) =>
    computeRetryDelay(app, "d", attempt, { ...createFailureOutcome(""), retryAfter });
  const planned = [1, 2].map((attempt) => delay(attempt) ?? 0);
  expect(planned).toEqual([1, 2].map((attempt) => delay(attempt)));
  for (const [index, wait] of planned.entries()) {
    expect(wait).toBeGreaterThanOrEqual(900 * (index + 1));
    expect(wait).toBeLessThanOrEqual(1100 * (index + 1));
  }
  expect(planned).toMatchSnapshot();
  expect([delay(1, 5000), delay(1, 1), delay(3), delay(0)]).toEqual([5000, planned[0], undefined, undefined]);
});

test.each<[body: string, known: readonly string[] | undefined, result: object | string]>([
  ["", ["a"], {}],
  ['{"a":1}', ["a"], { a: 1 }],
  ['{"b":1}', undefined, { b: 1 }],
  ['{"a":1,"b":2}', ["a", "c"], 'unknown member "b"; expected a, c'],
  ["[]", undefined, "the body must be a JSON object"],
])("the admin body %s", (body, known, result) => {
  const read = () => readJsonObject({ body: Buffer.from(body) } as never, known);
  if (typeof result === "string") expect(read).toThrow(result);
  else expect(read()).toEqual(result);
});

const message = (headers: object, method = "OPTIONS") => ({ method, headers }) as never;
const allow = (origin: string) => [
  ["Access-Control-Allow-Origin", origin],
  ["Access-Control-Expose-Headers", "*"],
  ["Vary", "Origin"],
];

test("origins of pages", () => {
  const isAllowed = (origin: string) => listCrossOriginHeaders(message({ origin }), ["https://a.example"]).length > 0;
  const allowed = [
    "http://localhost",
    "https://LOCALHOST:80",
    "http://127.0.0.1:8080",
    "http://127.9.99.255",
    "http://[::1]:1",
    "https://a.example",
  ];
  expect(allowed.filter((origin) => !isAllowed(origin))).toEqual([]);
  const others = [
    "https://b.example",
    "http://localhost.example",
    "xhttp://localhost",
    "http://127.0.0",
    "http://[::1",
    "ftp://localhost",
    "http://localhost:",
    "http://a.localhost",
    "null",
  ];
  expect(others.filter(isAllowed)).toEqual([]);
  expect(listCrossOriginHeaders(message({}), [])).toEqual([]);
  expect(listCrossOriginHeaders(message({ origin: "http://localhost" }), [])).toEqual(allow("http://localhost"));
});

test("preflights", () => {
  const headers = { origin: "http://localhost", "access-control-request-method": "PUT" };
  const preflight = (changed: object, method?: string) =>
    createPreflightResponse(message({ ...headers, ...changed }, method), []);
  const response = (...more: readonly (readonly string[])[]) => ({
    status: 204,
    headers: [
      ...allow("http://localhost"),
      ["Access-Control-Allow-Methods", "PUT"],
      ...more,
      ["Access-Control-Max-Age", "600"],
    ],
    body: new Uint8Array(),
  });
  expect(preflight({})).toEqual(response());
  expect(preflight({ "access-control-request-headers": "a, b" })).toEqual(
    response(["Access-Control-Allow-Headers", "a, b"]),
  );
  const network = "access-control-request-private-network";
  expect(preflight({ [network]: "true" })).toEqual(response(["Access-Control-Allow-Private-Network", "true"]));
  expect(preflight({ [network]: "false" })).toEqual(response());
  expect(preflight({}, "GET")).toBeUndefined();
  expect(preflight({ "access-control-request-method": undefined })).toBeUndefined();
  expect(preflight({ origin: "https://a.example" })).toBeUndefined();
});

test("hosts of this machine, and ids", () => {
  const hosts = ["localhost", "127.0.0.1", "::1", "0.0.0.0", "::", "a.example", "10.0.0.1", "127.1.2.3", "[::1]"];
  expect(hosts.filter(isLoopbackHost)).toEqual(["localhost", "127.0.0.1", "::1", "127.1.2.3"]);
  expect(deriveUuid("seed", "a", "1")).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
  expect([deriveUuid("seed", "a", "1"), deriveUuid("seed", "a1")]).toMatchSnapshot();
});

test("a trial ends at its time", () => {
  const trial = { status: "ACTIVE", phase: "TRIAL" };
  const ended = { ...trial, phase: "FULL", updatedAt: "1970-01-01T00:00:05Z" };
  expect([undefined, 5000, 5001].map((end) => endExpiredTrial(trial, end, 5000))).toEqual([trial, ended, trial]);
  expect(endExpiredTrial(ended, 5000, 9000)).toBe(ended);
});
