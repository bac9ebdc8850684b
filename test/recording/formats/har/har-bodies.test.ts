import { expect, test } from "vitest";
import { readHarEntry } from "../../../../src/recording/formats/har/har-entry.js";
import type { Exchange, RecordedBody } from "../../../../src/recording/index.js";

type Edit = { readonly [name: string]: unknown };
const json = [{ name: "content-type", value: "application/json" }];

const responses: readonly { name: string; edit?: Edit; request?: Edit; body: RecordedBody | "unknown" }[] = [
  { name: "text", edit: { content: { size: 2, text: "{}" } }, body: { kind: "text", text: "{}" } },
  {
    name: "text with an encoding that says plain",
    edit: { content: { text: "{}", encoding: "utf-8" } },
    body: { kind: "text", text: "{}" },
  },
  {
    name: "base64",
    edit: { content: { text: "e30=", encoding: "base64" } },
    body: { kind: "bytes", bytes: Buffer.from("{}") },
  },
  {
    name: "base64 in lines",
    edit: { content: { text: "e3\r\n0", encoding: "BASE64" } },
    body: { kind: "bytes", bytes: Buffer.from("{}") },
  },
  { name: "no text and size 0", edit: { content: { size: 0 } }, body: { kind: "none" } },
  { name: "no text and bodySize 0", edit: { content: {}, bodySize: 0 }, body: { kind: "none" } },
  {
    name: "no text and Content-Length 0",
    edit: { content: { size: -1 }, headers: [{ name: "content-length", value: "0" }] },
    body: { kind: "none" },
  },
  { name: "no text for 204", edit: { status: 204, content: null }, body: { kind: "none" } },
  { name: "no text for 304", edit: { status: 304, content: { size: 12 } }, body: { kind: "none" } },
  { name: "no text for HEAD", edit: { content: { size: 12 } }, request: { method: "head" }, body: { kind: "none" } },
  { name: "text for 304", edit: { status: 304, content: { size: 1, text: "x" } }, body: { kind: "text", text: "x" } },
  {
    name: "text for 304 of which fewer bytes came",
    edit: { status: 304, bodySize: 1, content: { size: 2, text: "{}" } },
    body: { kind: "none" },
  },
  {
    name: "text for 304 of an unknown origin",
    edit: { status: 304, bodySize: -1, content: { size: 2, text: "{}" } },
    body: { kind: "none" },
  },
  {
    name: "no text but a size",
    edit: { content: { size: 12 } },
    body: { kind: "missing", reason: "the body of 12 bytes is not recorded" },
  },
  {
    name: "empty text but a size",
    edit: { content: { size: 12, text: "" } },
    body: { kind: "missing", reason: "the body of 12 bytes is not recorded" },
  },
  {
    name: "no text but a bodySize",
    edit: { content: {}, bodySize: 9 },
    body: { kind: "missing", reason: "the body of 9 bytes is not recorded" },
  },
  {
    name: "nothing known",
    edit: { content: {} },
    body: "unknown",
  },
  {
    name: "null content",
    edit: { content: null },
    body: "unknown",
  },
  {
    name: "absent content",
    edit: { content: undefined },
    body: "unknown",
  },
  {
    name: "no text and the size of headers, as in Firefox",
    edit: { content: { size: 0, text: "" }, bodySize: 163 },
    body: "unknown",
  },
  {
    name: "no text and the size of the last chunk",
    edit: { content: { size: 0, text: "" }, bodySize: 5 },
    body: { kind: "none" },
  },
  {
    name: "no text, the size of headers and Content-Length 0",
    edit: { content: { size: 0 }, bodySize: 154, headers: [{ name: "Content-Length", value: "0" }] },
    body: { kind: "none" },
  },
  {
    name: "size 0 but a Content-Length",
    edit: { content: { size: 0, text: "" }, bodySize: 0, headers: [{ name: "Content-Length", value: "8" }] },
    body: { kind: "missing", reason: "the body of 8 bytes is not recorded" },
  },
  {
    name: "a redirect and a type",
    edit: { status: 302, content: { size: 0 }, bodySize: 0, headers: [{ name: "Content-Type", value: "text/html" }] },
    body: "unknown",
  },
  {
    name: "a redirect without a type",
    edit: { status: 302, content: { size: 0 }, bodySize: 0 },
    body: { kind: "none" },
  },
  {
    name: "the size of headers for 304, as in Firefox",
    edit: { status: 304, bodySize: 173, content: { size: 2, text: "{}" } },
    body: { kind: "none" },
  },
  {
    name: "JSON that Firefox filled up",
    edit: { headers: json, content: { size: 9, text: '{"a":"b\0\0' } },
    body: { kind: "missing", reason: "the text is truncated: 7 of 9 bytes are recorded" },
  },
  {
    name: "wrong JSON that ends with null characters",
    edit: { headers: json, content: { size: 9, text: '{"a":b}\0\0' } },
    body: { kind: "text", text: '{"a":b}\0\0' },
  },
  {
    name: "a body in another file",
    edit: { content: { size: 9, _file: "ab12.json" } },
    body: { kind: "missing", reason: "the body is in another file, ab12.json", isUnreadable: true },
  },
  {
    name: "JSON that was cut off",
    edit: { headers: json, content: { size: 9, text: '{"a":"b' } },
    body: { kind: "missing", reason: "the text is truncated: 7 of 9 bytes are recorded" },
  },
  {
    name: "JSON that stops early by itself",
    edit: { headers: json, content: { size: 7, text: '{"a":"b' } },
    body: { kind: "text", text: '{"a":"b' },
  },
  {
    name: "JSON that is wrong and short",
    edit: { headers: json, content: { size: 99, text: '{"a":b' } },
    body: { kind: "text", text: '{"a":b' },
  },
  {
    name: "whole JSON with a larger size",
    edit: { headers: json, content: { size: 99, text: "{}" } },
    body: { kind: "text", text: "{}" },
  },
  {
    name: "short text that is no JSON",
    edit: { content: { size: 99, text: "[", mimeType: "text/plain" } },
    body: { kind: "text", text: "[" },
  },
];

