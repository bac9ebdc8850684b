import { gzipSync } from "node:zlib";
import fc from "fast-check";
import { expect, test } from "vitest";
import {
  type Exchange,
  formatNdjsonLine,
  getBodyBytes,
  type ReadResult,
  type RecordedBody,
  readHar,
  redactSecrets,
  writeHar,
} from "../../../../src/recording/index.js";
import { createTestExchange, startedAt } from "../../create-test-exchange.js";

async function readBack(text: string): Promise<readonly ReadResult[]> {
  const readings: ReadResult[] = [];
  const chunks = (async function* () {
    yield Buffer.from(text);
  })();
  for await (const batch of readHar({ name: "made.har", chunks })) readings.push(...batch);
  return readings;
}

async function rewritten(recorded: Exchange, secrets: "redact" | "keep"): Promise<Exchange> {
  const [reading] = await readBack(writeHar([secrets === "keep" ? recorded : redactSecrets(recorded)], { startedAt }));
  if (reading?.kind !== "exchange") throw new Error(JSON.stringify(reading));
  return reading.exchange;
}

/** Bytes that are text may be read back as text. */
const withByteBodies = ({ request, response, ...rest }: Exchange) => ({
  ...rest,
  request: { ...request, body: Buffer.from(getBodyBytes(request.body) ?? []).toString("hex") },
  response: { ...response, body: Buffer.from(getBodyBytes(response.body) ?? []).toString("hex") },
});

test.each<[name: string, bytes: readonly number[], type: string, encoding: string | undefined, isText: boolean]>([
  ["JSON", [0x22, 0xc3, 0xa9, 0x22], "application/json", undefined, true],
  ["JSON with a byte order mark", [0xef, 0xbb, 0xbf, 0x22, 0x22], "application/json", undefined, false],
  ["ASCII of another charset", [0x61], "text/plain; charset=iso-8859-1", undefined, true],
  ["text of another charset", [0xe9], "text/plain; charset=iso-8859-1", undefined, false],
  ["UTF-8 that is text of another charset", [0xc3, 0xa9], "text/plain; charset=iso-8859-1", undefined, false],
  [
    "XML that says it has another encoding",
    [...Buffer.from('<?xml version="1.0" encoding="iso-8859-1"?><a>é</a>')],
    "text/xml",
    undefined,
    false,
  ],
  ["bytes that are not UTF-8", [0xff, 0xd8], "image/jpeg", undefined, false],
  ["a null character", [0x61, 0], "text/plain", undefined, false],
  ["a content encoding", [0x61], "text/plain", "gzip", false],
])("a body of bytes is written as readable text or as base64: %s", (_name, bytes, type, encoding, isText) => {
  const made = createTestExchange();
  const headers: [string, string][] = [["Content-Type", type]];
  if (encoding !== undefined) headers.push(["Content-Encoding", encoding]);
  const message = { headers, body: { kind: "bytes", bytes: Buffer.from(bytes) } as const };
  const exchange = { ...made, request: { ...made.request, ...message }, response: { ...made.response, ...message } };
  const [entry] = JSON.parse(writeHar([exchange], { startedAt })).log.entries;
  const expected = isText ? { text: Buffer.from(bytes).toString() } : { encoding: "base64" };
  expect(entry).toMatchObject({ request: { postData: expected }, response: { content: expected } });
  expect(entry.response.content.encoding).toBe(isText ? undefined : "base64");
  const line = JSON.parse(formatNdjsonLine(exchange));
  expect([typeof line.request.body, typeof line.response.body]).toEqual(Array(2).fill(isText ? "string" : "object"));
});

const CRLF = Buffer.from("\r\n");

