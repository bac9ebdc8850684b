import { brotliCompressSync, gzipSync } from "node:zlib";
import {
  BOOK,
  type Dialogues,
  fromClient,
  fromTarget,
  GET,
  get,
  OK,
  ok,
  PASSED,
  packed,
  post,
} from "./dialogue-turns.js";

/** Dialogues and the results that the recorder reports for them. All bytes are forwarded unchanged. */
export const DIALOGUES: Dialogues = {
  "a request and its response": [[fromClient(GET), fromTarget(OK)], [PASSED]],
  "one after the other on one connection": [
    [fromClient(GET), fromTarget(OK), fromClient(GET), fromTarget(OK)],
    [PASSED, PASSED],
  ],
  "names of headers in odd cases": [[get("x-OdD: 1\r\nACCEPT: */*"), fromTarget(OK)], [PASSED]],
  "the same header twice": [[get("Accept: a/b\r\nAccept: c/d"), fromTarget(OK)], [PASSED]],
  "headers without a space, and with more": [
    [get("Accept:*/*\r\nAccept-Language:  \ten \t"), fromTarget(OK)],
    [PASSED],
  ],
  "a header without a value": [[get("Accept:"), fromTarget(OK)], [PASSED]],
  "a header with letters of Latin-1": [[get("From: J\u00f6rg"), fromTarget(OK)], [PASSED]],
  "a Host in another case": [[fromClient(GET.replace("Host: ", "hOST:\t")), fromTarget(OK)], [PASSED]],
  "no Host at all": [[fromClient("GET /v1/books/7 HTTP/1.0\r\nX-Key: k\r\n\r\n"), fromTarget(OK)], [PASSED]],
  "an empty line before a request": [[fromClient(`\r\n${GET}`), fromTarget(OK)], [PASSED]],
  "paths as they are written": [
    [
      fromClient(GET.replace("books/7", "a%2Cb//c/../d/./%7e?q=a+b&&q=%20")),
      fromTarget(OK.replace("200 OK", "404 Not Found")),
    ],
    ["GET /v1/a%2Cb//c/../d/./%7e?q=a+b&&q=%20 404 skipped: not in the spec, rejected with 404"],
  ],
  "a query with a question mark and no more": [
    [fromClient(GET.replace("books/7", "books/7?")), fromTarget(OK)],
    ["GET /v1/books/7? 200 passed"],
  ],
  "a method in lower case": [[fromClient(GET.replace("GET", "get")), fromTarget(OK)], [PASSED]],
  "a response without a reason phrase": [[fromClient(GET), fromTarget(OK.replace(" OK", " "))], [PASSED]],
  "a response with another reason phrase": [[fromClient(GET), fromTarget(OK.replace("OK", "all is well"))], [PASSED]],
  "a response of HTTP/1.0 until the connection ends": [
    [
      fromClient(GET),
      fromTarget(`HTTP/1.0 200 OK\r\nContent-Type: application/json\r\n\r\n${BOOK}`),
      ["target", "ends", true],
    ],
    [PASSED],
  ],
  "a response in pieces": [
    [fromClient(GET), ...[OK.slice(0, 9), OK.slice(9, 40), OK.slice(40, -5), OK.slice(-5)].map(fromTarget)],
    [PASSED],
  ],
  "a head that names its host last": [
    [fromClient("GET /v1/books/7 HTTP/1.1\r\nX-Key: k\r\nHost:{host}\r\n\r\n"), fromTarget(OK)],
    [PASSED],
  ],
  "a response in chunks": [
    [
      fromClient(GET),
      ok("Transfer-Encoding: chunked\r\n", `9\r\n${BOOK.slice(0, 9)}\r\nE\r\n${BOOK.slice(9)}\r\n0\r\n\r\n`),
    ],
    [PASSED],
  ],
  "chunks with extensions, zeros and capitals": [
    [
      fromClient(GET),
      ok(
        "TRANSFER-encoding:  Chunked \r\n",
        `0009;a=b;c="d;e"\r\n${BOOK.slice(0, 9)}\r\n00e ; x\r\n${BOOK.slice(9)}\r\n000\r\n\r\n`,
      ),
    ],
    [PASSED],
  ],
  "trailers behind chunks": [
    [
      fromClient(GET),
      ok("Trailer: Digest\r\nTransfer-Encoding: chunked\r\n", `17\r\n${BOOK}\r\n0\r\nDigest: abc\r\nX: \r\n\r\n`),
      fromClient(GET),
      fromTarget(OK),
    ],
    [PASSED, PASSED],
  ],
  "chunks cut everywhere": [
    [
      fromClient(GET),
      ok("Transfer-Encoding: chunked\r\n", "1"),
      ...["7", "\r", "\n", BOOK, "\r", "\n0", "\r\n\r", "\n"].map(fromTarget),
    ],
    [PASSED],
  ],
  "a body that is gzip": [[fromClient(GET), packed("gzip", gzipSync(BOOK))], [PASSED]],
  "a body that is Brotli": [[fromClient(GET), packed("br", brotliCompressSync(BOOK))], [PASSED]],
  "a body that is no gzip though it says so": [
    [fromClient(GET), packed("gzip", Buffer.from([0xff, 0xfe, 0x00, 0x80]))],
    ["GET /v1/books/7 200 partial: response body: the body is not valid gzip, but its Content-Encoding is gzip"],
  ],
  "a HEAD whose response has a length": [
    [fromClient(GET.replace("GET", "HEAD")), fromTarget(OK.replace(BOOK, "")), fromClient(GET), fromTarget(OK)],
    ["HEAD /v1/books/7 200 passed", PASSED],
  ],
  "a 204 with a length of nothing": [
    [
      fromClient("DELETE /v1/books/7 HTTP/1.1\r\nHost: {host}\r\nX-Key: k\r\n\r\n"),
      fromTarget("HTTP/1.1 204 No Content\r\nContent-Length: 0\r\n\r\n"),
      fromClient(GET),
      fromTarget(OK),
    ],
    ["DELETE /v1/books/7 204 passed", PASSED],
  ],
  "a 304 with the length of what it stands for": [
    [
      get('If-None-Match: "a"'),
      fromTarget('HTTP/1.1 304 Not Modified\r\nETag: "a"\r\nContent-Length: 23\r\n\r\n'),
      fromClient(GET),
      fromTarget(OK),
    ],
    ["GET /v1/books/7 304 passed", PASSED],
  ],
  "requests before their responses": [
    [
      fromClient(GET + GET.replace("books/7", "books/8") + GET),
      fromTarget(OK),
      fromTarget(OK.replace(":7", ":8")),
      fromTarget(OK),
    ],
    [PASSED, "GET /v1/books/8 200 passed", PASSED],
  ],
  "responses to several requests at once": [
    [fromClient(GET + GET), fromTarget(OK + OK)],
    [PASSED, PASSED],
  ],
  "a body that waits to be asked for": [
    [
      post("Content-Length: 16\r\nX-Key: k\r\nExpect: 100-continue\r\n", ""),
      fromTarget("HTTP/1.1 100 Continue\r\n\r\n"),
      fromClient('{"title":"Emma"}'),
      fromTarget("HTTP/1.1 201 Created\r\nLocation: /v1/books/7\r\nContent-Length: 0\r\n\r\n"),
    ],
    ["POST /v1/books 201"],
  ],
  "a body that waits and is not wanted": [
    [
      post("Content-Length: 16\r\nX-Key: k\r\nExpect: 100-continue\r\n", ""),
      fromTarget("HTTP/1.1 401 Unauthorized\r\nContent-Length: 0\r\n\r\n"),
      ["target", "ends", true],
    ],
    ["POST /v1/books 401"],
  ],
  "hints before a response": [
    [
      fromClient(GET),
      fromTarget("HTTP/1.1 103 Early Hints\r\nLink: </a>; rel=preload\r\n\r\n"),
      fromTarget("HTTP/1.1 102 Processing\r\n\r\n"),
      fromTarget(OK),
    ],
    [PASSED],
  ],
  "a request in chunks with trailers": [
    [
      post("X-Key: k\r\nTransfer-Encoding: chunked\r\n", '5;q\r\n{"tit\r\nB\r\nle":"Emma"}\r\n0\r\nX-Sum: 1\r\n\r\n'),
      fromTarget("HTTP/1.1 201 Created\r\nLocation: /v1/books/7\r\nContent-Length: 0\r\n\r\n"),
    ],
    ["POST /v1/books 201"],
  ],
  "two requests with bodies at once": [
    [fromClient(`${GET.replace("\r\n\r\n", "\r\nContent-Length: 3\r\n\r\nabc")}${GET}`), fromTarget(OK + OK)],
    ["GET /v1/books/7 200", PASSED],
  ],
  "a WebSocket": [
    [
      get("Connection: Upgrade\r\nUpgrade: websocket"),
      fromTarget("HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n\r\n\x81\x02hi"),
      ["client", Buffer.from([0x81, 0x85, 1, 2, 3, 4, 0x0d, 0x0a, 0x0d, 0x0a, 0])],
      ["target", Buffer.from([0x88, 0x00])],
      ["client", "ends", true],
    ],
    ["GET /v1/books/7 101 skipped: the recorder reported an error: the connection switched protocols (status 101)"],
  ],
  "an upgrade that is not wanted": [
    [get("Connection: Upgrade\r\nUpgrade: h2c"), fromTarget(OK), fromClient(GET), fromTarget(OK)],
    [PASSED, PASSED],
  ],
  "a response to OPTIONS *": [
    [fromClient("OPTIONS * HTTP/1.1\r\nHost: {host}\r\n\r\n"), fromTarget("HTTP/1.1 204 No Content\r\n\r\n")],
    ["OPTIONS /* 204 skipped: http://127.0.0.1:"],
  ],
};
