import {
  createECDH,
  createHash,
  createPrivateKey,
  createPublicKey,
  type JsonWebKey,
  type KeyObject,
} from "node:crypto";
import { isObject } from "../../document/index.js";
import { quote } from "../../schema/index.js";
import { deriveBytes } from "../context/derived-ids.js";
import { FieldError } from "./read-fields.js";

/** Signature algorithms for applications (RFC 7518, section 3.1). */
export type AssertionAlgorithm = "RS256" | "PS256" | "ES256";

/** A stored public key of an application (RFC 7517). When `alg` is set, the key is used with that algorithm only. */
export type PublicJwk = {
  readonly kid: string;
  readonly alg?: AssertionAlgorithm;
} & (
  | { readonly kty: "RSA"; readonly n: string; readonly e: string }
  | { readonly kty: "EC"; readonly crv: "P-256"; readonly x: string; readonly y: string }
);

/** The format of key ids. */
export const KEY_ID = /^[A-Za-z0-9._-]{1,128}$/;

/**
 * Reads a public key as JWK or PEM: RSA with 2048 to 8192 bits, or EC on P-256. Without a `kid`, its id is its
 * thumbprint (RFC 7638).
 *
 * @param pointer the location of the key, for error messages
 * @throws FieldError for a private, symmetric, weak or invalid key
 */
export function readPublicKey(value: unknown, pointer: string): PublicJwk {
  if (typeof value === "string") return toPublicJwk(importPem(value, pointer), {}, pointer);
  if (!isObject(value)) throw new FieldError(pointer, `expected ${ACCEPTED_KEYS}`);
  const secret = SECRET_MEMBERS.find((name) => Object.hasOwn(value, name));
  if (secret !== undefined)
    throw new FieldError(pointer, `the key has the member ${quote(secret)}: ${PRIVATE_KEY_HINT}`);
  const { kid, alg, use } = value;
  if (kid !== undefined && (typeof kid !== "string" || !KEY_ID.test(kid)))
    throw new FieldError(`${pointer}/kid`, "expected 1 to 128 letters, digits, dots, dashes and underscores");
  if (use !== undefined && use !== "sig")
    throw new FieldError(`${pointer}/use`, 'expected "sig": the key is for signatures');
  return toPublicJwk(importPublicKey({ key: value as JsonWebKey, format: "jwk" }, pointer), { kid, alg }, pointer);
}

/** The algorithms that a key can be used with: its `alg`, or all that its type allows. */
export function listAlgorithms(jwk: PublicJwk): readonly AssertionAlgorithm[] {
  if (jwk.alg !== undefined) return [jwk.alg];
  return jwk.kty === "RSA" ? ["RS256", "PS256"] : ["ES256"];
}

const ACCEPTED_KEYS = "a public key as a JWK object or as PEM (BEGIN PUBLIC KEY): RSA from 2048 bits, or EC on P-256";
const PRIVATE_KEY_HINT = "it is not public. Pass the public key only; the private key stays with the client";
/** Members of private RSA and EC keys and of symmetric keys (RFC 7518, sections 6.2.2, 6.3.2 and 6.4). */
const SECRET_MEMBERS = ["d", "p", "q", "dp", "dq", "qi", "oth", "k"];

function importPem(text: string, pointer: string): KeyObject {
  if (/PRIVATE KEY-----/.test(text)) throw new FieldError(pointer, `the key is a private key: ${PRIVATE_KEY_HINT}`);
  if (!/^\s*-----BEGIN (RSA )?PUBLIC KEY-----/.test(text)) throw new FieldError(pointer, `expected ${ACCEPTED_KEYS}`);
  return importPublicKey(text.trimStart(), pointer);
}

function importPublicKey(key: Parameters<typeof createPublicKey>[0], pointer: string): KeyObject {
  try {
    return createPublicKey(key);
  } catch {
    // Omits the cause: messages of OpenSSL differ between versions.
    throw new FieldError(pointer, `the key is invalid; expected ${ACCEPTED_KEYS}`);
  }
}

type DeclaredMembers = { readonly kid?: unknown; readonly alg?: unknown };

function toPublicJwk(key: KeyObject, declared: DeclaredMembers, pointer: string): PublicJwk {
  const { modulusLength = 0, publicExponent = 0n, namedCurve } = key.asymmetricKeyDetails ?? {};
  if (key.asymmetricKeyType === "rsa") {
    if (modulusLength < 2048 || modulusLength > 8192)
      throw new FieldError(pointer, `the RSA key has ${modulusLength} bits; expected 2048 to 8192`);
    if (publicExponent < 3n) throw new FieldError(pointer, "the RSA key has an unsafe exponent; expected 65537");
  } else if (key.asymmetricKeyType !== "ec" || namedCurve !== "prime256v1") {
    throw new FieldError(pointer, `the key has an unsupported type; expected ${ACCEPTED_KEYS}`);
  }
  const { n = "", e = "", x = "", y = "" } = key.export({ format: "jwk" });
  const numbers =
    key.asymmetricKeyType === "rsa" ? ({ e, kty: "RSA", n } as const) : ({ crv: "P-256", kty: "EC", x, y } as const);
  // The members are in the order that RFC 7638 requires.
  const thumbprint = createHash("sha256").update(JSON.stringify(numbers)).digest("base64url");
  const jwk = { ...numbers, kid: typeof declared.kid === "string" ? declared.kid : thumbprint };
  if (declared.alg === undefined) return jwk;
  const alg = listAlgorithms(jwk).find((it) => it === declared.alg);
  if (alg === undefined)
    throw new FieldError(`${pointer}/alg`, `expected ${listAlgorithms(jwk).join(" or ")} for a key of this type`);
  return { ...jwk, alg };
}

/** Derives the key pair of the demo application from the seed. */
export function deriveDemoKey(seed: string) {
  const derived = BigInt(`0x${Buffer.from(deriveBytes(seed, "demo-key")).toString("hex")}`);
  const scalar = Buffer.from(((derived % (P256_ORDER - 1n)) + 1n).toString(16).padStart(64, "0"), "hex");
  const pair = createECDH("prime256v1");
  pair.setPrivateKey(scalar);
  const point = pair.getPublicKey();
  const publicKey = {
    kty: "EC",
    crv: "P-256",
    x: point.subarray(1, 33).toString("base64url"),
    y: point.subarray(33).toString("base64url"),
  } as const;
  const privateKey = createPrivateKey({ key: { ...publicKey, d: scalar.toString("base64url") }, format: "jwk" });
  return {
    privateKeyPem: privateKey.export({ format: "pem", type: "pkcs8" }).toString(),
    publicJwk: readPublicKey({ ...publicKey, alg: "ES256" }, "/keys/0"),
  };
}

/** The order of P-256; private keys are from 1 to one less (SEC 2, section 2.4.2). */
const P256_ORDER = 0xffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc632551n;