const anyText = fc.oneof(fc.string({ minLength: 1, unit: "binary" }), fc.json());
const body: fc.Arbitrary<RecordedBody> = fc.oneof(
  fc.constant({ kind: "none" } as const),
  fc.record({ kind: fc.constant("text" as const), text: anyText }),
  fc.record({ kind: fc.constant("bytes" as const), bytes: fc.uint8Array({ minLength: 1 }).map(Buffer.from) }),
);
const headerName = fc.oneof(
  // No Content-Length, because a value that contradicts the body marks it as missing.
  fc.constantFrom("Content-Type", "COOKIE", "Content-Encoding", "__proto__"),
  fc.stringMatching(/^[!#$%&'*+.^_`|~0-9A-Za-z-]{1,12}$/),
);
const headerValue = fc.oneof(fc.constantFrom("application/json", "gzip", "0", "a, b"), fc.string());
const headers = fc.array(fc.tuple(headerName, headerValue), { maxLength: 6 });
const anyExchange = fc.record({
  method: fc.constantFrom("GET", "HEAD", "POST", "PATCH", "OPTIONS", "QUERY"),
  url: fc.webUrl({ withQueryParameters: true, withFragments: true }).filter((url) => URL.canParse(url)),
  // An empty body of a redirect with a Content-Type reads as not recorded, because browsers do not keep it.
  status: fc.integer({ min: 200, max: 999 }).filter((status) => ![301, 302, 303, 307, 308].includes(status)),
  requestHeaders: headers,
  responseHeaders: headers,
  sent: body,
  got: body,
});

test("written exchanges read back as the same exchanges", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(anyExchange, { maxLength: 4 }), async (made) => {
      const written = made.map((it, index) => ({
        ...createTestExchange(),
        // Equal exchanges at the same time could be detected as duplicates.
        origin: { ...createTestExchange().origin, startedAt: new Date(index * 1000).toISOString() },
        request: { method: it.method, url: it.url, headers: it.requestHeaders, body: it.sent },
        response: { status: it.status, headers: it.responseHeaders, body: it.got },
      }));
      const readings = await readBack(writeHar(written, { startedAt }));
      const read = readings.map((reading) => reading.kind === "exchange" && withByteBodies(reading.exchange));
      expect(read).toEqual(
        written.map((it, index) => ({
          ...withByteBodies(it),
          origin: expect.objectContaining({ index, startedAt: it.origin.startedAt }),
        })),
      );
    }),
  );
});

test("the same exchanges give the same text", () => {
  expect(writeHar([createTestExchange()], { startedAt })).toBe(writeHar([createTestExchange()], { startedAt }));
});

test("a missing body stays missing, with its reason", async () => {
  const gone: RecordedBody = { kind: "missing", reason: "lost on the way" };
  const made = createTestExchange({ request: { body: gone }, response: { body: gone } });
  const { request, response } = await rewritten(made, "keep");
  expect([request.body.kind, response.body.kind]).toEqual(["missing", "missing"]);
  expect(writeHar([made], { startedAt }).match(/lost on the way/g)).toHaveLength(2);
});

test.each(["no response was recorded (status 0)", "the recorder reported an error: net::ERR_ABORTED"])(
  "an incomplete exchange stays incomplete: %s",
  async (incomplete) => {
    const { incomplete: read } = await rewritten(
      { ...createTestExchange({ response: { status: 0 } }), incomplete },
      "keep",
    );
    expect(read).toContain(incomplete);
  },
);

const token = "eyJhbGciOiJSUzI1NiJ9.e30.c2ln";
const json = [["Content-Type", "application/json"]] as const;
const form = [["Content-Type", "application/x-www-form-urlencoded; charset=utf-8"]] as const;

test("secrets are removed from URLs and headers, and the listed names are kept", async () => {
  const made = createTestExchange({
    request: {
      url: `https://u:p@host.example/t/${token}?api_key=k1&limit=10`,
      headers: [
        ["Authorization", `Bearer ${token}`],
        ["Cookie", "sid=s1; theme=dark=er;nameless"],
        ["X-Api-Key", "k2"],
        ["Api-Version", "1.2"],
      ],
    },
    response: {
      headers: [
        ["Set-Cookie", "sid=s2; Path=/; HttpOnly"],
        ["Location", "https://host.example/cb?code=c1"],
      ],
    },
  });
  const { request, response } = await rewritten(made, "redact");
  expect(request.url).toBe("https://[redacted]@host.example/t/[redacted]?api_key=[redacted]&limit=10");
  expect(request.headers.map(([, value]) => value)).toEqual([
    "Bearer [redacted]",
    "sid=[redacted]; theme=[redacted];[redacted]",
    "[redacted]",
    "1.2",
  ]);
  expect(response.headers.map(([, value]) => value)).toEqual([
    "sid=[redacted]; Path=/; HttpOnly",
    "https://host.example/cb?code=[redacted]",
  ]);
  expect(writeHar([redactSecrets(made)], { startedAt })).not.toMatch(/eyJ|[sk][12]|c1|u:p|dark/);
});

