import { expect, test } from "vitest";
import { redactForm, redactHeaderValue, redactText, redactUrl, redactWhole } from "../../../src/recording/index.js";

const token = "eyJhbGciOiJSUzI1NiJ9.e30.c2ln";

const urls: readonly (readonly [url: string, shown: string])[] = [
  ["https://h/a?limit=10&startOffset=0", "https://h/a?limit=10&startOffset=0"],
  ["https://user:pass@h/a", "https://[redacted]@h/a"],
  ["https://user:p@ss@h/a@b", "https://[redacted]@h/a@b"],
  ["//user@h/", "//[redacted]@h/"],
  ["/a@b?x=1", "/a@b?x=1"],
  ["https://h/?access_token=abc&x=1", "https://h/?access_token=[redacted]&x=1"],
  ["https://h/?x=1&Api-Key=abc#top", "https://h/?x=1&Api-Key=[redacted]#top"],
  ["https://h/?client%5Fsecret=abc", "https://h/?client%5Fsecret=[redacted]"],
  ["https://h/?code=1;password=2", "https://h/?code=[redacted];password=[redacted]"],
  ["https://h/cb#id_token=abc&state=1", "https://h/cb#id_token=[redacted]&state=1"],
  ["https://h/?%zz=1&sig=abc", "https://h/?%zz=1&sig=[redacted]"],
  ["https://h/?assertion&key=", "https://h/?assertion&key=[redacted]"],
  [`https://h/t/${token}/x`, "https://h/t/[redacted]/x"],
  [
    "https://h/?confirmPassword2=a&passwordConfirmation=b",
    "https://h/?confirmPassword2=[redacted]&passwordConfirmation=[redacted]",
  ],
  ["https://h/?barcode=1&keyword=2&tokens=3", "https://h/?barcode=1&keyword=2&tokens=3"],
  ["not a url", "not a url"],
];

for (const [url, shown] of urls) test(`${url} is shown as ${shown}`, () => expect(redactUrl(url)).toBe(shown));

const headers: readonly (readonly [name: string, value: string, shown: string])[] = [
  ["Authorization", `Bearer ${token}`, "Bearer [redacted]"],
  ["authorization", "Basic dTpw", "Basic [redacted]"],
  ["Authorization", "my secret key", "[redacted]"],
  ["Proxy-Authorization", "Digest username=u", "Digest [redacted]"],
  ["Cookie", "a=b; c=d", "[redacted]"],
  ["Set-Cookie", "sid=1; HttpOnly", "[redacted]"],
  ["X-Api-Key", "abc", "[redacted]"],
  ["X-Auth-Token", "abc", "[redacted]"],
  ["Service-Webhook-Signature", "abc", "[redacted]"],
  ["X-Amz-Security-Token", "abc", "[redacted]"],
  ["Location", "https://h/cb?code=abc", "https://h/cb?code=[redacted]"],
  ["Referer", "https://u:p@h/", "https://[redacted]@h/"],
  ["X-Debug", `got ${token}`, "got [redacted]"],
  ["Content-Type", "application/json", "application/json"],
  ["Service-Request-Id", "f47ac10b-58cc-4372-a567-0e02b2c3d47a", "f47ac10b-58cc-4372-a567-0e02b2c3d47a"],
  ["X-Hub-Signature-256", "sha256=abc", "[redacted]"],
  ["X-Next", "https://h/?access_token=abc&x=1", "https://h/?access_token=[redacted]&x=1"],
  ["WWW-Authenticate", 'Bearer realm="api1"', 'Bearer realm="api1"'],
];

for (const [name, value, shown] of headers) {
  test(`${name}: ${value} is shown as ${shown}`, () => expect(redactHeaderValue(name, value)).toBe(shown));
}

const texts: readonly (readonly [text: string, shown: string])[] = [
  [`"accessToken":"${token}"`, '"accessToken":"[redacted]"'],
  ['"eyJhbGciOiJSUzI1NiJ9.eyJleHA..."', '"[redacted]"'],
  ["sent Bearer abc123def456 to h", "sent Bearer [redacted] to h"],
  ["bearer abcdefghijklmnopqrstuvwxyz", "bearer [redacted]"],
  ["Basic dXNlcjpwYXNz", "Basic [redacted]"],
  ["Bearer authentication is required", "Bearer authentication is required"],
  ["Basic services plan with 30-day trial", "Basic services plan with 30-day trial"],
  [`id_token-${token}`, "id_token-[redacted]"],
  ["see https://user:pass@h/ and https://h:80/a@b", "see https://[redacted]@h/ and https://h:80/a@b"],
  [
    "at https://h/cb?code=abc&x=1 with password=abc, code=404",
    "at https://h/cb?code=[redacted]&x=1 with password=[redacted], code=404",
  ],
  ['"{\\"password\\": \\"abc\\", \\"code\\":\\"a\\"}"', '"{\\"password\\": \\"[redacted]\\", \\"code\\":\\"a\\"}"'],
  [`key ghp_${"a1".repeat(18)} of`, "key [redacted] of"],
  [`AKIA${"ABCD".repeat(4)} and sk_live_${"4".repeat(24)}`, "[redacted] and [redacted]"],
  ["-----BEGIN RSA PRIVATE KEY-----\nMIIB\n-----END", "[redacted]-----END"],
  ["monkey_business=1 and ask_live_answers", "monkey_business=1 and ask_live_answers"],
  ["eyJ is how a token begins", "eyJ is how a token begins"],
  [`a=b=c; ${"x".repeat(58)}-token=a; =; token=b=c`, `a=b=c; ${"x".repeat(58)}-token=[redacted]; =; token=[redacted]`],
  [
    `${"x".repeat(59)}-token=a ?${"x".repeat(58)}-token=a`,
    `${"x".repeat(59)}-token=a ?${"x".repeat(58)}-token=[redacted]`,
  ],
  ["host=h smtpPass=abc; DB_PASS=abc bypass=abc", "host=h smtpPass=[redacted]; DB_PASS=[redacted] bypass=abc"],
  ["DPoP abc123def456 BASIC dXNlcjpwYXNz", "DPoP [redacted] BASIC [redacted]"],
];

for (const [text, shown] of texts) test(`${text} is shown as ${shown}`, () => expect(redactText(text)).toBe(shown));

test("a form is shown without its secret fields", () => {
  expect(redactForm(`grantType=password&username=u&password=p+w&assertion=${token}`, redactWhole)).toBe(
    "grantType=password&username=u&password=[redacted]&assertion=[redacted]",
  );
});

test("redaction is linear in time", () => {
  for (const part of [
    "eyJ",
    "eyJa.",
    "Bearer ",
    "Bearer a",
    "?a=",
    "https://",
    "@",
    "://u:",
    "a=",
    'a\\":\\"',
    "-----BEGIN ",
  ]) {
    expect(redactUrl(`https://h/?${part.repeat(100_000)}`)).toMatch(/^https:\/\/h\/\?/);
    expect(redactText(part.repeat(100_000))).not.toBe("");
  }
});
