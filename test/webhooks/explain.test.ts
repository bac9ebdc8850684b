import { createHmac } from "node:crypto";
import { expect, test } from "vitest";
import { explainSignature, sign } from "../../src/webhooks/index.js";

const SECRET = "c2VjcmV0";
const BODY = '{"id":"1","name":"Größe","href":"https://a.example/b"}';
const right = sign(BODY, SECRET);
const digest = Buffer.from(right, "base64");
const parsed: unknown = JSON.parse(BODY);
const keyed = (key: Buffer | string): string => createHmac("sha1", key).update(BODY).digest("base64");

type Case = {
  readonly says: string;
  readonly payload?: string | Buffer;
  readonly signature: string | undefined;
  readonly codes: string[];
};

const CASES: readonly Case[] = [
  { says: "no header", signature: undefined, codes: ["signature.missing"] },
  { says: "an empty header", signature: " ", codes: ["signature.missing"] },
  { says: "hexadecimal", signature: digest.toString("hex"), codes: ["encoding.hex"] },
  { says: "hexadecimal in capitals", signature: digest.toString("hex").toUpperCase(), codes: ["encoding.hex"] },
  {
    says: "base64 of hexadecimal",
    signature: Buffer.from(digest.toString("hex")).toString("base64"),
    codes: ["encoding.base64-of-hex"],
  },
  { says: "base64 without padding", signature: right.slice(0, -1), codes: ["encoding.padding"] },
  { says: "a line end behind the signature", signature: `${right}\n`, codes: ["signature.whitespace"] },
  {
    says: "the name of the algorithm before it",
    signature: `sha1=${digest.toString("hex")}`,
    codes: ["encoding.hex", "signature.prefix"],
  },
  { says: "HMAC-SHA256", signature: createHmac("sha256", SECRET).update(BODY).digest("base64"), codes: ["algorithm"] },
  { says: "another known secret", signature: sign(BODY, "other"), codes: ["secret.other"] },
  { says: "a line end behind the secret", signature: sign(BODY, `${SECRET}\n`), codes: ["secret.whitespace"] },
  { says: "a decoded secret", signature: keyed(Buffer.from(SECRET, "base64")), codes: ["secret.decoded"] },
  {
    says: "a body written with indents",
    payload: JSON.stringify(parsed, null, 2),
    signature: right,
    codes: ["payload.serialised"],
  },
  {
    says: "a body that came with escapes",
    signature: sign(BODY.replace("öß", "\\u00f6\\u00df"), SECRET),
    codes: ["payload.serialised"],
  },
  {
    says: "a body that came with escaped slashes",
    signature: sign(BODY.replaceAll("/", "\\/"), SECRET),
    codes: ["payload.serialised"],
  },
  {
    says: "a body that came with spaces",
    signature: sign('{"id": "1", "name": "Größe", "href": "https://a.example/b"}', SECRET),
    codes: ["payload.serialised"],
  },
  { says: "a line end behind the body", payload: `${BODY}\n`, signature: right, codes: ["payload.line-ends"] },
  { says: "a byte order mark", payload: `\uFEFF${BODY}`, signature: right, codes: ["payload.byte-order-mark"] },
  {
    says: "a body read as Latin-1",
    payload: Buffer.from(BODY).toString("latin1"),
    signature: right,
    codes: ["payload.charset"],
  },
  {
    says: "a body of Latin-1",
    payload: BODY,
    signature: createHmac("sha1", SECRET).update(BODY, "latin1").digest("base64"),
    codes: ["payload.charset"],
  },
  {
    says: "a body of UTF-16",
    payload: BODY,
    signature: createHmac("sha1", SECRET).update(BODY, "utf16le").digest("base64"),
    codes: ["payload.charset"],
  },
  {
    says: "two faults at once",
    payload: JSON.stringify(parsed, null, 4),
    signature: digest.toString("hex"),
    codes: ["payload.serialised", "encoding.hex"],
  },
  { says: "something else", signature: sign("x", "y"), codes: ["unknown"] },
  { says: "no signature at all", signature: "hello", codes: ["unknown"] },
];

test.each(CASES)("$says", ({ payload = BODY, signature, codes }) => {
  const explanation = explainSignature({
    payload,
    signature,
    secret: SECRET,
    otherSecrets: ["first", "other", SECRET],
  });
  expect(explanation.valid ? [] : explanation.causes.map(({ code }) => code)).toEqual(codes);
  expect(JSON.stringify(explanation)).not.toContain(SECRET);
  expect(JSON.stringify(explanation)).not.toContain(right);
});

test("base64url, where it differs", () => {
  const body = Array.from({ length: 100 }, (_, index) => `body ${index}`).find((text) =>
    /[+/]/.test(sign(text, SECRET)),
  );
  expect(body).toBeDefined();
  const signature = Buffer.from(sign(body ?? "", SECRET), "base64").toString("base64url");
  const explanation = explainSignature({ payload: body ?? "", signature, secret: SECRET });
  expect(explanation).toMatchObject({ valid: false, causes: [{ code: "encoding.base64url" }] });
});

test("the place of another secret is told", () => {
  const explanation = explainSignature({
    payload: BODY,
    signature: sign(BODY, "b"),
    secret: SECRET,
    otherSecrets: ["a", "b"],
  });
  expect(explanation).toMatchObject({ causes: [{ message: expect.stringContaining("number 2 of the others given") }] });
});

test("a right signature needs no explanation", () => {
  expect(explainSignature({ payload: BODY, signature: right, secret: SECRET })).toEqual({ valid: true });
});
