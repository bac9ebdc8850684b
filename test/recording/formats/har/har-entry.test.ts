import { expect, test } from "vitest";
import { type Edit, readEdited } from "./read-edited.js";

const failures: readonly { name: string; edit: Edit; entry?: Edit; request?: Edit; incomplete: string | undefined }[] =
  [
    { name: "an answer", edit: {}, incomplete: undefined },
    { name: "an empty note", edit: { _error: null }, incomplete: undefined },
    { name: "status 0", edit: { status: 0 }, incomplete: "no response was recorded (status 0)" },
    { name: "status -1", edit: { status: -1 }, incomplete: "no response was recorded (status 0)" },
    {
      name: "an aborted response",
      edit: { _error: "net::ERR_ABORTED" },
      incomplete: "the recorder reported an error: net::ERR_ABORTED",
    },
    {
      name: "a response of Chromium without content",
      edit: { status: 204, _error: "net::ERR_ABORTED" },
      incomplete: undefined,
    },
    {
      name: "a response of Chromium to HEAD",
      edit: { _error: "net::ERR_ABORTED" },
      request: { method: "HEAD" },
      incomplete: undefined,
    },
    {
      name: "a response without content that was not received",
      edit: { status: 204, _error: "net::ERR_FAILED" },
      incomplete: "the recorder reported an error: net::ERR_FAILED",
    },
    {
      name: "a blocked answer",
      edit: { status: 0, _failureText: "blocked" },
      incomplete: "the recorder reported an error: blocked",
    },
    {
      name: "a request that an extension blocked",
      edit: { status: 0, _error: "net::ERR_BLOCKED_BY_CLIENT" },
      incomplete: "the recorder reported an error: net::ERR_BLOCKED_BY_CLIENT",
    },
    {
      name: "an empty response in Chromium",
      edit: { status: 0, _error: "net::ERR_EMPTY_RESPONSE" },
      incomplete: "no complete response was recorded: net::ERR_EMPTY_RESPONSE",
    },
    {
      name: "a response that Firefox received in part",
      edit: { _error: "NS_ERROR_NET_PARTIAL_TRANSFER" },
      incomplete: "no complete response was recorded: NS_ERROR_NET_PARTIAL_TRANSFER",
    },
    {
      name: "a connection that was reset in Node.js",
      edit: { status: 0 },
      entry: { _error: "read ECONNRESET" },
      incomplete: "no complete response was recorded: read ECONNRESET",
    },
    {
      name: "no response",
      edit: {},
      entry: { response: undefined },
      incomplete: "no response was recorded (status 0)",
    },
    { name: "a null response", edit: {}, entry: { response: null }, incomplete: "no response was recorded (status 0)" },
    { name: "a failed entry", edit: {}, entry: { _error: {} }, incomplete: "the recorder reported an error" },
  ];

for (const { name, edit, entry, request = {}, incomplete } of failures) {
  test(`an entry with ${name} is ${incomplete === undefined ? "complete" : "incomplete"}`, () => {
    expect(readEdited(request, edit, entry).incomplete).toBe(incomplete);
  });
}

test.each([
  ["data:image/gif;base64,R0lGODlh", "the URL scheme is data, not http or https"],
  ["blob:https://host.example/5c1f", "the URL scheme is blob, not http or https"],
  ["chrome-extension://abc/a.js", "the URL scheme is chrome-extension, not http or https"],
  ["about:blank", "the URL scheme is about, not http or https"],
  ["wss://host.example/socket", "a WebSocket connection, not a request with one response"],
  ["HTTPS://host.example/a", undefined],
])("an entry of %s", (url, incomplete) => {
  const isSkipped = incomplete !== undefined;
  const { response, ...rest } = readEdited({ url, method: isSkipped ? "" : "GET" }, isSkipped ? { status: 1 } : {});
  expect([rest.incomplete, response.status]).toEqual([incomplete, isSkipped ? 0 : 200]);
});

