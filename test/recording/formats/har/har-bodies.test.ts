import { expect, test } from "vitest";
import { type Edit, readEdited } from "./read-edited.js";

const json = [{ name: "content-type", value: "application/json" }];

const responses: readonly (readonly [name: string, response: Edit, request?: Edit])[] = [
  ["text", { content: { size: 2, text: "{}" } }],
  ["text with an encoding that says plain", { content: { text: "{}", encoding: "utf-8" } }],
  ["base64", { content: { text: "e30=", encoding: "base64" } }],
  ["base64 in lines", { content: { text: "e3\r\n0", encoding: "BASE64" } }],
  ["no text and size 0", { content: { size: 0 } }],
  ["no text and bodySize 0", { content: {}, bodySize: 0 }],
  ["no text and Content-Length 0", { content: { size: -1 }, headers: [{ name: "content-length", value: "0" }] }],
  ["no text for 204", { status: 204, content: null }],
  ["no text for 304", { status: 304, content: { size: 12 } }],
  ["no text for HEAD", { content: { size: 12 } }, { method: "head" }],
  ["text for 304", { status: 304, content: { size: 1, text: "x" } }],
  ["text for 304 of which fewer bytes came", { status: 304, bodySize: 1, content: { size: 2, text: "{}" } }],
  ["text for 304 of an unknown origin", { status: 304, bodySize: -1, content: { size: 2, text: "{}" } }],
  ["no text but a size", { content: { size: 12 } }],
  ["empty text but a size", { content: { size: 12, text: "" } }],
  ["no text but a bodySize", { content: {}, bodySize: 9 }],
  ["nothing known", { content: {} }],
  ["null content", { content: null }],
  ["absent content", { content: undefined }],
  ["no text and the size of headers, as in Firefox", { content: { size: 0, text: "" }, bodySize: 163 }],
  ["no text and the size of the last chunk", { content: { size: 0, text: "" }, bodySize: 5 }],
  [
    "no text, the size of headers and Content-Length 0",
    { content: { size: 0 }, bodySize: 154, headers: [{ name: "Content-Length", value: "0" }] },
  ],
  [
    "size 0 but a Content-Length",
    { content: { size: 0, text: "" }, bodySize: 0, headers: [{ name: "Content-Length", value: "8" }] },
  ],
  [
    "a redirect and a type",
    { status: 302, content: { size: 0 }, bodySize: 0, headers: [{ name: "Content-Type", value: "text/html" }] },
  ],
  ["a redirect without a type", { status: 302, content: { size: 0 }, bodySize: 0 }],
  ["the size of headers for 304, as in Firefox", { status: 304, bodySize: 173, content: { size: 2, text: "{}" } }],
  ["JSON that Firefox filled up", { headers: json, content: { size: 9, text: '{"a":"b\0\0' } }],
  ["wrong JSON that ends with null characters", { headers: json, content: { size: 9, text: '{"a":b}\0\0' } }],
  ["a body in another file", { content: { size: 9, _file: "ab12.json" } }],
  ["JSON that was cut off", { headers: json, content: { size: 9, text: '{"a":"b' } }],
  ["JSON that stops early by itself", { headers: json, content: { size: 7, text: '{"a":"b' } }],
  ["JSON that is wrong and short", { headers: json, content: { size: 99, text: '{"a":b' } }],
  ["whole JSON with a larger size", { headers: json, content: { size: 99, text: "{}" } }],
  ["short text that is no JSON", { content: { size: 99, text: "[", mimeType: "text/plain" } }],
];

const formType = "application/x-www-form-urlencoded";
const FORM = '--x\r\nContent-Disposition: form-data; name="a"; filename="b"\r\n\r\n\r\n--x--\r\n';
const form = (length: number): object[] => [
  { name: "Content-Type", value: "multipart/form-data; boundary=x" },
  { name: "Content-Length", value: String(length) },
];
const requests: readonly (readonly [name: string, request: Edit])[] = [
  ["no postData", {}],
  ["null postData", { postData: null, bodySize: 0 }],
  ["no postData and an unknown size", { bodySize: -1 }],
  [
    "no postData and an unknown size, but a Content-Length",
    { bodySize: -1, headers: [{ name: "Content-Length", value: "7" }] },
  ],
  [
    "no postData and a Content-Length of nothing, written as a number",
    { bodySize: -1, headers: [{ name: "Content-Length", value: 0 }] },
  ],
  [
    "no postData and size 0, but a Content-Length",
    { bodySize: 0, headers: [{ name: "Content-Length", value: "292" }] },
  ],
  ["no postData and a type over HTTP/2", { httpVersion: "http/2.0", bodySize: 0, headers: json }],
  ["no postData and a type over HTTP/1.1", { httpVersion: "HTTP/1.1", headers: json }],
  [
    "no postData and a type over HTTP/2, with a Host",
    { httpVersion: "HTTP/2", headers: [...json, { name: "Host", value: "a" }] },
  ],
  [
    "an empty text and a type over HTTP/2",
    { httpVersion: "HTTP/2.0", headers: json, postData: { mimeType: "application/json", text: "" } },
  ],
  ["no postData and a boundary", { headers: [{ name: "Content-Type", value: "multipart/form-data; boundary=x" }] }],
  ["no postData and a transfer encoding", { headers: [{ name: "Transfer-Encoding", value: "chunked" }] }],
  ["a form without the content of its file", { headers: form(80), postData: { text: FORM } }],
  ["a form with an empty file", { headers: form(72), postData: { text: FORM } }],
  ["bytes beside HAR", { bodySize: 2, _content: { size: 2, text: "e30=", encoding: "base64" } }],
  [
    "form parameters whose type only the header states",
    { headers: [{ name: "Content-Type", value: formType }], postData: { mimeType: "", params: [{ name: "a" }] } },
  ],
  ["no postData but a size", { bodySize: 5 }],
  ["text", { postData: { text: "a=b" } }],
  [
    "form parameters",
    {
      postData: { mimeType: `${formType};charset=utf-8`, params: [{ name: "a b", value: "ü&" }, { name: "c" }] },
    },
  ],
  [
    "multipart parameters",
    {
      postData: {
        mimeType: "multipart/form-data; boundary=x",
        params: [
          { name: 'a"', value: "1" },
          { name: "b", value: "{}", fileName: "b.json", contentType: "text/json" },
        ],
      },
    },
  ],
  [
    "multipart parameters with a file",
    { postData: { mimeType: "multipart/form-data", params: [{ name: "a", fileName: "a.png" }] } },
  ],
  [
    "multipart parameters that contain the boundary",
    { postData: { mimeType: "multipart/form-data; boundary=x", params: [{ name: "a", value: "x" }] } },
  ],
  [
    "multipart parameters and a header without boundary",
    {
      headers: [{ name: "content-type", value: "multipart/form-data" }],
      postData: { mimeType: "multipart/form-data", params: [{ name: "a", value: "1" }] },
    },
  ],
  ["parameters of JSON", { postData: { mimeType: "application/json", params: [{ name: "a", value: {} }] } }],
  ["empty postData but a size", { postData: { params: [] }, bodySize: 3 }],
];

/** With the whole exchange, and with what is not recorded. */
test("the body of each request and response", async () => {
  const lines = [
    ...responses.map(
      ([name, response, request]) => `a response with ${name}: ${JSON.stringify(readEdited(request, response))}`,
    ),
    ...requests.map(([name, request]) => `a request with ${name}: ${JSON.stringify(readEdited(request))}`),
  ];
  await expect(`${lines.join("\n")}\n`).toMatchFileSnapshot("har-bodies.txt");
});
