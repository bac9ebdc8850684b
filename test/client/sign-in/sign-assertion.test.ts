import { createSecretKey, generateKeyPairSync } from "node:crypto";
import { compactVerify, decodeProtectedHeader } from "jose";
import { describe, expect, test } from "vitest";
import {
  type AssertionIssuer,
  type PrivateKey,
  type SigningAlgorithm,
  signAssertion,
} from "../../../src/client/sign-in/sign-assertion.js";
import { START } from "./connection.js";
import { cryptoKey, ed25519, jwk, p256, p384, pem, rsa } from "./keys.js";

type Taken = {
  readonly name: string;
  readonly pair: typeof rsa;
  readonly key: PrivateKey | (() => Promise<PrivateKey>);
  readonly algorithm?: SigningAlgorithm;
  readonly alg: SigningAlgorithm;
  readonly keyId?: string;
  readonly kid?: string;
};

const SHA256 = "SHA-256";
const TAKEN: readonly Taken[] = [
  { name: "RSA as PEM", pair: rsa, key: pem(rsa), alg: "RS256" },
  { name: "RSA as PEM, by PS256", pair: rsa, key: pem(rsa), algorithm: "PS256", alg: "PS256" },
  { name: "P-256 as PEM", pair: p256, key: pem(p256), alg: "ES256" },
  { name: "P-384 as PEM", pair: p384, key: pem(p384), alg: "ES384" },
  { name: "Ed25519 as PEM", pair: ed25519, key: pem(ed25519), alg: "EdDSA" },
  { name: "RSA as JWK", pair: rsa, key: jwk(rsa), alg: "RS256" },
  { name: "RSA as JWK that says PS256", pair: rsa, key: jwk(rsa, { alg: "PS256" }), alg: "PS256" },
  { name: "P-256 as JWK", pair: p256, key: jwk(p256, { use: "sig", key_ops: ["sign"] }), alg: "ES256" },
  { name: "P-384 as JWK", pair: p384, key: jwk(p384), alg: "ES384" },
  { name: "Ed25519 as JWK", pair: ed25519, key: jwk(ed25519), alg: "EdDSA" },
  { name: "a JWK with kid", pair: p256, key: jwk(p256, { kid: "first" }), alg: "ES256", kid: "first" },
  {
    name: "a key id beside that of the JWK",
    pair: p256,
    key: jwk(p256, { kid: "first" }),
    alg: "ES256",
    keyId: "ключ",
    kid: "ключ",
  },
  { name: "a key id for PEM", pair: p256, key: pem(p256), alg: "ES256", keyId: "second", kid: "second" },
  {
    name: "RSA as CryptoKey",
    pair: rsa,
    key: () => cryptoKey(rsa, { name: "RSASSA-PKCS1-v1_5", hash: SHA256 }),
    alg: "RS256",
  },
  {
    name: "RSA-PSS as CryptoKey",
    pair: rsa,
    key: () => cryptoKey(rsa, { name: "RSA-PSS", hash: SHA256 }),
    alg: "PS256",
  },
  {
    name: "P-256 as CryptoKey",
    pair: p256,
    key: () => cryptoKey(p256, { name: "ECDSA", namedCurve: "P-256" }),
    alg: "ES256",
  },
  {
    name: "P-384 as CryptoKey",
    pair: p384,
    key: () => cryptoKey(p384, { name: "ECDSA", namedCurve: "P-384" }),
    alg: "ES384",
  },
  { name: "Ed25519 as CryptoKey", pair: ed25519, key: () => cryptoKey(ed25519, { name: "Ed25519" }), alg: "EdDSA" },
  { name: "PEM as a Buffer", pair: p256, key: Buffer.from(pem(p256)), alg: "ES256" },
  { name: "PEM as bytes", pair: rsa, key: new TextEncoder().encode(pem(rsa)), alg: "RS256" },
  { name: "RSA as KeyObject", pair: rsa, key: rsa.privateKey, alg: "RS256" },
  { name: "P-384 as KeyObject", pair: p384, key: p384.privateKey, alg: "ES384" },
  { name: "Ed25519 as KeyObject", pair: ed25519, key: ed25519.privateKey, alg: "EdDSA" },
  { name: "PEM with CRLF", pair: p256, key: pem(p256).replaceAll("\n", "\r\n"), alg: "ES256" },
  { name: "PEM whose line ends are two characters", pair: p256, key: pem(p256).replaceAll("\n", "\\n"), alg: "ES256" },
  { name: "PEM on one line", pair: p256, key: pem(p256).replaceAll("\n", ""), alg: "ES256" },
  { name: "PEM behind other text", pair: p256, key: `Bag Attributes\n    name: a\n${pem(p256)}\n`, alg: "ES256" },
];

