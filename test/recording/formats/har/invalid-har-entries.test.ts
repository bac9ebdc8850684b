import { expect, test } from "vitest";
import { type ReadResult, readHar } from "../../../../src/recording/index.js";

const good = {
  startedDateTime: "2026-11-20T10:00:00.000Z",
  request: { method: "GET", url: "https://host.example/a", headers: [] },
  response: { status: 200, headers: [], content: { size: 2, text: "{}" } },
};
const { request, response } = good;
const unreadable: readonly { name: string; entry: unknown; pointer: string; reason: string }[] = [
  {
    name: "null",
    entry: null,
    pointer: "",
    reason: "the entry is null; expected an object with request and response",
  },
  {
    name: "an array",
    entry: [],
    pointer: "",
    reason: "the entry is an array; expected an object with request and response",
  },
  {
    name: "no request",
    entry: { response },
    pointer: "/request",
    reason: "request is missing; expected an object with method, url and headers",
  },
  {
    name: "a null request",
    entry: { request: null, response },
    pointer: "/request",
    reason: "request is null; expected an object with method, url and headers",
  },
  {
    name: "no method",
    entry: of({ method: undefined }),
    pointer: "/request/method",
    reason: 'request.method is missing; expected an HTTP method such as "GET"',
  },
  {
    name: "a URL that is no path",
    entry: of({ url: "orders?token=abc" }),
    pointer: "/request/url",
    reason: 'request.url is "orders?..."; expected a URL such as "https://host/path", or a path such as "/path"',
  },
  {
    name: "headers as an object",
    entry: of({ headers: {} }),
    pointer: "/request/headers",
    reason: "request.headers is an object; expected an array of { name, value }",
  },
  {
    name: "a header without a value",
    entry: of({ headers: [{ name: "A" }] }),
    pointer: "/request/headers/0/value",
    reason: "request.headers.0.value is missing; expected a string",
  },
  {
    name: "postData as text",
    entry: of({ postData: "a=b" }),
    pointer: "/request/postData",
    reason: "request.postData is a string; expected an object or null",
  },
  {
    name: "a response as a list",
    entry: { request, response: [] },
    pointer: "/response",
    reason: "response is an array; expected an object with status, headers and content",
  },
  {
    name: "an empty method",
    entry: of({ method: "" }),
    pointer: "/request/method",
    reason: 'request.method is ""; expected an HTTP method such as "GET"',
  },
  {
    name: "a status as text",
    entry: of({}, { status: "200" }),
    pointer: "/response/status",
    reason: 'response.status is "200"; expected a number from 100 to 999, or 0 if there was no response',
  },
  {
    name: "content as text",
    entry: of({}, { content: "x" }),
    pointer: "/response/content",
    reason: "response.content is a string; expected an object with size, mimeType and text",
  },
  {
    name: "text that is none",
    entry: of({}, { content: { text: {} } }),
    pointer: "/response/content/text",
    reason: "response.content.text is an object; expected a string",
  },
  {
    name: "an unknown encoding",
    entry: of({}, { content: { text: "x", encoding: "uu" } }),
    pointer: "/response/content/encoding",
    reason: 'response.content.encoding is "uu"; expected "base64", "hex", or nothing for plain text',
  },
  {
    name: "damaged hexadecimal digits",
    entry: of({}, { content: { text: "7b7", encoding: "hex" } }),
    pointer: "/response/content/text",
    reason: "response.content.text is a string; expected hexadecimal digits",
  },
  {
    name: "damaged base64",
    entry: of({}, { content: { text: "e30*", encoding: "base64" } }),
    pointer: "/response/content/text",
    reason: "response.content.text is a string; expected valid base64",
  },
];

for (const { name, entry, pointer, reason } of unreadable) {
  test(`an entry with ${name} is unreadable, and its neighbours are read`, async () => {
    const readings = await read(JSON.stringify({ log: { entries: [good, entry, good] } }));
    expect(readings.map(({ kind }) => kind)).toEqual(["exchange", "unreadable", "exchange"]);
    expect(readings[1]).toEqual({
      kind: "unreadable",
      unreadable: { source: "f.har", pointer: `/log/entries/1${pointer}`, reason },
    });
  });
}

function of(requestEdit: object, responseEdit: object = {}): unknown {
  return { ...good, request: { ...request, ...requestEdit }, response: { ...response, ...responseEdit } };
}

async function read(text: string): Promise<ReadResult[]> {
  async function* chunks(): AsyncGenerator<Uint8Array> {
    yield Buffer.from(text);
  }
  const readings: ReadResult[] = [];
  for await (const batch of readHar({ name: "f.har", chunks: chunks() })) readings.push(...batch);
  return readings;
}
