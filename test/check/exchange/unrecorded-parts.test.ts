/** What a log lacks: each part of exchanges of operations that restrict it, may have it, or do not have it. */
import { expect, test } from "vitest";
import type { Exchange, LogPart } from "../../../src/recording/index.js";
import { createExchange, createInlineContract, getCodes } from "../inline-contract.js";

const json = (schema: object): object => ({ content: { "application/json": { schema } } });
const contract = createInlineContract({
  "spec.json": JSON.stringify({
    openapi: "3.1.0",
    info: { title: "T", version: "1" },
    servers: [{ url: "https://a.example" }],
    paths: {
      "/a/{id}": {
        post: {
          operationId: "strict",
          parameters: [
            { name: "id", in: "path", required: true, schema: { type: "integer" } },
            { name: "q", in: "query", required: true, schema: { type: "string" } },
            { name: "H", in: "header", required: true, schema: { type: "string" } },
          ],
          requestBody: { required: true, ...json({ type: "object" }) },
          responses: {
            200: { description: "d", headers: { X: { required: true, schema: {} } }, ...json({ type: "object" }) },
          },
        },
      },
      "/b": { get: { operationId: "empty", responses: { 204: { description: "d" } } } },
      "/c": {
        post: {
          operationId: "open",
          parameters: [
            { name: "q", in: "query", schema: { type: "string" } },
            { name: "c", in: "cookie", schema: { type: "string" } },
          ],
          requestBody: json({ type: "object" }),
          responses: { 200: { description: "d", headers: { X: { schema: {} } } } },
        },
      },
    },
  }),
});

const PARTS: readonly LogPart[] = [
  ...(["request.path", "request.query", "request.headers", "request.body"] as const),
  ...(["response.headers", "response.body"] as const),
];

const EXCHANGES: readonly (readonly [what: string, exchange: Exchange])[] = [
  ["strict, a template", createExchange({ method: "POST", url: "https://a.example/a/{id}", responseHeaders: [] })],
  ["strict, a value", createExchange({ method: "POST", url: "https://a.example/a/x?q=1", response: {} })],
  ["empty", createExchange({ url: "https://a.example/b", status: 204, responseHeaders: [] })],
  [
    "empty, with a length",
    createExchange({
      url: "https://a.example/b",
      status: 204,
      responseHeaders: [["Content-Length", "5"]],
      response: {},
    }),
  ],
  [
    "empty, with a text",
    createExchange({ url: "https://a.example/b", status: 204, responseHeaders: [], response: {} }),
  ],
  ["open", createExchange({ method: "POST", url: "https://a.example/c", responseHeaders: [] })],
  [
    "open, with everything",
    createExchange({
      ...{
        method: "POST",
        url: "https://a.example/c?q=1",
        headers: [["Content-Type", "application/json"]],
        body: "{}",
      },
      responseHeaders: [["X", "1"]],
    }),
  ],
];

test("each part of each exchange", () => {
  const lines = EXCHANGES.flatMap(([what, exchange]) =>
    [[], ...PARTS.map((part) => [part])].map((notLogged) => {
      const result = contract.check(notLogged.length === 0 ? exchange : { ...exchange, notLogged });
      const open = result.notLogged === undefined ? [] : result.notLogged;
      return `${what}, without ${notLogged.join()}: ${[result.verdict, ...getCodes(result), ...open].join(", ")}`;
    }),
  );
  expect(lines.join("\n")).toMatchInlineSnapshot(`
    "strict, a template, without : failed, request.query.missing, request.header.missing, request.path.invalid, response.header.missing, request.body.missing, response.body.missing, response.status.invalid-accepted
    strict, a template, without request.path: failed, request.query.missing, request.header.missing, response.header.missing, request.body.missing, response.body.missing, response.status.invalid-accepted, path values
    strict, a template, without request.query: failed, request.header.missing, request.path.invalid, response.header.missing, request.body.missing, response.body.missing, response.status.invalid-accepted, queries
    strict, a template, without request.headers: failed, request.query.missing, request.path.invalid, response.header.missing, request.body.missing, response.body.missing, response.status.invalid-accepted, request headers
    strict, a template, without request.body: failed, request.query.missing, request.header.missing, request.path.invalid, response.header.missing, response.body.missing, response.status.invalid-accepted, request bodies
    strict, a template, without response.headers: failed, request.query.missing, request.header.missing, request.path.invalid, request.body.missing, response.body.missing, response.status.invalid-accepted, response headers
    strict, a template, without response.body: failed, request.query.missing, request.header.missing, request.path.invalid, response.header.missing, request.body.missing, response.status.invalid-accepted, response bodies
    strict, a value, without : failed, request.header.missing, request.path.invalid, response.header.missing, request.body.missing, response.status.invalid-accepted
    strict, a value, without request.path: failed, request.header.missing, response.header.missing, request.body.missing, response.status.invalid-accepted, path values
    strict, a value, without request.query: failed, request.header.missing, request.path.invalid, response.header.missing, request.body.missing, response.status.invalid-accepted
    strict, a value, without request.headers: failed, request.path.invalid, response.header.missing, request.body.missing, response.status.invalid-accepted, request headers
    strict, a value, without request.body: failed, request.header.missing, request.path.invalid, response.header.missing, response.status.invalid-accepted, request bodies
    strict, a value, without response.headers: failed, request.header.missing, request.path.invalid, request.body.missing, response.status.invalid-accepted, response headers
    strict, a value, without response.body: failed, request.header.missing, request.path.invalid, response.header.missing, request.body.missing, response.status.invalid-accepted, response bodies
    empty, without : passed
    empty, without request.path: passed
    empty, without request.query: passed
    empty, without request.headers: passed
    empty, without request.body: passed
    empty, without response.headers: passed
    empty, without response.body: passed
    empty, with a length, without : failed, response.body.unexpected
    empty, with a length, without request.path: failed, response.body.unexpected
    empty, with a length, without request.query: failed, response.body.unexpected
    empty, with a length, without request.headers: failed, response.body.unexpected
    empty, with a length, without request.body: failed, response.body.unexpected
    empty, with a length, without response.headers: failed, response.body.unexpected
    empty, with a length, without response.body: failed, response.body.unexpected
    empty, with a text, without : failed, response.body.unexpected
    empty, with a text, without request.path: failed, response.body.unexpected
    empty, with a text, without request.query: failed, response.body.unexpected
    empty, with a text, without request.headers: failed, response.body.unexpected
    empty, with a text, without request.body: failed, response.body.unexpected
    empty, with a text, without response.headers: failed, response.body.unexpected
    empty, with a text, without response.body: failed, response.body.unexpected
    open, without : passed
    open, without request.path: passed
    open, without request.query: partial, queries
    open, without request.headers: partial, request headers
    open, without request.body: partial, request bodies
    open, without response.headers: partial, response headers
    open, without response.body: passed
    open, with everything, without : passed
    open, with everything, without request.path: passed
    open, with everything, without request.query: passed
    open, with everything, without request.headers: partial, request headers
    open, with everything, without request.body: partial, request bodies
    open, with everything, without response.headers: passed
    open, with everything, without response.body: passed"
  `);
});
