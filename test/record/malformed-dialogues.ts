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

/** Dialogues with aborted or malformed messages. All bytes are forwarded nevertheless. */
export const MALFORMED_DIALOGUES: Dialogues = {
  "a client that says that it is done": [
    [fromClient(GET), ["client", "ends", true], fromTarget(OK), ["target", "ends", true]],
    [PASSED],
  ],
  "a target that ends in the middle": [
    [fromClient(GET), fromTarget(OK.slice(0, -5)), ["target", "ends", true]],
    ["GET /v1/books/7 200 partial: no complete response was recorded: the target closed the connection"],
  ],
  "a target that resets in the middle": [
    [fromClient(GET), fromTarget(OK.slice(0, -5)), ["target", "resets", true]],
    ["GET /v1/books/7 200 partial: no complete response was recorded: no response from"],
  ],
  "a client that resets before the response": [
    [fromClient(GET), ["client", "resets", true]],
    [formatLost("the recorder reported an error: the client reset the connection")],
  ],
  "a client that resets within its body": [
    [post("Content-Length: 16\r\nX-Key: k\r\n", '{"tit'), ["client", "resets", true]],
    ["POST /v1/books 0 skipped: the recorder reported an error: the client reset the connection"],
  ],
  "a target that resets a connection that was used before": [
    [fromClient(GET), fromTarget(OK), fromClient(GET), ["target", "resets", true]],
    [PASSED, formatLost("no complete response was recorded: no response from")],
  ],
  "two different lengths": [
    [
      toUnknownHost(get("Content-Length: 3\r\nContent-Length: 4")),
      fromClient("abcd"),
      fromTarget(OK),
      toUnknownHost(fromClient(GET)),
      fromTarget(OK),
    ],
    [formatLost("no complete response was recorded: the request head is invalid or ambiguous")],
  ],
  "a length beside chunks": [
    [toUnknownHost(get("Content-Length: 3\r\nTransfer-Encoding: chunked")), fromClient("0\r\n\r\n"), fromTarget(OK)],
    [formatLost("no complete response was recorded: the request head is invalid or ambiguous")],
  ],
  "what is no HTTP at all": [
    [fromClient("\x16\x03\x01 hello\r\n\r\n"), fromTarget("go away"), ["target", "ends", true]],
    ["UNKNOWN / 0 partial: no complete response was recorded: the request head"],
  ],
  "a response that is not HTTP": [
    [fromClient(GET), fromTarget("SSH-2.0-server\r\n\r\n"), fromTarget("more")],
    [formatLost("no complete response was recorded: the response head is not valid HTTP/1.1")],
  ],
  "chunks that are none": [
    [fromClient(GET), ok("Transfer-Encoding: chunked\r\n", "zz\r\nabc")],
    [
      "GET /v1/books/7 200 partial: no complete response was recorded: the response body has an invalid chunked encoding",
    ],
  ],
  "a response without a request": [
    [fromClient(GET), fromTarget(OK), fromTarget("HTTP/1.1 408 Request Timeout\r\n\r\n")],
    [PASSED],
  ],
};
