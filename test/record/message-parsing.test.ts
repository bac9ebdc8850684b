/** Parsing and framing of HTTP/1.1 messages (RFC 9112). */
import { expect, test } from "vitest";
import { parseProxyTarget } from "../../src/record/index.js";
import { CapturedBody, createMemoryBudget } from "../../src/record/proxy/captured-body.js";
import {
  type Framing,
  findHeadEnd,
  getRequestFraming,
  getResponseFraming,
  parseHead,
  parseRequestLine,
  parseStatusLine,
  replaceHost,
} from "../../src/record/proxy/message-head.js";
import { BodyReader } from "../../src/record/proxy/message-stream.js";
import type { HeaderField } from "../../src/recording/index.js";

const LENGTH = (text: string): HeaderField => ["Content-Length", text];
const CODING = (text: string): HeaderField => ["Transfer-Encoding", text];

test.each<[string, readonly HeaderField[], Framing | undefined, Framing | undefined]>([
  ["nothing", [], { kind: "none" }, { kind: "until-close" }],
  ["a length", [LENGTH("12")], { kind: "length", length: 12 }, { kind: "length", length: 12 }],
  ["no bytes", [LENGTH("0")], ...both({ kind: "length", length: 0 })],
  ["one length twice", [LENGTH("3"), LENGTH("3, 3")], { kind: "length", length: 3 }, { kind: "length", length: 3 }],
  ["two lengths", [LENGTH("3"), LENGTH("4")], undefined, undefined],
  ["a length with a sign", [LENGTH("+3")], undefined, undefined],
  ["a length of 15 digits", [LENGTH("1".repeat(15))], ...both({ kind: "length", length: 111_111_111_111_111 })],
  ["a length of 16 digits", [LENGTH("1".repeat(16))], undefined, undefined],
  ["chunks", [CODING("Chunked")], ...both({ kind: "chunked", hasOtherCodings: false })],
  ["packed chunks", [CODING("gzip"), CODING("chunked")], ...both({ kind: "chunked", hasOtherCodings: true })],
  ["packed, and no chunks", [CODING("chunked, gzip")], undefined, { kind: "until-close" }],
  [
    "chunks and a length",
    [CODING("chunked"), LENGTH("3")],
    undefined,
    // A transfer coding overrides a length (section 6.3). In a request, this can be an attempt of request smuggling.
    { kind: "chunked", hasOtherCodings: false },
  ],
])("the body of a message with %s", (_, headers, request, response) => {
  expect(getRequestFraming(headers)).toEqual(request);
  expect(getResponseFraming({ method: "GET", status: 200, headers })).toEqual(response);
});

function both(framing: Framing): [Framing, Framing] {
  return [framing, framing];
}

test.each([
  ["HEAD", 200, "none"],
  ["GET", 199, "none"],
  ["GET", 200, "length"],
  ["GET", 203, "length"],
  ["GET", 204, "none"],
  ["GET", 205, "length"],
  ["GET", 304, "none"],
  ["GET", 404, "length"],
])("a response to %s with status %i has the body %s", (method, status, kind) => {
  expect(getResponseFraming({ method, status, headers: [LENGTH("3")] })?.kind).toBe(kind);
});

