import { asked, type Dialogues, GET, get, lost, OK, ok, PASSED, post, said, unread } from "./turns.js";

/** Of what ends too soon, and of what cannot be followed: it is passed on all the same. */
export const ODD_DIALOGUES: Dialogues = {
  "a client that says that it is done": [
    [asked(GET), ["client", "ends", true], said(OK), ["target", "ends", true]],
    [PASSED],
  ],
  "a target that ends in the middle": [
    [asked(GET), said(OK.slice(0, -5)), ["target", "ends", true]],
    ["GET /v1/books/7 200 skipped: the recorder noted a failure"],
  ],
  "a target that resets in the middle": [
    [asked(GET), said(OK.slice(0, -5)), ["target", "resets", true]],
    ["GET /v1/books/7 200 skipped: the recorder noted a failure"],
  ],
  "a client that resets before the answer": [
    [asked(GET), ["client", "resets", true]],
    [lost("the recorder noted a failure: the client broke the connection off")],
  ],
  "a client that resets within its body": [
    [post("Content-Length: 16\r\nX-Key: k\r\n", '{"tit'), ["client", "resets", true]],
    ["POST /v1/books 0 skipped: the recorder noted a failure: the client broke the connection off"],
  ],
  "a target that resets a connection that was used before": [
    [asked(GET), said(OK), asked(GET), ["target", "resets", true]],
    [PASSED, lost("the recorder noted a failure")],
  ],
  "two lengths, which nobody can follow": [
    [unread(get("Content-Length: 3\r\nContent-Length: 4")), asked("abcd"), said(OK), unread(asked(GET)), said(OK)],
    [lost("the recorder noted a failure: the head of the request can be read in more than one way")],
  ],
  "a length beside chunks": [
    [unread(get("Content-Length: 3\r\nTransfer-Encoding: chunked")), asked("0\r\n\r\n"), said(OK)],
    [lost("the recorder noted a failure: the head of the request can be read in more than one way")],
  ],
  "a header that is folded": [
    [unread(get("X-Long: a\r\n b")), said("HTTP/1.1 400 Bad Request\r\nContent-Length: 0\r\n\r\n")],
    ["UNKNOWN / 0 skipped: the recorder noted a failure: the head of the request"],
  ],
  "what is no HTTP at all": [
    [asked("\x16\x03\x01 hello\r\n\r\n"), said("go away"), ["target", "ends", true]],
    ["UNKNOWN / 0 skipped: the recorder noted a failure: the head of the request"],
  ],
  "an answer that is no HTTP": [
    [asked(GET), said("SSH-2.0-server\r\n\r\n"), said("more")],
    [lost("the recorder noted a failure: the head of the answer is not one of HTTP/1.1")],
  ],
  "chunks that are none": [
    [asked(GET), ok("Transfer-Encoding: chunked\r\n", "zz\r\nabc")],
    ["GET /v1/books/7 200 skipped: the recorder noted a failure: the body of the answer is not in the chunks"],
  ],
  "an answer to nobody": [[asked(GET), said(OK), said("HTTP/1.1 408 Request Timeout\r\n\r\n")], [PASSED]],
};