const bodies: readonly (readonly [what: string, text: string, shown: string])[] = [
  ["a text", '{ "accessToken": "a\\"b", "expiresIn":86400 }', '{ "accessToken": "[redacted]", "expiresIn":86400 }'],
  ["a number", '{"pin":1234,"amount":1.50}', '{"pin":0,"amount":1.50}'],
  ["neither true nor null", '{"password":null,"token":true}', '{"password":null,"token":true}'],
  [
    "everything in it",
    '{"credentials":{"user":"u","keys":["a",{"b":2}]},"user":"u"}',
    '{"credentials":{"user":"[redacted]","keys":["[redacted]",{"b":0}]},"user":"u"}',
  ],
  ["names in values", '["token",": \\"x\\"","secret"]', '["token",": \\"x\\"","secret"]'],
  ["tokens anywhere", `{"note":"got ${token}"}`, '{"note":"got [redacted]"}'],
  ["no code of an error", '{"code":"NOT_FOUND","key":"a","code":404}', '{"code":"NOT_FOUND","key":"a","code":404}'],
  ["a code that opens", '{"code":"4/0AX4XfWh8x1"}', '{"code":"[redacted]"}'],
  ["what is cut off within", '{"id":1,"secret":"s\\"', '{"id":1,"secret":"[redacted]"'],
  [
    "what is cut off",
    '{"id":12345678901234567890,"secret":"s","a":"b',
    '{"id":12345678901234567890,"secret":"[redacted]","a":"b',
  ],
];

test.each(bodies)("of JSON is removed: %s", async (_, text, shown) => {
  const sent: RecordedBody = { kind: "text", text };
  const { request, response } = await rewritten(
    createTestExchange({ request: { headers: json, body: sent }, response: { headers: json, body: sent } }),
    "redact",
  );
  expect([request.body, response.body]).toEqual([
    { kind: "text", text: shown },
    { kind: "text", text: shown },
  ]);
});

test("secret fields of a form are removed", async () => {
  const sent: RecordedBody = { kind: "bytes", bytes: Buffer.from("grantType=PASSWORD&username=u&password=p+w") };
  const { request } = await rewritten(createTestExchange({ request: { headers: form, body: sent } }), "redact");
  expect(request.body).toEqual({ kind: "text", text: "grantType=PASSWORD&username=u&password=[redacted]" });
});

test.each([
  ["text", Buffer.from("seen")],
  ["a file that is none", Buffer.from([0xff, 0x0d, 0x0a, 0xfe])],
])("secret fields of a multipart form are removed, with %s", async (_, file) => {
  const part = (name: string, content: Buffer): Buffer =>
    Buffer.concat([Buffer.from(`--b\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n`), content, CRLF]);
  const form = (password: string): Buffer =>
    Buffer.concat([part("password", Buffer.from(password)), part("file", file), Buffer.from("--b--\r\n")]);
  const headers = [["Content-Type", "multipart/form-data; boundary=b"]] as const;
  const sent: RecordedBody = { kind: "bytes", bytes: form("p+w") };
  const { request } = await rewritten(createTestExchange({ request: { headers, body: sent } }), "redact");
  expect(getBodyBytes(request.body)).toEqual(form("[redacted]"));
});

test("secrets are found in compressed bodies, and bodies without secrets stay unchanged", async () => {
  const packed = (text: string): Exchange =>
    createTestExchange({
      response: { headers: [...json, ["Content-Encoding", "gzip"]], body: { kind: "bytes", bytes: gzipSync(text) } },
    });
  const { response } = await rewritten(packed('{"token":"t"}'), "redact");
  expect(response.body).toEqual({ kind: "text", text: '{"token":"[redacted]"}' });
  const untouched = packed('{"id":1}');
  expect((await rewritten(untouched, "redact")).response.body).toEqual(untouched.response.body);
});

test("redaction is linear in time", () => {
  for (const part of ['"', '\\"', '{"token":', "[", '"a":"b",', "-1", "a=;"]) {
    const text = part.repeat(200_000);
    const har = writeHar(
      [createTestExchange({ request: { headers: [["Cookie", text]], body: { kind: "text", text } } })],
      {
        startedAt,
      },
    );
    expect(JSON.parse(har).log.entries).toHaveLength(1);
  }
});