test.each<[string, Framing, string, { state: string; body: string; rest: string; isWholeAtEnd: boolean }]>([
  ["none", { kind: "none" }, "GET", read("complete", "", "GET")],
  ["of a length", { kind: "length", length: 3 }, "abcGET", read("complete", "abc", "GET")],
  ["cut short", { kind: "length", length: 3 }, "ab", read("reading", "ab", "")],
  ["of length 0", { kind: "length", length: 0 }, "GET", read("complete", "", "GET")],
  ["until the end", { kind: "until-close" }, "abc", { ...read("reading", "abc", ""), isWholeAtEnd: true }],
  ["one chunk", chunked(), "3\r\nabc\r\n0\r\n\r\nGET", read("complete", "abc", "GET")],
  [
    "chunks with capitals and extensions",
    chunked(),
    "A ;x=y\r\n0123456789\r\n1\r\nz\r\n0\r\n\r\n",
    read("complete", "0123456789z", ""),
  ],
  ["line ends of one character", chunked(), "1\na\n0\n\nGET", read("complete", "a", "GET")],
  ["a trailer", chunked(), "0\r\nDigest: x\r\n\r\nGET", read("complete", "", "GET")],
  ["without its last line", chunked(), "1\r\na\r\n0\r\n", read("reading", "a", "")],
  ["a size that is none", chunked(), "x\r\nGET", read("invalid", "", "GET")],
  ["a size of 13 digits", chunked(), "0000000000001\r\na", read("invalid", "", "a")],
  ["a chunk longer than its size", chunked(), "1\r\nab\r\nGET", read("invalid", "a", "GET")],
  ["a line of 64 KiB", chunked(), `1;${"x".repeat(65_532)}\r\na`, read("reading", "a", "")],
  ["a longer line", chunked(), `1;${"x".repeat(65_533)}\r\nGET`, read("invalid", "", "GET")],
])("a body that is %s", (_, framing, text, wanted) => {
  const bytes = Buffer.from(text);
  // All bytes at once, then byte by byte.
  for (const step of text.length > 100 ? [bytes.length] : [bytes.length, 1]) {
    let body = "";
    const reader = new BodyReader(framing, (part) => {
      body += part.toString();
    });
    let at = 0;
    while (at < bytes.length && reader.state === "reading") at = reader.read(bytes.subarray(0, at + step), at);
    const { state } = reader;
    expect({ state, body, rest: text.slice(at), isWholeAtEnd: reader.end() }).toEqual(wanted);
  }
});

function chunked(): Framing {
  return { kind: "chunked", hasOtherCodings: false };
}

function read(state: "complete" | "reading" | "invalid", body: string, rest: string) {
  return { state, body, rest, isWholeAtEnd: state === "complete" };
}

test.each([
  ["GET / HTTP/1.1\r\nA: b\r\n\r\nrest", 24],
  // Empty lines before a message are skipped (section 2.2).
  ["\r\n\nGET / HTTP/1.1\r\n\r\n", 21],
  ["GET / HTTP/1.1\r\nA: b\r\n", -1],
  ["GET / HTTP/1.1\nA: b\n\nrest", 21],
  ["GET / HTTP/1.1\nA: b\r\n\nrest", 22],
  ["GET / HTTP/1.1\r\nA: b\r\n\r", -1],
  ["", -1],
])("the end of the head %j is at %i", (text, end) => {
  expect(findHeadEnd(Buffer.from(text))).toBe(end);
});

test.each<[string, readonly HeaderField[] | undefined]>([
  ["\r\nGET / HTTP/1.1\r\n\r\n", []],
  [
    "GET / HTTP/1.1\r\nA:b\r\nX-y: \t c d \t\r\nE:\r\n\r\n",
    [
      ["A", "b"],
      ["X-y", "c d"],
      ["E", ""],
    ],
  ],
  ["GET / HTTP/1.1\r\nB: \xfc\r\n\r\n", [["B", "\xfc"]]],
  ["GET / HTTP/1.1\r\nA : b\r\n\r\n", [["A", "b"]]],
  ["GET / HTTP/1.1\r\nno colon\r\n\r\n", undefined],
  ["GET / HTTP/1.1\r\nA: b \r\n \tfolded\r\n\r\n", [["A", "b folded"]]],
  [
    "GET / HTTP/1.1\nA: b\nC: d\r\n\n",
    [
      ["A", "b"],
      ["C", "d"],
    ],
  ],
  ["GET / HTTP/1.1\r\nA: b\rC: d\r\n\r\n", undefined],
])("the headers of %j", (text, headers) => {
  const head = parseHead(Buffer.from(text, "latin1"));
  expect(head).toEqual(headers && { startLine: "GET / HTTP/1.1", headers });
});

test.each([
  ["GET /a?b=c HTTP/1.1", { method: "GET", target: "/a?b=c" }],
  ["m-search * HTTP/1.0", { method: "m-search", target: "*" }],
  ["GET / HTTP/2.0", undefined],
  ["GET / HTTP/1.2", undefined],
  ["GET  / HTTP/1.1", undefined],
  ["GET / a HTTP/1.1", undefined],
  ["G(T / HTTP/1.1", undefined],
  ["GET / HTTP/1.1 ", undefined],
  [" GET / HTTP/1.1", undefined],
])("the request line %j", (startLine, line) => {
  expect(parseRequestLine({ startLine, headers: [] })).toEqual(line);
});

