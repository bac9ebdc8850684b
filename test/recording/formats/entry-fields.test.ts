/** Fields of entries in several formats, with what each is read as. */
import { expect, test } from "vitest";
import { buildFormBody } from "../../../src/recording/formats/har/har-body.js";
import { readNdjsonLine } from "../../../src/recording/formats/ndjson.js";
import { readVcr } from "../../../src/recording/formats/vcr.js";
import { readStubUrl } from "../../../src/recording/formats/wiremock.js";
import { EntryError } from "../../../src/recording/reader/parsed-entry.js";
import { RecordingError } from "../../../src/recording/reader/recording-source.js";

const base = "http://base.example:81/v1";

/** What a function returns, or the error that it throws. */
function run(read: () => unknown): string {
  try {
    return JSON.stringify(read());
  } catch (error) {
    if (error instanceof EntryError) return `${error.pointer}: ${error.message}`;
    if (error instanceof RecordingError) return error.message;
    throw error;
  }
}

const STUBS: readonly (readonly [request: object, baseUrl?: string])[] = [
  [{ url: "/a?b=1", queryParameters: { c: { equalTo: "2" } } }],
  [{ url: "a" }],
  [{ url: 5 }],
  [{ url: "/a" }, "relative"],
  [{ url: "/a" }, "x1+.-:b?c"],
  [{ url: "/a" }, "9http://h.example"],
  [{ url: "/a b" }],
  [{ url: "/a", host: { equalTo: "h.example" }, port: 82, scheme: "http" }],
  [{ url: "/a", host: { equalTo: "h.example" }, port: "82" }],
  [{ url: "/a", host: { equalTo: "h.example" } }, "https://b.example"],
  [{ url: "/a", host: { equalTo: "h.example" } }, "ftp://b.example"],
  [{ url: "/a", host: { matches: "h.*" } }],
  [{ urlPath: "/a" }],
  [{ urlPath: 5 }],
  [
    {
      urlPath: "/a",
      queryParameters: {
        "b c": { equalTo: "1,2|3&" },
        d: { matches: ".*" },
        e: { hasExactly: [{ equalTo: "x" }, { equalTo: "y" }] },
      },
    },
  ],
  [{ urlPath: "/a", queryParameters: { b: { absent: true } } }],
  [{ urlPath: "/a", queryParameters: 5 }],
  [{ urlPathTemplate: "/a/{id}/{n}", pathParameters: { id: { equalTo: "x/y" }, n: { equalTo: "1" } } }],
  [{ urlPathTemplate: "/a/{id}/{n}", pathParameters: { id: { equalTo: "x" }, n: { matches: "\\d" } } }],
  [{ urlPathTemplate: "/a/{id}/{n}" }],
  [{ urlPathTemplate: "/a/{toString}", pathParameters: {} }],
  [{ urlPathTemplate: `/a/{${"b".repeat(50)}}` }],
  [{ urlPathTemplate: "/a", queryParameters: { b: { equalTo: "1" } } }],
  [{ urlPattern: "^/a\\.b\\?c=1$" }],
  [{ urlPattern: "/a.*" }],
  [{ urlPattern: "/a\\d" }],
  [{ urlPathPattern: "/a/b", queryParameters: { c: { equalTo: "1" } } }],
  [{ urlPathPattern: "/a/(b|c)" }],
  [{ urlPathPattern: 5 }],
  [{}],
];

test("URLs of WireMock mappings", () => {
  const lines = STUBS.map(([request, baseUrl = base]) => {
    const at = baseUrl === base ? "" : ` at ${baseUrl}`;
    return `${JSON.stringify(request)}${at}\n  ${run(() => readStubUrl({ ...request }, baseUrl))}`;
  });
  expect(lines.join("\n")).toMatchSnapshot();
  const unknown = { url: "{{no host}}/a", pointer: "/request/url", gaps: [] };
  expect(run(() => readStubUrl({ url: "/a" }, undefined))).toBe(JSON.stringify(unknown));
});

const request = { method: "get", url: "https://h.example/a" };
const response = { status: 200 };

const LINES: readonly unknown[] = [
  { request, response },
  [],
  { request },
  { response },
  { request: { ...request, method: "" }, response },
  { request: { ...request, url: "/a" }, response },
  { request, response: { status: 0 } },
  { request, response: { status: 0 }, incomplete: "reset" },
  { request, response: { status: 99 }, incomplete: "reset" },
  { request, response, startedAt: "t", durationMs: 0, consumer: "c", webhook: true },
  { request, response, startedAt: 5 },
  { request, response, incomplete: 5 },
  { request, response, consumer: 5 },
  { request, response, durationMs: -1 },
  { request, response, durationMs: "1" },
  { request, response, webhook: false },
  { request, response, webhook: null },
  { request, response, webhook: "w" },
  { request, response, webhook: { name: "w", wrongSignature: "s", isVerified: true } },
  { request, response, webhook: { isVerified: false } },
  { request, response, webhook: { name: 5 } },
  { request, response, webhook: { wrongSignature: 5 } },
  { request, response, webhook: { isVerified: 1 } },
  { request, response, webhook: 5 },
  { request: { ...request, headers: [["A", "b"]] }, response: { ...response, headers: { c: ["d", "e"] } } },
  { request: { ...request, headers: 5 }, response },
  { request: { ...request, headers: [["A"]] }, response },
  { request: { ...request, body: "" }, response: { ...response, body: null } },
  { request: { ...request, body: { base64: "e30=" } }, response: { ...response, body: { missing: "why" } } },
  { request: { ...request, body: { base64: 5 } }, response },
  { request: { ...request, body: { missing: 5 } }, response },
  { request: { ...request, body: { base64: "%" } }, response },
  { request: { ...request, body: { json: 1 } }, response: { ...response, body: { json: { body: 2 } } } },
  { request: { ...request, body: { json: 1, base64: "" } }, response: { ...response, body: [] } },
  { request: { ...request, body: {} }, response: { ...response, body: false } },
];