describe("keys that sign", () => {
  test.each(TAKEN)("$name", async ({ pair, key, algorithm, alg, keyId, kid }) => {
    const issuer: AssertionIssuer = {
      applicationId: "urn:aid:ä",
      privateKey: typeof key === "function" ? await key() : key,
      ...(algorithm === undefined ? {} : { algorithm }),
      ...(keyId === undefined ? {} : { keyId }),
    };
    const jwt = await signAssertion(issuer, "https://service.example", START + 999, "one");
    const { payload } = await compactVerify(jwt, pair.publicKey, { algorithms: [alg] });
    const iat = START / 1000;
    expect(JSON.parse(new TextDecoder().decode(payload))).toEqual({
      ...{ iss: "urn:aid:ä", sub: "urn:aid:ä", aud: "https://service.example" },
      ...{ iat, exp: iat + 300, jti: "one" },
    });
    expect(decodeProtectedHeader(jwt)).toEqual({ alg, typ: "JWT", ...(kid === undefined ? {} : { kid }) });
  });
});

/** The accepted keys, which every message lists. */
const RIGHT = "privateKey must be PKCS #8 (openssl pkey) or JWK for";
const ALL = `${RIGHT} RS256,ES256,ES384,PS256,EdDSA, not`;

const encrypted = String(
  p256.privateKey.export({ format: "pem", type: "pkcs8", cipher: "aes-256-cbc", passphrase: "hidden words" }),
);
const publicPem = String(p256.publicKey.export({ format: "pem", type: "spki" }));
const p521 = generateKeyPairSync("ec", { namedCurve: "P-521" });
const certificate = "-----BEGIN CERTIFICATE-----\nczNjcmV0LXMzY3JldC1zM2NyZXQ=\n-----END CERTIFICATE-----";

