/** Which names denote a secret, and which values of a "code" or "key" do. */
import { expect, test } from "vitest";
import {
  isOrdinaryCode,
  isSecretName,
  isSecretPath,
  redactHeaderValue,
} from "../../../src/recording/redaction/redact.js";

const SECRET = [
  "authorization auth code cookie credential credentials jwt key pass passphrase passwd pin",
  "Proxy-Authorization pwd session sessionId Set-Cookie sid sig cvc cvv otp totp X-Auth",
  "authKey AWSAccessKeyId code_verifier Ocp-Apim-Subscription-Key X-Amz-Credential",
  "SAMLResponse accessKey api_key client_assertion authorizationCode id.jwt myPassphrase",
  "passcode privateKey client_secret secretKey sessionKey signature token x-functions-key",
  "password2 user_password password_confirm passwordConfirmation passwdRepeat pwdRepeated",
  "passwordAgain passwordHash token1",
  "smtpPass DBPass Pass DB_PASS smtp-pass SMTP_PASS_2 pass1 p12Pass passConfirm pass_hash",
].join(" ");
const OPEN = [
  "author codes barcode cookies keyboard monkey pinned compass passenger sessions sign csv",
  "tokens secrets passwordless passwordHint subscription 1 credentialed",
  "bypass byPassed COMPASS encompass Passenger passed PASSED testsPassed passCount boardingPasses overpass1",
].join(" ");

test("names", () => {
  expect(SECRET.split(" ").filter((name) => !isSecretName(name))).toEqual([]);
  expect(OPEN.split(" ").filter((name) => isSecretName(name))).toEqual([]);
});

test.each<[name: string, value: string, isOrdinary: boolean]>([
  ["code", "E_NOT_FOUND", true],
  ["key", '"DE"', true],
  ["code", "12345", true],
  ["code", "123456", false],
  ["code", '"12345678"', false],
  ["code", "123456789", true],
  ["code", "abcdefghijkl", true],
  ["code", "abcdefghijk1", false],
  ["code", '"abcdefghij1"', true],
  ["code", "x123456", true],
  ["token", "DE", false],
])("%s %s is ordinary: %s", (name, value, isOrdinary) => {
  expect(isOrdinaryCode(name, value)).toBe(isOrdinary);
});

test.each<[names: readonly string[], isSecret: boolean]>([
  [["smtpPass"], true],
  [["smtpPass", "0"], true],
  [["boardingPass", "gate"], false],
  [["token", "0"], true],
  [["token", "hash"], true],
  [["token", "secret"], true],
  [["token", "user", "password"], true],
  [["password", "token", "name"], true],
  [["password", "old"], true],
  [["session", "id"], true],
  [["error", "code"], false],
  [["code", "text"], true],
  [["token", "value"], true],
  [["a", "b"], false],
  [[], false],
])("%j leads to a secret: %s", (names, isSecret) => {
  expect(isSecretPath(names, "DE")).toBe(isSecret);
});

const SCHEMES = "Basic Bearer Digest DPoP HMAC HOBA Mutual Negotiate NTLM OAuth AWS4-HMAC-SHA256".split(" ");

test("the scheme of credentials stays, and URLs are redacted in some headers only", () => {
  for (const scheme of SCHEMES)
    expect(redactHeaderValue("Proxy-Authorization", `${scheme.toLowerCase()}\tx`)).toBe(
      `${scheme.toLowerCase()} [redacted]`,
    );
  for (const value of ["xBasic y", "Basic", "Basicx y", "Unknown y"])
    expect(redactHeaderValue("AUTHORIZATION", value)).toBe("[redacted]");
  for (const name of ["Location", "Content-Location", "Referer", "Link", "Refresh"])
    expect(redactHeaderValue(name, "/a?code=1")).toBe("/a?code=[redacted]");
  expect(redactHeaderValue("X-Other", "/a code=1")).toBe("/a code=1");
});
