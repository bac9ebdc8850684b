import { expect, test } from "vitest";
import type { FaultAction } from "../../../src/sandbox/faults/fault-rules.js";
import { createFaultResponse } from "../../../src/sandbox/requests/request-pipeline.js";

const NOW = Date.parse("2026-03-14T09:30:00Z");
const JSON_TYPE = "Content-Type: application/json";
const COMMON = ["Cache-Control: no-store", "Date: Sat, 14 Mar 2026 09:30:00 GMT"];

type Case = readonly [title: string, action: FaultAction, headers: readonly string[], body: string];

const CASES: readonly Case[] = [
  ["no body", { status: 503 }, ["Content-Length: 0", ...COMMON], ""],
  ["JSON", { status: 503, body: { a: "é" } }, [JSON_TYPE, "Content-Length: 10", ...COMMON], '{"a":"é"}'],
  ["a string without a type", { status: 503, body: '{"a' }, ["Content-Length: 3", ...COMMON, JSON_TYPE], '{"a'],
  [
    "a string with a type",
    { status: 200, body: "<p>é", headers: { "Content-Type": "text/html" } },
    ["Content-Length: 5", ...COMMON, "Content-Type: text/html"],
    "<p>é",
  ],
  [
    "a type in lower case",
    { status: 200, body: "<p>", headers: { "content-type": "text/html" } },
    ["Content-Length: 3", ...COMMON, "content-type: text/html"],
    "<p>",
  ],
  [
    "JSON of another type",
    { status: 400, body: [], headers: { "Content-Type": "application/problem+json" } },
    ["Content-Length: 2", ...COMMON, "Content-Type: application/problem+json"],
    "[]",
  ],
  [
    "another header",
    { status: 503, body: "later", headers: { "Retry-After": "2" } },
    ["Content-Length: 5", ...COMMON, JSON_TYPE, "Retry-After: 2"],
    "later",
  ],
];

test.each(CASES)("%s", (_, action, headers, body) => {
  const response = createFaultResponse(action, "GET", NOW);
  expect(response.headers.map((it) => it.join(": "))).toEqual(headers);
  expect([response.status, Buffer.from(response.body).toString()]).toEqual([action.status, body]);
});

test.each([[{ a: 1 }], ["text"]])("a response to HEAD has the length of the body %j, and no body", (body) => {
  const response = createFaultResponse({ status: 503, body }, "HEAD", NOW);
  const length = Buffer.byteLength(typeof body === "string" ? body : JSON.stringify(body));
  expect(response.headers).toContainEqual(["Content-Length", String(length)]);
  expect(response.body.length).toBe(0);
});