test("lines of NDJSON", () => {
  const lines = LINES.map((line) => {
    const bytes = Buffer.from(JSON.stringify(line));
    const { exchange, ...rest } = { exchange: undefined, ...readNdjsonLine(line, { source: "s", index: 3, bytes }) };
    const { origin, ...read } = exchange ?? { origin: undefined };
    const { parts: _, ...at } = origin ?? { parts: undefined };
    return `${bytes}\n  ${JSON.stringify(exchange === undefined ? rest : { ...read, origin: at })}`;
  });
  expect(lines.join("\n")).toMatchSnapshot();
});

test("bodies keep the JSON text of their line", () => {
  const read = (body: string): unknown => {
    const text = `{"body":1,"request":{"method":"PUT","url":"https://h.example/","body":${body},"x":{"body":2}},"response":{"status":200,"\\u0062ody":{ "json" : ${body} }}}`;
    const reading = readNdjsonLine(JSON.parse(text), { source: "s", index: 0, bytes: Buffer.from(text) });
    return reading.kind === "exchange" && [reading.exchange.request.body, reading.exchange.response.body];
  };
  for (const text of ["12345678901234567890", '{ "a" : [1.0] }', "[ ]", "true"])
    expect(read(text)).toEqual([
      { kind: "text", text },
      { kind: "text", text },
    ]);
});

const form = "application/x-www-form-urlencoded";
const FORMS: readonly (readonly [postData: object, contentType?: string])[] = [
  [{ mimeType: form, params: [{ name: "a b", value: "c&d" }, { name: "e" }] }],
  [{ mimeType: "", params: [{ name: "a", value: "b" }] }, form],
  [{ mimeType: "text/plain", params: [] }, form],
  [{ params: [] }],
  [{ mimeType: form, params: 5 }],
  [{ mimeType: form, params: [5] }],
  [{ mimeType: form, params: [{ name: 5 }] }],
  [{ mimeType: form, params: [{ name: "a" }, { name: "a", value: 5 }] }],
  [{ mimeType: "multipart/form-data; boundary=B", params: [{ name: 'a"\r\n', value: "b" }] }],
  [{ mimeType: "multipart/form-data", params: [{ name: "a", value: "b", fileName: 'f"', contentType: "text/\r\nx" }] }],
  [{ mimeType: "multipart/form-data", params: [{ name: "a", fileName: "f", value: "" }] }],
  [{ mimeType: "multipart/form-data", params: [{ name: "a", fileName: 5, contentType: 5 }] }],
  [{ mimeType: "multipart/form-data; boundary=B", params: [{ name: "a", value: "xBx" }] }],
  [
    { mimeType: "multipart/form-data; boundary=B", params: [{ name: "a", value: "b" }] },
    "multipart/form-data; boundary=C",
  ],
  [{ mimeType: "multipart/form-data; boundary=B", params: [{ name: "a", value: "b" }] }, "multipart/form-data"],
];

test("forms of HAR", () => {
  const lines = FORMS.map(([postData, type]) => {
    const headers = type === undefined ? [] : ([["Content-Type", type]] as const);
    return `${JSON.stringify(postData)} ${type ?? ""}\n  ${run(() => buildFormBody({ ...postData }, headers))}`;
  });
  expect(lines.join("\n")).toMatchSnapshot();
});

const vcr = (body: string): string => `interactions:
- request: { method: :get, uri: "https://h.example/a", headers: , body: }
  response: { code: "201", headers: { A: [b] }, body: ${body} }
  recorded_at: Tue, 01 Nov 2011 04:58:44 GMT
- request: { method: Get, url: "https://h.example/b", body: x }
  response: { status: 200 }
`;

test.each([
  vcr("{ base64_string: e30= }"),
  vcr("{ file: yes, string: f.txt }"),
  vcr("{ file: true, string: g.txt }"),
  vcr("{ file: no, string: t }"),
  vcr("{ state: [s] }"),
  vcr("{ encoding: x }"),
  vcr("{ pid: x }"),
  vcr("!binary e30="),
  vcr("!!binary e30="),
  vcr("!binary '%'"),
  vcr("5"),
  'interactions: "a',
  "a: 1\nb: [",
  "interactions: 5",
  "http_interactions: {}",
  "interactions: []",
  "- 5",
  '[{"request":{},"response":{}}]',
  "http_interactions: [{ request: { method: a, uri: 'https://h.example' }, response: { status: { code: 99 } } }]",
  "http_interactions: [{ request: { method: GeT, uri: 'https://h.example' }, response: { status: { status_code: '300' } } }]",
])("cassettes: %j", async (text) => {
  const source = {
    name: "c.yaml",
    chunks: (async function* () {
      yield Buffer.from(text);
    })(),
  };
  const readings: unknown[] = [];
  try {
    for await (const some of readVcr(source as never)) readings.push(...some);
  } catch (error) {
    readings.push(error instanceof RecordingError ? error.message : error);
  }
  expect(readings.map((it) => JSON.stringify(it)).join("\n")).toMatchSnapshot();
});