for (const { name, edit, request, body } of responses) {
  test(`a response with ${name} has the recorded body`, () => {
    const { response, notLogged = [] } = read(request, edit);
    expect(notLogged.includes("response.body") && response.body.kind === "none").toBe(body === "unknown");
    if (body !== "unknown") expect(response.body).toEqual(body);
    expect(JSON.stringify(read(request, edit))).toMatchSnapshot();
  });
}

const formType = "application/x-www-form-urlencoded";
const FORM = '--x\r\nContent-Disposition: form-data; name="a"; filename="b"\r\n\r\n\r\n--x--\r\n';
const form = (length: number): object[] => [
  { name: "Content-Type", value: "multipart/form-data; boundary=x" },
  { name: "Content-Length", value: String(length) },
];
const requests: readonly { name: string; edit: Edit; body: RecordedBody | "unknown" }[] = [
  { name: "no postData", edit: {}, body: { kind: "none" } },
  { name: "null postData", edit: { postData: null, bodySize: 0 }, body: { kind: "none" } },
  { name: "no postData and an unknown size", edit: { bodySize: -1 }, body: { kind: "none" } },
  {
    name: "no postData and an unknown size, but a Content-Length",
    edit: { bodySize: -1, headers: [{ name: "Content-Length", value: "7" }] },
    body: { kind: "missing", reason: "the body of 7 bytes is not recorded" },
  },
  {
    name: "no postData and a Content-Length of nothing, written as a number",
    edit: { bodySize: -1, headers: [{ name: "Content-Length", value: 0 }] },
    body: { kind: "none" },
  },
  {
    name: "no postData and size 0, but a Content-Length",
    edit: { bodySize: 0, headers: [{ name: "Content-Length", value: "292" }] },
    body: { kind: "missing", reason: "the body of 292 bytes is not recorded" },
  },
  {
    name: "no postData and a type over HTTP/2",
    edit: { httpVersion: "http/2.0", bodySize: 0, headers: json },
    body: "unknown",
  },
  {
    name: "no postData and a type over HTTP/1.1",
    edit: { httpVersion: "HTTP/1.1", headers: json },
    body: { kind: "none" },
  },
  {
    name: "no postData and a type over HTTP/2, with a Host",
    edit: { httpVersion: "HTTP/2", headers: [...json, { name: "Host", value: "a" }] },
    body: { kind: "none" },
  },
  {
    name: "an empty text and a type over HTTP/2",
    edit: { httpVersion: "HTTP/2.0", headers: json, postData: { mimeType: "application/json", text: "" } },
    body: { kind: "none" },
  },
  {
    name: "no postData and a boundary",
    edit: { headers: [{ name: "Content-Type", value: "multipart/form-data; boundary=x" }] },
    body: "unknown",
  },
  {
    name: "no postData and a transfer encoding",
    edit: { headers: [{ name: "Transfer-Encoding", value: "chunked" }] },
    body: "unknown",
  },
  {
    name: "a form without the content of its file",
    edit: { headers: form(80), postData: { text: FORM } },
    body: { kind: "missing", reason: "the content of a file is not recorded: 72 of 80 bytes are there" },
  },
  {
    name: "a form with an empty file",
    edit: { headers: form(72), postData: { text: FORM } },
    body: { kind: "text", text: FORM },
  },
  {
    name: "bytes beside HAR",
    edit: { bodySize: 2, _content: { size: 2, text: "e30=", encoding: "base64" } },
    body: { kind: "bytes", bytes: Buffer.from("{}") },
  },
  {
    name: "form parameters whose type only the header states",
    edit: { headers: [{ name: "Content-Type", value: formType }], postData: { mimeType: "", params: [{ name: "a" }] } },
    body: { kind: "text", text: "a=" },
  },
  {
    name: "no postData but a size",
    edit: { bodySize: 5 },
    body: { kind: "missing", reason: "the body of 5 bytes is not recorded" },
  },
  { name: "text", edit: { postData: { text: "a=b" } }, body: { kind: "text", text: "a=b" } },
  {
    name: "form parameters",
    edit: {
      postData: { mimeType: `${formType};charset=utf-8`, params: [{ name: "a b", value: "ü&" }, { name: "c" }] },
    },
    body: { kind: "text", text: "a+b=%C3%BC%26&c=" },
  },
  {
    name: "multipart parameters",
    edit: {
      postData: {
        mimeType: "multipart/form-data; boundary=x",
        params: [
          { name: 'a"', value: "1" },
          { name: "b", value: "{}", fileName: "b.json", contentType: "text/json" },
        ],
      },
    },
    body: {
      kind: "text",
      text: [
        "--x",
        'Content-Disposition: form-data; name="a%22"',
        "",
        "1",
        "--x",
        'Content-Disposition: form-data; name="b"; filename="b.json"',
        "Content-Type: text/json",
        "",
        "{}",
        "--x--",
        "",
      ].join("\r\n"),
    },
  },
  {
    name: "multipart parameters with a file",
    edit: { postData: { mimeType: "multipart/form-data", params: [{ name: "a", fileName: "a.png" }] } },
    body: { kind: "missing", reason: "the content of a file in postData.params is not recorded" },
  },
  {
    name: "multipart parameters that contain the boundary",
    edit: { postData: { mimeType: "multipart/form-data; boundary=x", params: [{ name: "a", value: "x" }] } },
    body: { kind: "missing", reason: "only postData.params are recorded, and one of them contains the boundary" },
  },
  {
    name: "multipart parameters and a header without boundary",
    edit: {
      headers: [{ name: "content-type", value: "multipart/form-data" }],
      postData: { mimeType: "multipart/form-data", params: [{ name: "a", value: "1" }] },
    },
    body: {
      kind: "text",
      text: '--form-params-of-the-recording\r\nContent-Disposition: form-data; name="a"\r\n\r\n1\r\n--form-params-of-the-recording--\r\n',
    },
  },
  {
    name: "parameters of JSON",
    edit: { postData: { mimeType: "application/json", params: [{ name: "a", value: {} }] } },
    body: {
      kind: "missing",
      reason: "only postData.params are recorded; they cannot be converted to application/json",
    },
  },
  {
    name: "empty postData but a size",
    edit: { postData: { params: [] }, bodySize: 3 },
    body: { kind: "missing", reason: "the body of 3 bytes is not recorded" },
  },
];

for (const { name, edit, body } of requests) {
  test(`a request with ${name} has the recorded body`, () => {
    const { request, notLogged = [] } = read(edit);
    expect(notLogged.includes("request.body") && request.body.kind === "none").toBe(body === "unknown");
    if (body !== "unknown") expect(request.body).toEqual(body);
    expect(JSON.stringify(read(edit))).toMatchSnapshot();
  });
}

function read(request: Edit = {}, response: Edit = {}, entry: Edit = {}): Exchange {
  const reading = readHarEntry(
    {
      startedDateTime: "2026-11-20T10:00:00.000Z",
      request: { method: "GET", url: "https://host.example/", headers: [], ...request },
      response: { status: 200, headers: [], content: { size: 2, text: "{}" }, ...response },
      ...entry,
    },
    { source: "f.har", index: 4 },
  );
  if (reading.kind === "unreadable") throw new Error(reading.unreadable.reason);
  return reading.exchange;
}
