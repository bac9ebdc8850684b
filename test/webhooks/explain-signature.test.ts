/** All causes of wrong signatures, with their messages. */
import { createHmac } from "node:crypto";
import { expect, test } from "vitest";
import { explainSignature } from "../../src/webhooks/index.js";

const BODY = '{"id":"1","name":"Größe: a, b","href":"/b"}';
const digestOf = (body: string | Buffer, secret: string | Buffer = "secret", hash = "sha1"): Buffer =>
  createHmac(hash, secret).update(body).digest();
const sign = (...given: Parameters<typeof digestOf>): string => digestOf(...given).toString("base64");
const RIGHT = sign(BODY);
const HEX = digestOf(BODY).toString("hex");
const PARSED: unknown = JSON.parse(BODY);

const HEXADECIMAL = "The signature is hexadecimal; expected 28 characters of base64";
const algorithm = (name: string) => `The signature uses ${name}; expected HMAC-SHA1`;
const space = (where: string) => `The secret was used ${where} leading or trailing white space`;
const DECODED = "The secret was decoded as base64; use its characters as the key";
const other = (place: number) => `The signature matches another secret, number ${place} of the others`;
const CHANGED = "The payload was parsed and serialized again, or its line ends were changed: verify the raw body";
const MISSING = "No signature: read the header Service-Webhook-Signature, and let proxies forward it";
const FORM = "The format is valid, so the secret differs or the payload was changed in transit";
const unknown = (why: string) => `${why}. No other cause was found`;
const different = (length: number) =>
  unknown(`It has ${length} characters; base64 of an HMAC-SHA1 has 28 and ends with "="`);

/** The signed text or the header, and what is verified if it differs from BODY and `secret`. */
type Given = { readonly payload?: string | Buffer; readonly secret?: string; readonly signature: string | null };

test.each<[string, Given, readonly (readonly [code: string, message: string])[]]>([
  ["no header", { signature: null }, [["signature.missing", MISSING]]],
  ["an empty header", { signature: " " }, [["signature.missing", MISSING]]],
  ["hexadecimal", { signature: HEX }, [["encoding.hex", HEXADECIMAL]]],
  ["capitals", { signature: HEX.toUpperCase() }, [["encoding.hex", HEXADECIMAL]]],
  ["SHA-256", { signature: sign(BODY, "secret", "sha256") }, [["algorithm", algorithm("HMAC-SHA256")]]],
  ["SHA-384", { signature: sign(BODY, "secret", "sha384") }, [["algorithm", algorithm("HMAC-SHA384")]]],
  ["SHA-512", { signature: sign(BODY, "secret", "sha512") }, [["algorithm", algorithm("HMAC-SHA512")]]],
  ["quotation marks", { signature: `"${RIGHT}"` }, [["unknown", different(30)]]],
  ["a secret with spaces", { secret: " secret ", signature: RIGHT }, [["secret.whitespace", space("without")]]],
  ["a line end", { signature: sign(BODY, "secret\n") }, [["secret.whitespace", space("with")]]],
  ["CRLF", { signature: sign(BODY, "secret\r\n") }, [["secret.whitespace", space("with")]]],
  ["a space", { signature: sign(BODY, "secret ") }, [["secret.whitespace", space("with")]]],
  ["the first other secret", { signature: sign(BODY, "first") }, [["secret.other", other(1)]]],
  ["the second other secret", { signature: sign(BODY, "second") }, [["secret.other", other(2)]]],
  [
    "a secret decoded as base64",
    { secret: "ab+/", signature: sign(BODY, Buffer.from("ab+/", "base64")) },
    [["secret.decoded", DECODED]],
  ],
  [
    "a secret decoded as base64url",
    { secret: "ab-_cA==", signature: sign(BODY, Buffer.from("ab+/cA==", "base64")) },
    [["secret.decoded", DECODED]],
  ],
  [
    "a secret decoded as hexadecimal",
    { secret: "0aFF1", signature: sign(BODY, Buffer.from("0aff", "hex")) },
    [["unknown", unknown(FORM)]],
  ],
  [
    "a secret with an even number of digits",
    { secret: "0aFF", signature: sign(BODY, Buffer.from("0aff", "hex")) },
    [["unknown", unknown(FORM)]],
  ],
  // Texts that are not base64 are not decoded: too short, other characters, or one leftover character.
  [
    "a short secret",
    { secret: "abc", signature: sign(BODY, Buffer.from("abc", "base64")) },
    [["unknown", unknown(FORM)]],
  ],
  ["a secret with a space", { secret: "ab cd", signature: sign(BODY, "x") }, [["unknown", unknown(FORM)]]],
  ["a secret with an umlaut", { secret: "abcü", signature: sign(BODY, "x") }, [["unknown", unknown(FORM)]]],
  ["a secret of five characters", { secret: "abcde", signature: sign(BODY, "x") }, [["unknown", unknown(FORM)]]],
  ["indents of 2", { signature: sign(JSON.stringify(PARSED, null, 2)) }, [["payload.changed", CHANGED]]],
  ["indents of 4", { signature: sign(JSON.stringify(PARSED, null, 4)) }, [["payload.changed", CHANGED]]],
  [
    "spaces behind commas and colons",
    { signature: sign('{"id": "1", "name": "Größe: a, b", "href": "/b"}') },
    [["payload.changed", CHANGED]],
  ],
  ["escapes", { signature: sign(BODY.replace("öß", "\\u00f6\\u00df")) }, [["payload.changed", CHANGED]]],
  ["escaped slashes", { signature: sign(BODY.replace("/", "\\/")) }, [["payload.changed", CHANGED]]],
  ["a compact body", { payload: JSON.stringify(PARSED, null, 3), signature: RIGHT }, [["payload.changed", CHANGED]]],
  ["a line end behind", { payload: `${BODY}\n`, signature: RIGHT }, [["payload.changed", CHANGED]]],
  ["a line end that is gone", { signature: sign(`${BODY}\n`) }, [["payload.changed", CHANGED]]],
  ["CRLF that is gone", { signature: sign(`${BODY}\r\n`) }, [["payload.changed", CHANGED]]],
  ["LF for CRLF", { payload: "a\nb\r\nc", signature: sign("a\nb\nc") }, [["payload.changed", CHANGED]]],
  ["CRLF for LF", { payload: "a\nb\r\nc", signature: sign("a\r\nb\r\nc") }, [["payload.changed", CHANGED]]],
  [
    "two at once, the payload first",
    { payload: `${BODY}\n`, signature: HEX },
    [
      ["payload.changed", CHANGED],
      ["encoding.hex", HEXADECIMAL],
    ],
  ],
  ["hello", { signature: "hello" }, [["unknown", different(5)]]],
  ["nothing known", { signature: sign("other body") }, [["unknown", unknown(FORM)]]],
  ["no padding and nothing known", { signature: "a".repeat(28) }, [["unknown", different(28)]]],
  ["29 characters", { signature: `a${"a".repeat(27)}=` }, [["unknown", different(29)]]],
])("%s", async (_, { payload = BODY, secret = "secret", signature }, causes) => {
  // Ignores an empty secret and the given one.
  const otherSecrets = ["first", "", secret, "second"];
  expect(await explainSignature({ payload, signature, secret, otherSecrets })).toEqual({
    valid: false,
    causes: causes.map(([code, message]) => ({ code, message })),
  });
});

test("a valid signature needs no explanation", async () => {
  expect(await explainSignature({ payload: BODY, signature: RIGHT, secret: "secret" })).toEqual({ valid: true });
});
