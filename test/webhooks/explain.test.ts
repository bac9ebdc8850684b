import { createHmac } from "node:crypto";
import { expect, test } from "vitest";
import { explainSignature, sign } from "../../src/webhooks/index.js";

const SECRET = "c2VjcmV0";
const BODY = '{"id":"1","name":"Größe","href":"https://a.example/b"}';
const right = await sign(BODY, SECRET);
const digest = Buffer.from(right, "base64");
const parsed: unknown = JSON.parse(BODY);
const keyed = (key: Buffer | string): string => createHmac("sha1", key).update(BODY).digest("base64");

type Case = {
  readonly says: string;
  readonly payload?: string | Buffer;
  readonly secret?: string;
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
  ...["sha256", "sha384", "sha512"].map((name) => ({
    says: `HMAC-${name.toUpperCase()}`,
    signature: createHmac(name, SECRET).update(BODY).digest("base64"),
    codes: ["algorithm"],
  })),
  {
    says: "a secret decoded as hexadecimal",
    secret: "00ff10",
    signature: createHmac("sha1", Buffer.from("00ff10", "hex")).update(BODY).digest("base64"),
    codes: ["secret.decoded"],
  },
  { says: "another known secret", signature: await sign(BODY, "other"), codes: ["secret.other"] },
  { says: "a line end behind the secret", signature: await sign(BODY, `${SECRET}\n`), codes: ["secret.whitespace"] },
  { says: "a decoded secret", signature: keyed(Buffer.from(SECRET, "base64")), codes: ["secret.decoded"] },
  {
    says: "a body written with indents",
    payload: JSON.stringify(parsed, null, 2),
    signature: right,
    codes: ["payload.serialised"],
  },
  {
    says: "a body that came with escapes",
    signature: await sign(BODY.replace("öß", "\\u00f6\\u00df"), SECRET),
    codes: ["payload.serialised"],
  },
  {
    says: "a body that came with escaped slashes",
    signature: await sign(BODY.replaceAll("/", "\\/"), SECRET),
    codes: ["payload.serialised"],
  },
  {
    says: "a body that came with spaces",
    signature: await sign('{"id": "1", "name": "Größe", "href": "https://a.example/b"}', SECRET),
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
  { says: "something else", signature: await sign("x", "y"), codes: ["unknown"] },
  { says: "no signature at all", signature: "hello", codes: ["unknown"] },
];

test.each(CASES)("$says", async ({ payload = BODY, secret = SECRET, signature, codes }) => {
  const explanation = await explainSignature({
    payload,
    signature,
    secret,
    otherSecrets: ["first", "other", "", SECRET],
  });
  expect(explanation.valid ? [] : explanation.causes.map(({ code }) => code)).toEqual(codes);
  expect(JSON.stringify(explanation)).not.toContain(SECRET);
  expect(JSON.stringify(explanation)).not.toContain(right);
});

test("base64url, where it differs", async () => {
  const bodies = Array.from({ length: 100 }, (_, index) => `body ${index}`);
  const signatures = await Promise.all(bodies.map((body) => sign(body, SECRET)));
  const place = signatures.findIndex((text) => /[+/]/.test(text));
  expect(place).toBeGreaterThanOrEqual(0);
  const signature = Buffer.from(signatures[place] ?? "", "base64").toString("base64url");
  const explanation = await explainSignature({ payload: bodies[place] ?? "", signature, secret: SECRET });
  expect(explanation).toMatchObject({ valid: false, causes: [{ code: "encoding.base64url" }] });
});

test("the place of another secret is told", async () => {
  const explanation = await explainSignature({
    payload: BODY,
    signature: await sign(BODY, "b"),
    secret: SECRET,
    otherSecrets: ["a", "b"],
  });
  expect(explanation).toMatchObject({ causes: [{ message: expect.stringContaining("number 2 of the others given") }] });
});

test("a right signature needs no explanation", async () => {
  expect(await explainSignature({ payload: BODY, signature: right, secret: SECRET })).toEqual({ valid: true });
});
