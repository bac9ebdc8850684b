/** Whole exchanges with secrets, redacted: the file shows each part that has one. Names of secrets, and names like them. */
import { expect, test } from "vitest";
import { formatNdjsonLine } from "../../../src/recording/formats/ndjson.js";
import { type HeaderField, type RecordedBody, readRecording } from "../../../src/recording/index.js";
import { isOrdinaryCode, isSecretName, isSecretPath } from "../../../src/recording/redaction/redact.js";
import { redactSecrets } from "../../../src/recording/redaction/redact-secrets.js";
import { createTestExchange, startedAt } from "../create-test-exchange.js";

const SECRETS = (
  "authorization auth code cookie credential credentials jwt key pass passphrase passwd pin proxy-authorization pwd session " +
  "session_id set-cookie sid sig cvc cvv otp totp x-auth authkey AWSAccessKeyId code_verifier subscription-key X-Amz-Credential " +
  "SAMLResponse accessKey apikey api_key2 client_assertion authorizationCode id-jwt my_passphrase passcode private.key " +
  "clientSecret secret_key sessionKey X-Signature X-Signature-256 access_token xFunctionsKey userPassword password_confirm " +
  "passwordConfirmation password-repeat passwordRepeated password_again password_hash old_pwd"
).split(" ");
const OTHERS = (
  "author keys tokens barcode keyword passport session2x pinned codes secretary token_type tokens_count signatures hash " +
  "password_policy credentialed sidebar sign assertions accesskeys jwts cookies"
).split(" ");

test.each(SECRETS)("%s is the name of a secret", (name) => {
  expect(isSecretName(name)).toBe(true);
});
test.each(OTHERS)("%s is not the name of a secret", (name) => {
  expect(isSecretName(name)).toBe(false);
});

test.each([
  ["code", "not-found", true],
  ["code", "12345", true],
  ["code", "123456", false],
  ["code", '"123456"', false],
  ["code", "12345678", false],
  ["code", "123456789", true],
  ["key", "abcdefghijkl", true],
  ["key", "abcdefghijk1", false],
  ["key", "abcdefghij1", true],
  ["pin", "1", false],
])("the %s %s is an ordinary value: %j", (name, value, isOrdinary) => {
  expect(isOrdinaryCode(name, value)).toBe(isOrdinary);
  expect(isSecretPath(["a", name], value)).toBe(!isOrdinary);
  expect(isSecretPath([name, "a"], value)).toBe(true);
  expect(isSecretPath(["a", "b"], value)).toBe(false);
});

const TOKEN = "eyJhbGciOiJSUzI1NiJ9.e30.c2ln";
const bytes = (text: string): RecordedBody => ({ kind: "bytes", bytes: Buffer.from(text, "latin1") });
const part = (name: string, text: string): string =>
  `--x\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${text}\r\n`;

const BODIES: readonly (readonly [type: string, body: string | RecordedBody])[] = [
  ["application/json", '{"token":"a","n":[{"pin":1234,"x":1}],"code":"not-found","key":"abcdefghijk1"}'],
  ["application/json", '{"session":{"id":"a","at":1,"ok":true,"no":null,"list":["b",-1.5e3]},"after":"c"}'],
  ["application/json", '{"\\u0074oken":"a","to\\"ken":"b","pass":"un\\"quoted","cut":"'],
  ["application/json", '[{"password":"a"},"b"]'],
  ["application/json", `{"note":"${TOKEN}","url":"https://u:p@h/?sig=1","text":"password=abc"}`],
  ["application/json", '{"a":"plain"}'],
  ["application/json", { kind: "none" }],
  ["application/json", { kind: "missing", reason: "r" }],
  ["application/json", bytes('{"token":"a"}')],
  ["application/octet-stream", bytes("\u0000\u00ff token=abc")],
  ["application/x-www-form-urlencoded", "user=a&password=b&x=1&access_token"],
  ["text/plain", `Bearer abc123def456 and ${TOKEN}`],
  ["multipart/form-data; boundary=x", `${part("password", "a")}${part("note", "b")}--x--`],
  ["multipart/form-data; boundary=x", bytes(`${part("password", "a")}${part("note", "\u00ff")}--x--`)],
  ["multipart/form-data; boundary=x", bytes(`${part("note", "\u00ff")}--x--`)],
  ["application/xml", '<a token="b"><password>c</password><note>d</note></a>'],
  ["text/xml", bytes("<a><secret>b</secret></a>")],
  ["nonsense", '{"token":"a"}'],
  ["", '{"token":"a"}'],
];
const HEADERS: readonly HeaderField[] = [
  ["Cookie", "sid=1; theme=dark; plain"],
  ["Set-Cookie", "sid=1; Path=/; HttpOnly"],
  ["set-cookie", "only; Secure"],
  ["Authorization", "Bearer abc"],
  ["X-Api-Key", "abc"],
  ["X-Note", "plain"],
];

const showBody = (body: RecordedBody): string =>
  body.kind === "bytes" ? `bytes ${Buffer.from(body.bytes).toString("latin1")}` : JSON.stringify(body);

test("exchanges", async () => {
  const headers = redactSecrets(
    createTestExchange({ request: { headers: HEADERS, url: "https://u:p@h/?token=a&b=1" } }),
  ).request;
  const lines = BODIES.flatMap(([type, written]) => {
    const body: RecordedBody = typeof written === "string" ? { kind: "text", text: written } : written;
    const message = { headers: type === "" ? [] : [["Content-Type", type] as const], body };
    const { request, response } = redactSecrets(createTestExchange({ request: message, response: message }));
    expect(response.body).toEqual(request.body);
    const shown = request.body === body ? "the same" : showBody(request.body);
    return [`${type}: ${showBody(body)}`, `  ${shown}`].map((line) => line.replaceAll("\r\n", "␍"));
  });
  const all = [headers.url, ...headers.headers.map((field) => field.join(": ")), ...lines];
  await expect(`${all.join("\n").replaceAll("\u0000", "␀")}\n`).toMatchFileSnapshot("exchanges.txt");
});

test("a reason why an exchange is incomplete holds no token", () => {
  expect(redactSecrets({ ...createTestExchange(), incomplete: `sent ${TOKEN}` }).incomplete).toBe("sent [redacted]");
  expect("incomplete" in redactSecrets(createTestExchange())).toBe(false);
});

test("a written line reads back as the exchange", async () => {
  const plain = createTestExchange();
  const full = {
    ...createTestExchange({
      request: { method: "POST", headers: [["A", "b"]], body: { kind: "text", text: "{}" } },
      response: { status: 404, body: bytes("\u00ff") },
    }),
    ...{ durationMs: 5, webhook: { name: "w", isVerified: true }, consumer: "shop" },
  };
  const exchanges = [
    plain,
    { ...full, origin: { ...full.origin, startedAt } },
    { ...plain, incomplete: "aborted" },
    {
      ...{ ...plain, notLogged: ["response.body" as const] },
      response: { ...plain.response, body: { kind: "missing", reason: "r" } as const },
    },
  ];
  async function* chunks(): AsyncGenerator<Uint8Array> {
    for (const exchange of exchanges) yield Buffer.from(formatNdjsonLine(exchange));
  }
  const read = [];
  for await (const batch of readRecording({ name: "made.ndjson", chunks: chunks() })) read.push(...batch);
  const restored = read.map((it) =>
    it.kind === "exchange"
      ? { ...it.exchange, origin: { ...it.exchange.origin, source: "made", index: 0, pointer: "/0" } }
      : it,
  );
  expect(JSON.parse(JSON.stringify(restored))).toEqual(JSON.parse(JSON.stringify(exchanges)));
});