const TYPE = ["Content-Type", "application/json"];
const mediaTypes: readonly { name: string; request?: Edit; response?: Edit; fields: [unknown[], unknown[]] }[] = [
  { name: "of a response", response: { content: { text: "{}", mimeType: TYPE[1] } }, fields: [[], [TYPE]] },
  {
    name: "of a response without headers",
    response: { headers: null, content: { text: "{}", mimeType: TYPE[1] } },
    fields: [[], [TYPE]],
  },
  {
    name: "of a response with another header",
    response: { headers: [{ name: "content-type", value: "a/b" }], content: { text: "{}", mimeType: TYPE[1] } },
    fields: [[], [["content-type", "a/b"]]],
  },
  { name: "of a response without body", response: { content: { size: 0, mimeType: TYPE[1] } }, fields: [[], []] },
  {
    name: "that the browser does not know",
    response: { content: { text: "{}", mimeType: "x-unknown" } },
    fields: [[], []],
  },
  { name: "of a request", request: { postData: { text: "{}", mimeType: TYPE[1] } }, fields: [[TYPE], []] },
  {
    name: "of a request without headers",
    request: { headers: undefined, postData: { text: "{}", mimeType: TYPE[1] } },
    fields: [[TYPE], []],
  },
  {
    name: "of multipart parameters without boundary",
    request: { postData: { params: [{ name: "a", value: "1" }], mimeType: "multipart/form-data" } },
    fields: [[["Content-Type", "multipart/form-data; boundary=form-params-of-the-recording"]], []],
  },
  {
    name: "of multipart text, with the boundary that the header lacks",
    request: {
      headers: [{ name: "Content-Type", value: "Multipart/form-data" }],
      postData: { text: "--x--", mimeType: "multipart/form-data; boundary=x" },
    },
    fields: [[["Content-Type", "multipart/form-data; boundary=x"]], []],
  },
  {
    name: "of multipart text, without the boundary that the header has",
    request: {
      headers: [{ name: "Content-Type", value: "multipart/form-data; boundary=y" }],
      postData: { text: "--y--", mimeType: "multipart/form-data; boundary=x" },
    },
    fields: [[["Content-Type", "multipart/form-data; boundary=y"]], []],
  },
];

for (const { name, request, response, fields } of mediaTypes) {
  test(`the media type ${name}`, () => {
    const { request: sent, response: received } = readEdited(request, response);
    expect([sent.headers, received.headers]).toEqual(fields);
  });
}

test("cookies of a response that a HAR holds beside the headers", () => {
  const cookies = [
    { name: "a", value: "b", path: "/", httpOnly: true, secure: false },
    { name: "c", value: "d" },
  ];
  const { response, origin } = readEdited({}, { cookies });
  expect(response.headers).toEqual([
    ["Set-Cookie", "a=b; Path=/; HttpOnly"],
    ["Set-Cookie", "c=d"],
  ]);
  expect(origin.headerPointers?.response).toEqual(["1/cookies", "1/cookies"]);
  const headers = [{ name: "set-cookie", value: "e=f" }];
  expect(readEdited({}, { cookies, headers }).response.headers).toEqual([["set-cookie", "e=f"]]);
});

test("a message without a list of headers has no headers, and a note", () => {
  const { request, response, notLogged } = readEdited({ headers: undefined }, { headers: null });
  expect([request.headers, response.headers]).toEqual([[], []]);
  expect(notLogged).toEqual(["request.headers", "response.headers"]);
  expect(readEdited().notLogged).toBeUndefined();
});

test("method, headers and origin are copied", () => {
  const headers = [
    { name: ":authority", value: "host.example" },
    { name: "X-A", value: "1" },
    { name: "x-a", value: "2" },
  ];
  expect(readEdited({ method: "patch", headers, url: "https://Host.example/%7e?a=%2F" })).toMatchObject({
    request: {
      method: "PATCH",
      url: "https://Host.example/%7e?a=%2F",
      headers: [
        ["X-A", "1"],
        ["x-a", "2"],
      ],
    },
    origin: {
      source: "f.har",
      index: 4,
      pointer: "/log/entries/4",
      startedAt: "2026-11-20T10:00:00.000Z",
      parts: { "request.body": "/request", "response.body": "/response/content/text" },
    },
  });
});
