/** Bodies are recorded as they were sent, as text or as base64: lone surrogates, invalid UTF-8, and ends within a character. */
import { expect, test } from "vitest";
import { loadContract } from "../../src/check/index.js";
import type { Exchange } from "../../src/recording/index.js";
import { readHarExchanges, runDialogue } from "./dialogue.js";
import { BOOK, fromClient, fromTarget, GET, ok, post } from "./dialogue-turns.js";
import { createVaultSpec, JSON_TYPE, type Messages, ORIGIN, recordMessages } from "./record-messages.js";

type Encoding = "text" | "base64";

/** A JSON text, with one character per byte. */
const plain = (content: string): string => `{"plain":"${content}"}`;
const padded = (length: number, content: string): string => `${"x".repeat(length - plain("").length + 2)}${content}`;

/** Bodies, and the encoding in the recording. */
const BODIES: Readonly<Record<string, readonly [body: string, Encoding]>> = {
  "no escape": [plain("d800"), "text"],
  "an escape of a high surrogate": [plain("\\ud800"), "text"],
  "an escape of a low surrogate": [plain("\\uDFFF"), "text"],
  "escapes of a pair": [plain("\\ud83d\\ude00"), "text"],
  "escapes of a pair in the wrong order": [plain("\\ude00\\ud83d"), "text"],
  "a pair that is half an escape": [plain("\\ud83d\xf0\x9f\x98\x80"), "text"],
  "a backslash before the digits": [plain("\\\\ud800"), "text"],
  "a name that is a surrogate": ['{"\\ud800":1}', "text"],
  "a surrogate without quotes": ["\\ud800", "text"],
  "the last character before the surrogates": [plain("\xed\x9f\xbf"), "text"],
  "the first surrogate in UTF-8": [plain("\xed\xa0\x80"), "base64"],
  "the last surrogate in UTF-8": [plain("\xed\xbf\xbf"), "base64"],
  "the first character after the surrogates": [plain("\xee\x80\x80"), "text"],
  "a pair of surrogates in UTF-8": [plain("\xed\xa0\xbd\xed\xb8\x80"), "base64"],
  "the pair as one character": [plain("\xf0\x9f\x98\x80"), "text"],
  "the replacement character": [plain("\xef\xbf\xbd"), "text"],
  "the last code point": [plain("\xf4\x8f\xbf\xbf"), "text"],
  "a code point beyond the last": [plain("\xf4\x90\x80\x80"), "base64"],
  "a character of two bytes": [plain("\xc2\x80"), "text"],
  "an overlong form": [plain("\xc1\x80"), "base64"],
  "an overlong zero": [plain("\xc0\x80"), "base64"],
  "a zero": [plain("\0"), "text"],
  "a byte of Latin-1": [plain("J\xf6rg"), "base64"],
  "a continuation without a start": [plain("\x80"), "base64"],
  "line separators": [plain("\xe2\x80\xa8\xe2\x80\xa9\x7f"), "text"],
  "an end after a character": [`{"plain":"\xf0\x9f\x98\x80`, "text"],
  "an end within a character of four bytes": [`{"plain":"\xf0\x9f\x98`, "base64"],
  "an end after the first byte of four": [`{"plain":"\xf0`, "base64"],
  "an end after a character of three bytes": [`{"plain":"\xe2\x82\xac`, "text"],
  "an end within a character of three bytes": [`{"plain":"\xe2\x82`, "base64"],
  "a quote within a character": [plain("\xf0\x9f\x98"), "base64"],
  "a valid text, and one more byte": [`${plain("seen")}\xf0`, "base64"],
  ...Object.fromEntries(
    [4093, 4094, 4095, 4096].flatMap((at) => [
      [`a character from byte ${at}`, [plain(padded(at, "\xf0\x9f\x98\x80")), "text"]],
      [`an end within a character from byte ${at}`, [plain(padded(at, "\xf0\x9f")).slice(0, -2), "base64"]],
    ]),
  ),
};

const RULES = { servers: [ORIGIN] };
const PLAIN: Messages = { response: Buffer.from(plain("seen")) };

/** Records messages, and returns their exchanges. Their verdicts are those that the recorder reported. */
async function recordAll(messages: readonly Messages[]): Promise<readonly Exchange[]> {
  const spec = createVaultSpec();
  const { out, report, results } = await recordMessages(messages, { spec });
  expect(report.runErrors).toEqual([]);
  const exchanges = await readHarExchanges(out);
  const { check } = loadContract(spec, RULES);
  // The recording of an invalid byte beside a secret has no body, so that only the live check sees the byte.
  const verdicts = exchanges.map((it) => (it.response.body.kind === "missing" ? "live" : check(it).verdict));
  expect(verdicts).toEqual(results.map(({ verdict }, index) => (verdicts[index] === "live" ? "live" : verdict)));
  return exchanges;
}

const toLatin1 = ({ body }: Exchange["response"]): readonly [Encoding | "reason", string] => {
  if (body.kind === "bytes") return ["base64", Buffer.from(body.bytes).toString("latin1")];
  if (body.kind === "text") return ["text", Buffer.from(body.text).toString("latin1")];
  return ["reason", body.kind === "none" ? "" : body.reason];
};

