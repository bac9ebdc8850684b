/** What is captured of messages of node:http, from objects that record how they were called. */
import { expect, test } from "vitest";
import {
  type CapturedExchange,
  captureServerExchange,
  createBodyCollector,
  createCapturedOrigin,
} from "../../../src/recording/capture/server-exchange.js";

type Call = readonly [name: string, ...args: unknown[]];
type Chunks = readonly (readonly unknown[])[];

const text = (value: string): Uint8Array => new TextEncoder().encode(value);

/** Passes chunks through a captured request and response, and returns what is captured and what each object was called with. */
function capture(
  { pushed, written, ended }: { pushed: Chunks; written: Chunks; ended: readonly unknown[] },
  maxBody: number | undefined,
  named: { method?: string; url?: string } = {},
) {
  const calls: Call[] = [];
  const exchanges: CapturedExchange[] = [];
  const request = {
    ...named,
    rawHeaders: ["Host", "a.example", "X-A", "1", "X-A", "2", "Content-Length", "3", "X-Cut"],
    push(...args: unknown[]): boolean {
      calls.push(["push", this === request, ...args]);
      return args[0] !== null;
    },
  };
  const response = {
    statusCode: 201,
    getHeaders: () => ({ "content-length": 5, "set-cookie": ["a=1", "b=2"], etag: '"1"', gone: undefined }),
    write(...args: unknown[]): boolean {
      calls.push(["write", this === response, ...args]);
      return args[0] === "full";
    },
    end(...args: unknown[]): unknown {
      calls.push(["end", this === response, exchanges.length, ...args]);
      return "ended";
    },
  };
  const options = { origin: "http://127.0.0.1:8080", ...(maxBody === undefined ? {} : { maxBody }) };
  captureServerExchange({ request, response }, options, (exchange) => exchanges.push(exchange));
  const push: (...args: unknown[]) => boolean = request.push;
  const results: unknown[] = pushed.map((args) => push(...args));
  for (const args of written) results.push(response.write(...args));
  results.push(response.end(...ended));
  return { calls, results, exchanges };
}

test("an exchange has the headers, the status and the bytes of both bodies, and each call is passed on", () => {
  const messages = {
    pushed: [[text("ab")], [text("c")], [null], ["skipped"]],
    written: [["full"], ["w6k=", "base64"], [text("!"), () => undefined], [7]],
    ended: ["é", () => undefined],
  };
  const { calls, results, exchanges } = capture(messages, undefined, { method: "PUT", url: "/a?b=1" });
  expect(exchanges).toEqual([
    {
      request: {
        method: "PUT",
        url: "http://127.0.0.1:8080/a?b=1",
        headers: [
          ["Host", "a.example"],
          ["X-A", "1"],
          ["X-A", "2"],
          ["Content-Length", "3"],
        ],
        body: { kind: "bytes", bytes: Buffer.from("abc") },
      },
      response: {
        status: 201,
        headers: [
          ["content-length", "5"],
          ["set-cookie", "a=1"],
          ["set-cookie", "b=2"],
          ["etag", '"1"'],
        ],
        body: { kind: "bytes", bytes: Buffer.from("fullé!é") },
      },
    },
  ]);
  expect(results).toEqual([true, true, false, true, true, false, false, false, "ended"]);
  expect(calls).toEqual([
    ...messages.pushed.map((args) => ["push", true, ...args]),
    ...messages.written.map((args) => ["write", true, ...args]),
    ["end", true, 0, ...messages.ended],
  ]);
});

test("a message without a method, a URL and bodies", () => {
  const { exchanges, results } = capture({ pushed: [], written: [], ended: [] }, undefined);
  expect(exchanges).toMatchObject([
    {
      request: { method: "GET", url: "http://127.0.0.1:8080/", body: { kind: "none" } },
      response: { body: { kind: "none" } },
    },
  ]);
  expect(results).toEqual(["ended"]);
});

test("a body beyond the limit is missing, also after it was dropped", () => {
  const { exchanges } = capture(
    { pushed: [[text("abc")]], written: [[text("abc")], [text("d")], [text("e")]], ended: [] },
    3,
  );
  expect(exchanges.map(({ request, response }) => [request.body, response.body])).toEqual([
    [
      { kind: "bytes", bytes: Buffer.from("abc") },
      { kind: "missing", reason: "the body is larger than 3 bytes" },
    ],
  ]);
});

test("a pushed chunk is copied, since the connection reuses its memory", () => {
  const chunk = text("ab");
  const pushed: unknown[] = [chunk];
  const exchanges: CapturedExchange[] = [];
  const request = { rawHeaders: ["Content-Length", "2"], push: () => true };
  const response = { statusCode: 200, getHeaders: () => ({}), write: () => true, end: () => undefined };
  captureServerExchange({ request, response }, { origin: "http://a.example" }, (it) => exchanges.push(it));
  const push: (...args: unknown[]) => boolean = request.push;
  push(...pushed);
  chunk.fill(0);
  response.end();
  expect(exchanges[0]?.request.body).toEqual({ kind: "bytes", bytes: Buffer.from("ab") });
});

test("a collector without a limit keeps all chunks in order", () => {
  const body = createBodyCollector();
  for (const part of ["a", "", "bc"]) body.add(text(part));
  expect(body.finish()).toEqual({ kind: "bytes", bytes: Buffer.from("abc") });
});

test("the place of a captured exchange", () => {
  expect(createCapturedOrigin("live", 3)).toEqual({
    source: "live",
    index: 3,
    pointer: "",
    parts: {
      "request.method": "/request/method",
      "request.url": "/request/url",
      "request.headers": "/request/headers",
      "request.body": "/request/body",
      "response.status": "/response/status",
      "response.headers": "/response/headers",
      "response.body": "/response/body",
    },
  });
});