const REFUSED: readonly {
  readonly name: string;
  readonly key: unknown;
  readonly title: string;
  readonly algorithm?: string;
}[] = [
  { name: "PKCS #1", key: pem(rsa, "pkcs1"), title: `${ALL} RSA PRIVATE KEY` },
  { name: "PKCS #1 as bytes", key: Buffer.from(pem(rsa, "pkcs1")), title: `${ALL} RSA PRIVATE KEY` },
  { name: "SEC 1", key: pem(p256, "sec1"), title: `${ALL} EC PRIVATE KEY` },
  {
    name: "SEC 1 behind its parameters",
    key: `-----BEGIN EC PARAMETERS-----\nBggqhkjOPQMBBw==\n-----END EC PARAMETERS-----\n${pem(p256, "sec1")}`,
    title: `${ALL} EC PRIVATE KEY`,
  },
  { name: "an encrypted key", key: encrypted, title: `${ALL} ENCRYPTED PRIVATE KEY` },
  {
    name: "a key of OpenSSH",
    key: "-----BEGIN OPENSSH PRIVATE KEY-----\nb3BlbnNzaA==\n",
    title: `${ALL} OPENSSH PRIVATE KEY`,
  },
  { name: "a public key", key: publicPem, title: `${ALL} PUBLIC KEY` },
  { name: "a certificate", key: certificate, title: `${ALL} CERTIFICATE` },
  { name: "a public KeyObject", key: rsa.publicKey, title: `${ALL} public` },
  { name: "a KeyObject of another curve", key: p521.privateKey, title: `${ALL} object` },
  { name: "a secret KeyObject", key: createSecretKey(Buffer.from("s3cret-s3cret")), title: `${ALL} object` },
  { name: "no PEM", key: "s3cret-s3cret-s3cret", title: `${ALL} string` },
  { name: "bytes that are no PEM", key: Buffer.from("s3cret-s3cret-s3cret"), title: `${ALL} object` },
  { name: "nothing", key: "", title: `${ALL} empty` },
  { name: "no bytes", key: Buffer.alloc(0), title: `${ALL} empty` },
  { name: "PEM that is no base64", key: pem(p256).replace("\n", "\n*"), title: `${ALL} PRIVATE KEY` },
  {
    name: "PEM cut short",
    key: `${pem(p256).slice(0, 90)}\n-----END PRIVATE KEY-----`,
    title: `${ALL} PRIVATE KEY`,
  },
  { name: "PEM with one byte changed", key: pem(p256).replace("MIG", "MIH"), title: `${ALL} PRIVATE KEY` },
  { name: "a public JWK", key: p256.publicKey.export({ format: "jwk" }), title: `${ALL} JWK without d` },
  { name: "a JWK that is for encryption", key: jwk(rsa, { use: "enc" }), title: `${ALL} object` },
  { name: "a JWK that may only verify", key: jwk(p256, { key_ops: ["verify"] }), title: `${ALL} object` },
  { name: "a JWK of another algorithm", key: jwk(rsa, { alg: "RS512" }), title: `${RIGHT} RS512, not object` },
  { name: "a JWK of another curve", key: jwk(p256, { crv: "P-521" }), title: `${ALL} object` },
  { name: "a symmetric JWK", key: { kty: "oct", k: "c2VjcmV0" }, title: `${ALL} JWK without d` },
  { name: "an EC key for RS256", key: pem(p256), algorithm: "RS256", title: `${RIGHT} RS256, not ES256` },
  { name: "an RSA key for ES256", key: pem(rsa), algorithm: "ES256", title: `${RIGHT} ES256, not RS256` },
  { name: "a key for an algorithm of secrets", key: pem(rsa), algorithm: "HS256", title: `${RIGHT} HS256, not RS256` },
  { name: "a variable that is missing", key: undefined, title: `${ALL} undefined` },
  { name: "null", key: null, title: `${ALL} object` },
  { name: "an object that is no key", key: { key: "s3cret" }, title: `${ALL} object` },
];

describe("unusable keys are reported without their content", () => {
  test.each(REFUSED)("$name", async ({ key, title, algorithm }) => {
    const error = await signedBy(key, algorithm).catch((caught: unknown) => caught);
    expect(error).toMatchObject({
      kind: "sign-in",
      attempts: 0,
      message: `signIn: sign-in: ${title} {"attempts":0}`,
    });
    expect(error).not.toHaveProperty("status");
    const text = `${(error as Error).message} ${(error as Error).stack} ${JSON.stringify(error)}`;
    const content = typeof key === "string" ? key.split(/\s+|-+/) : Object.values(Object(key) as object);
    for (const part of content) if (String(part).length > 11) expect(text).not.toContain(String(part));
    expect(text).not.toContain("s3cret");
    expect((error as Error).cause).toBeUndefined();
  });
});

function signedBy(key: unknown, algorithm: string | undefined): Promise<string> {
  const issuer: AssertionIssuer = {
    applicationId: "urn:aid:a",
    privateKey: key as PrivateKey,
    ...(algorithm === undefined ? {} : { algorithm: algorithm as SigningAlgorithm }),
  };
  return signAssertion(issuer, "a", 0, "j");
}