test("bodies of every kind, as responses and as requests", async () => {
  const bodies = Object.values(BODIES).map(([body]) => Buffer.from(body, "latin1"));
  const responses = await recordAll(bodies.map((response) => ({ response })));
  const requests = await recordAll(bodies.map((request) => ({ ...PLAIN, request, requestHeaders: JSON_TYPE })));
  for (const [index, [name, [body, encoding]]] of Object.entries(BODIES).entries()) {
    const { response } = responses[index] ?? {};
    const { request } = requests[index] ?? {};
    expect.soft(response && toLatin1(response), name).toEqual([encoding, body]);
    expect.soft(request && toLatin1({ ...request, status: 0 }), name).toEqual([encoding, body]);
  }
});

test.each(["/x", "/\\ud800", '"\\ud800"', '\\"\\ud800', "\\ud800"])(
  "the body of a response with Location: %s is where it belongs",
  async (location) => {
    const message = { ...PLAIN, responseHeaders: `${JSON_TYPE}Location: ${location}\r\n` };
    const [exchange] = await recordAll([message]);
    expect(exchange && toLatin1(exchange.response)).toEqual(["text", plain("seen")]);
    expect(exchange?.response.headers).toContainEqual(["Location", location]);
  },
);

const LOST = "the body of 1 bytes is not recorded";
const FORM = "Content-Type: application/x-www-form-urlencoded\r\n";
const XML = "Content-Type: application/xml\r\n";
const PNG = "Content-Type: image/png\r\n";
const UNKNOWN = "Content-Type: application/json; charset=utf8mb4\r\n";

/** Secrets are redacted next to bytes that are not text; those bytes stay. */
const SECRETS: Readonly<Record<string, readonly [headers: string, body: string, Encoding | "reason", string]>> = {
  "a text by its name": [JSON_TYPE, '{"password":"wolf"}', "text", '{"password":"[redacted]"}'],
  "by its name": [JSON_TYPE, '{"password":"wolf","a":"\xf6"}', "base64", '{"password":"[redacted]","a":"\xf6"}'],
  "by another name": [JSON_TYPE, '{"passwort":"wolf","a":"\xf6"}', "base64", '{"passwort":"wolf","a":"\xf6"}'],
  "by the spec": [JSON_TYPE, '{"mark":"wolf","a":"\xf6"}', "base64", '{"mark":"[redacted]","a":"\xf6"}'],
  "by its format": [JSON_TYPE, '["\xf6 Bearer Abc1def2ghi3jkl4"]', "base64", '["\xf6 Bearer [redacted]"]'],
  "with the only invalid byte": [JSON_TYPE, '{"password":"wolf\xf6"}', "reason", LOST],
  "by the spec, with the only invalid byte": [JSON_TYPE, '{"mark":"wolf\xf6"}', "reason", LOST],
  "that ends within a character": [JSON_TYPE, '{"mark":"wolf\xe2\x82', "reason", LOST],
  "that ends after a character": [JSON_TYPE, '{"mark":"wolf\xe2\x82\xac', "text", '{"mark":"[redacted]"'],
  "with an invalid byte, before another": [JSON_TYPE, '{"mark":"\xf6"}\xf6', "base64", '{"mark":"[redacted]"}\xf6'],
  "in a charset that is unknown": [UNKNOWN, '{"mark":"wolf"}', "base64", '{"mark":"[redacted]"}'],
  "in a form": [FORM, "a=\xf6&password=wolf", "base64", "a=\xf6&password=[redacted]"],
  "in XML": [XML, "<a>\xf6<password>wolf</password></a>", "base64", "<a>\xf6<password>[redacted]</password></a>"],
  "in a picture": [PNG, '{"password":"wolf","a":"\xf6"}', "base64", '{"password":"wolf","a":"\xf6"}'],
};

test("secrets next to invalid bytes", async () => {
  const messages = Object.values(SECRETS).map(([responseHeaders, body]) => ({
    ...{ responseHeaders, response: Buffer.from(body, "latin1") },
  }));
  const exchanges = await recordAll(messages);
  for (const [index, [name, [, , encoding, recorded]]] of Object.entries(SECRETS).entries()) {
    const { response } = exchanges[index] ?? {};
    expect.soft(response && toLatin1(response), name).toEqual([encoding, recorded]);
  }
});

test("characters that arrive in pieces", async () => {
  const euro = BOOK.replace("Emma", "\xe2\x82\xac");
  const surrogate = BOOK.replace("Emma", "\xed\xa0\x80");
  const bodies = [euro, surrogate].map((it) => Buffer.from(it, "latin1"));
  const at = euro.indexOf("\x82");
  const { exchanges } = await runDialogue(
    bodies.flatMap((body) => [
      ...[fromClient(GET), ok(`Content-Length: ${body.length}\r\n`, body.subarray(0, at))],
      ...[fromTarget(body.subarray(at, at + 1)), fromTarget(body.subarray(at + 1))],
      ...[post(`Content-Length: ${body.length}\r\n`, body.toString("latin1")), ok("Content-Length: 2\r\n", "{}")],
    ]),
  );
  const recorded = exchanges.map(({ request, response }) =>
    request.method === "POST" ? toLatin1({ ...request, status: 0 }) : toLatin1(response),
  );
  expect(recorded).toEqual([
    ["text", euro],
    ["text", euro],
    ["base64", surrogate],
    ["base64", surrogate],
  ]);
});
