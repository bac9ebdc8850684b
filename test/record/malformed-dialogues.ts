import {
  type Dialogues,
  formatLost,
  fromClient,
  fromTarget,
  GET,
  get,
  OK,
  ok,
  PASSED,
  post,
  toUnknownHost,
} from "./dialogue-turns.js";

/** Of what ends too soon, and of what cannot be followed: it is passed on all the same. */
export const MALFORMED_DIALOGUES: Dialogues = {
  "a client that says that it is done": [
    [fromClient(GET), ["client", "ends", true], fromTarget(OK), ["target", "ends", true]],
    [PASSED],
  ],
  "a target that ends in the middle": [
    [fromClient(GET), fromTarget(OK.slice(0, -5)), ["target", "ends", true]],
    ["GET /v1/books/7 200 skipped: the recorder noted a failure"],
  ],
  "a target that resets in the middle": [
    [fromClient(GET), fromTarget(OK.slice(0, -5)), ["target", "resets", true]],
    ["GET /v1/books/7 200 skipped: the recorder noted a failure"],
  ],
  "a client that resets before the answer": [
    [fromClient(GET), ["client", "resets", true]],
    [formatLost("the recorder noted a failure: the client broke the connection off")],
  ],
  "a client that resets within its body": [
    [post("Content-Length: 16\r\nX-Key: k\r\n", '{"tit'), ["client", "resets", true]],
    ["POST /v1/books 0 skipped: the recorder noted a failure: the client broke the connection off"],
  ],
  "a target that resets a connection that was used before": [
    [fromClient(GET), fromTarget(OK), fromClient(GET), ["target", "resets", true]],
    [PASSED, formatLost("the recorder noted a failure")],
  ],
  "two lengths, which nobody can follow": [
    [
      toUnknownHost(get("Content-Length: 3\r\nContent-Length: 4")),
      fromClient("abcd"),
      fromTarget(OK),
      toUnknownHost(fromClient(GET)),
      fromTarget(OK),
    ],
    [formatLost("the recorder noted a failure: the head of the request can be read in more than one way")],
  ],
  "a length beside chunks": [
    [toUnknownHost(get("Content-Length: 3\r\nTransfer-Encoding: chunked")), fromClient("0\r\n\r\n"), fromTarget(OK)],
    [formatLost("the recorder noted a failure: the head of the request can be read in more than one way")],
  ],
  "a header that is folded": [
    [toUnknownHost(get("X-Long: a\r\n b")), fromTarget("HTTP/1.1 400 Bad Request\r\nContent-Length: 0\r\n\r\n")],
    ["UNKNOWN / 0 skipped: the recorder noted a failure: the head of the request"],
  ],
  "what is no HTTP at all": [
    [fromClient("\x16\x03\x01 hello\r\n\r\n"), fromTarget("go away"), ["target", "ends", true]],
    ["UNKNOWN / 0 skipped: the recorder noted a failure: the head of the request"],
  ],
  "an answer that is no HTTP": [
    [fromClient(GET), fromTarget("SSH-2.0-server\r\n\r\n"), fromTarget("more")],
    [formatLost("the recorder noted a failure: the head of the answer is not one of HTTP/1.1")],
  ],
  "chunks that are none": [
    [fromClient(GET), ok("Transfer-Encoding: chunked\r\n", "zz\r\nabc")],
    ["GET /v1/books/7 200 skipped: the recorder noted a failure: the body of the answer is not in the chunks"],
  ],
  "an answer to nobody": [
    [fromClient(GET), fromTarget(OK), fromTarget("HTTP/1.1 408 Request Timeout\r\n\r\n")],
    [PASSED],
  ],
};