test.each([
  ["HTTP/1.1 200 OK", 200],
  ["HTTP/1.0 404", 404],
  ["HTTP/1.1 999 ", 999],
  ["HTTP/1.1 099 No", undefined],
  ["HTTP/1.1 2000", undefined],
  ["HTTP/2 200", undefined],
  ["xHTTP/1.1 200 OK", undefined],
  ["HTTP/1.1 200OK", undefined],
])("the status line %j", (startLine, status) => {
  expect(parseStatusLine({ startLine, headers: [] })).toBe(status);
});

test.each([
  ["one Host", "GET / HTTP/1.1\r\nhOST: \told \r\nA: b\r\n\r\n", "GET / HTTP/1.1\r\nhOST: \tnew \r\nA: b\r\n\r\n"],
  ["an empty Host", "GET / HTTP/1.1\r\nHost:\r\n\r\n", "GET / HTTP/1.1\r\nHost:new\r\n\r\n"],
  ["none", "GET /host:a HTTP/1.1\r\nX-Host: b\r\n\r\n", undefined],
  ["two of them", "GET / HTTP/1.1\r\nHost: a\r\nHost: b\r\n\r\n", undefined],
])("a head with %s gets the replaced one", (_, before, after = before) => {
  expect(replaceHost(Buffer.from(before), "new").toString()).toBe(after);
});

const ORIGIN = { host: "a.example", port: 80, authority: "a.example", tls: undefined };

test.each([
  ["http://a.example", { ...ORIGIN, origin: "http://a.example" }],
  ["http://A.example:8080/", { ...ORIGIN, origin: "http://a.example:8080", port: 8080, authority: "a.example:8080" }],
  [
    "https://a.example",
    { ...ORIGIN, origin: "https://a.example", port: 443, tls: { rejectUnauthorized: true, servername: "a.example" } },
  ],
  // IP addresses are not allowed in the server_name extension (RFC 6066, section 3).
  [
    "https://127.0.0.1:1",
    {
      origin: "https://127.0.0.1:1",
      host: "127.0.0.1",
      port: 1,
      authority: "127.0.0.1:1",
      tls: { rejectUnauthorized: true },
    },
  ],
  [
    "https://[fe80::a]",
    {
      origin: "https://[fe80::a]",
      host: "fe80::a",
      port: 443,
      authority: "[fe80::a]",
      tls: { rejectUnauthorized: true },
    },
  ],
  ["a.example", undefined],
  ["ftp://a.example", undefined],
  ["xhttp://a.example", undefined],
  ["http://a.example/v1", undefined],
  ["http://a.example/?b", undefined],
  ["http://a.example/#b", undefined],
  ["http://b@a.example", undefined],
  ["http://:b@a.example", undefined],
])("the target %s", (text, target) => {
  expect(parseProxyTarget(text)).toEqual(target);
  if (target?.tls !== undefined)
    expect(parseProxyTarget(text, { insecure: true })).toEqual({
      ...target,
      tls: { ...target.tls, rejectUnauthorized: false },
    });
});

test("a body is kept while there is memory, and releases it", () => {
  const budget = createMemoryBudget(10);
  const bytes = (count: number): Buffer => Buffer.alloc(count);
  const seen = ({ chunks, size, missingReason }: CapturedBody) => [
    chunks.map(({ length }) => length),
    size,
    missingReason,
  ];
  const [first, second] = [new CapturedBody(6, budget), new CapturedBody(6, budget)];
  first.add(bytes(2));
  first.add(bytes(4));
  expect(seen(first)).toEqual([[2, 4], 6, undefined]);
  second.add(bytes(4));
  second.add(bytes(1));
  expect(seen(second)).toEqual([[], 0, "the memory limit for concurrent bodies was reached"]);
  expect([budget.reserve(5), budget.reserve(4)]).toEqual([false, true]);
  first.add(bytes(1));
  const tooLong = "the body is larger than the limit of 6 bytes";
  expect(seen(first)).toEqual([[], 0, tooLong]);
  // Further bytes change neither the budget nor the reason.
  first.add(bytes(1));
  first.drop("another reason");
  expect(seen(first)).toEqual([[], 0, tooLong]);
  expect([budget.reserve(7), budget.reserve(6)]).toEqual([false, true]);
});
