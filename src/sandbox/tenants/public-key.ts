import { createHash, createPublicKey, type JsonWebKey, type KeyObject } from "node:crypto";
import { isObject } from "../../document/index.js";
import { quote } from "../../schema/index.js";
import { TenantsError } from "./tenants-error.js";

/** Algorithms by which an application may sign (RFC 7518, section 3.1). */
export type AssertionAlgorithm = "RS256" | "PS256" | "ES256";

/** A public key of an application as it is stored (RFC 7517): `alg`, where it is known, is the only one it is used with. */
export type PublicJwk = {
  readonly kid: string;
  readonly alg?: AssertionAlgorithm;
} & (
  | { readonly kty: "RSA"; readonly n: string; readonly e: string }
  | { readonly kty: "EC"; readonly crv: "P-256"; readonly x: string; readonly y: string }
);

/** Key ids as assertions may name them. */
export const KEY_ID = /^[A-Za-z0-9._-]{1,128}$/;

/**
 * Reads a public key that is given as a JWK or as PEM: RSA of 2048 to 8192 bits, or EC on P-256. Without a `kid` its id is
 * its thumbprint (RFC 7638).
 *
 * @param pointer where it stands, for the message
 * @throws RegistryError for a private key, a symmetric one, a weak one, and for what is no key
 */
export function readPublicKey(value: unknown, pointer: string): PublicJwk {
  if (typeof value === "string") return toPublicJwk(importPem(value, pointer), {}, pointer);
  if (!isObject(value)) throw new TenantsError(pointer, `expected ${ACCEPTED_KEYS}`);
  const secret = SECRET_MEMBERS.find((name) => Object.hasOwn(value, name));
  if (secret !== undefined)
    throw new TenantsError(pointer, `the key has the member ${quote(secret)}: ${PRIVATE_KEY_HINT}`);
  const { kid, alg, use } = value;
  if (kid !== undefined && (typeof kid !== "string" || !KEY_ID.test(kid)))
    throw new TenantsError(`${pointer}/kid`, "expected 1 to 128 letters, digits, dots, dashes and underscores");
  if (use !== undefined && use !== "sig")
    throw new TenantsError(`${pointer}/use`, 'expected "sig": the key is for signatures');
  return toPublicJwk(importPublicKey({ key: value as JsonWebKey, format: "jwk" }, pointer), { kid, alg }, pointer);
}

/** The algorithms that a key may be used with: of one it is told, or all that its type allows. */
export function listAlgorithms(jwk: PublicJwk): readonly AssertionAlgorithm[] {
  if (jwk.alg !== undefined) return [jwk.alg];
  return jwk.kty === "RSA" ? ["RS256", "PS256"] : ["ES256"];
}

const ACCEPTED_KEYS = "a public key as a JWK object or as PEM (BEGIN PUBLIC KEY): RSA from 2048 bits, or EC on P-256";
const PRIVATE_KEY_HINT = "it is not public. Give the public key only; the private one stays with the client";
/** Of private RSA and EC keys, and of symmetric ones (RFC 7518, sections 6.2.2, 6.3.2 and 6.4). */
const SECRET_MEMBERS = ["d", "p", "q", "dp", "dq", "qi", "oth", "k"];

function importPem(text: string, pointer: string): KeyObject {
  if (/PRIVATE KEY-----/.test(text)) throw new TenantsError(pointer, `the key is a private key: ${PRIVATE_KEY_HINT}`);
  if (!/^\s*-----BEGIN (RSA )?PUBLIC KEY-----/.test(text)) throw new TenantsError(pointer, `expected ${ACCEPTED_KEYS}`);
  return importPublicKey(text, pointer);
}

function importPublicKey(key: Parameters<typeof createPublicKey>[0], pointer: string): KeyObject {
  try {
    return createPublicKey(key);
  } catch {
    // Without the cause: its words are OpenSSL's and differ between versions.
    throw new TenantsError(pointer, `the key cannot be read; expected ${ACCEPTED_KEYS}`);
  }
}

type DeclaredMembers = { readonly kid?: unknown; readonly alg?: unknown };

function toPublicJwk(key: KeyObject, told: DeclaredMembers, pointer: string): PublicJwk {
  const { modulusLength = 0, publicExponent = 0n, namedCurve } = key.asymmetricKeyDetails ?? {};
  if (key.asymmetricKeyType === "rsa") {
    if (modulusLength < 2048 || modulusLength > 8192)
      throw new TenantsError(pointer, `the RSA key has ${modulusLength} bits; expected 2048 to 8192`);
    if (publicExponent < 3n) throw new TenantsError(pointer, "the RSA key has no safe exponent; expected 65537");
  } else if (key.asymmetricKeyType !== "ec" || namedCurve !== "prime256v1") {
    throw new TenantsError(pointer, `the key is of another type; expected ${ACCEPTED_KEYS}`);
  }
  const { n = "", e = "", x = "", y = "" } = key.export({ format: "jwk" });
  const numbers =
    key.asymmetricKeyType === "rsa" ? ({ e, kty: "RSA", n } as const) : ({ crv: "P-256", kty: "EC", x, y } as const);
  // Its members are in the order that RFC 7638 asks for.
  const thumbprint = createHash("sha256").update(JSON.stringify(numbers)).digest("base64url");
  const jwk = { ...numbers, kid: typeof told.kid === "string" ? told.kid : thumbprint };
  if (told.alg === undefined) return jwk;
  const fitting = listAlgorithms(jwk).find((alg) => alg === told.alg);
  if (fitting === undefined)
    throw new TenantsError(`${pointer}/alg`, `expected ${listAlgorithms(jwk).join(" or ")} for a key of this type`);
  return { ...jwk, alg: fitting };
}
