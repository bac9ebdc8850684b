import { createHash, createPublicKey, type JsonWebKey, type KeyObject } from "node:crypto";
import { isObject } from "../../document/index.js";
import { quote } from "../../schema/index.js";
import { RegistryError } from "./registry-error.js";

/** Algorithms by which an application may sign (RFC 7518, section 3.1). */
export type SigningAlgorithm = "RS256" | "PS256" | "ES256";

/** A public key of an application as it is stored (RFC 7517): `alg`, where it is known, is the only one it is used with. */
export type PublicJwk = {
  readonly kid: string;
  readonly alg?: SigningAlgorithm;
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
  if (typeof value === "string") return storedKey(fromPem(value, pointer), {}, pointer);
  if (!isObject(value)) throw new RegistryError(pointer, `expected ${ACCEPTED}`);
  const secret = SECRET_MEMBERS.find((name) => Object.hasOwn(value, name));
  if (secret !== undefined) throw new RegistryError(pointer, `the key has the member ${quote(secret)}: ${PRIVATE}`);
  const { kid, alg, use } = value;
  if (kid !== undefined && (typeof kid !== "string" || !KEY_ID.test(kid)))
    throw new RegistryError(`${pointer}/kid`, "expected 1 to 128 letters, digits, dots, dashes and underscores");
  if (use !== undefined && use !== "sig")
    throw new RegistryError(`${pointer}/use`, 'expected "sig": the key is for signatures');
  return storedKey(imported({ key: value as JsonWebKey, format: "jwk" }, pointer), { kid, alg }, pointer);
}

/** The algorithms that a key may be used with: of one it is told, or all that its type allows. */
export function algorithmsOf(jwk: PublicJwk): readonly SigningAlgorithm[] {
  if (jwk.alg !== undefined) return [jwk.alg];
  return jwk.kty === "RSA" ? ["RS256", "PS256"] : ["ES256"];
}

const ACCEPTED = "a public key as a JWK object or as PEM (BEGIN PUBLIC KEY): RSA from 2048 bits, or EC on P-256";
const PRIVATE = "it is not public. Give the public key only; the private one stays with the client";
/** Of private RSA and EC keys, and of symmetric ones (RFC 7518, sections 6.2.2, 6.3.2 and 6.4). */
const SECRET_MEMBERS = ["d", "p", "q", "dp", "dq", "qi", "oth", "k"];

function fromPem(text: string, pointer: string): KeyObject {
  if (/PRIVATE KEY-----/.test(text)) throw new RegistryError(pointer, `the key is a private key: ${PRIVATE}`);
  if (!/^\s*-----BEGIN (RSA )?PUBLIC KEY-----/.test(text)) throw new RegistryError(pointer, `expected ${ACCEPTED}`);
  return imported(text, pointer);
}

function imported(key: Parameters<typeof createPublicKey>[0], pointer: string): KeyObject {
  try {
    return createPublicKey(key);
  } catch {
    // Without the cause: its words are OpenSSL's and differ between versions.
    throw new RegistryError(pointer, `the key cannot be read; expected ${ACCEPTED}`);
  }
}

type Told = { readonly kid?: unknown; readonly alg?: unknown };

function storedKey(key: KeyObject, told: Told, pointer: string): PublicJwk {
  const { modulusLength = 0, publicExponent = 0n, namedCurve } = key.asymmetricKeyDetails ?? {};
  if (key.asymmetricKeyType === "rsa") {
    if (modulusLength < 2048 || modulusLength > 8192)
      throw new RegistryError(pointer, `the RSA key has ${modulusLength} bits; expected 2048 to 8192`);
    if (publicExponent < 3n) throw new RegistryError(pointer, "the RSA key has no safe exponent; expected 65537");
  } else if (key.asymmetricKeyType !== "ec" || namedCurve !== "prime256v1") {
    throw new RegistryError(pointer, `the key is of another type; expected ${ACCEPTED}`);
  }
  const { n = "", e = "", x = "", y = "" } = key.export({ format: "jwk" });
  const numbers =
    key.asymmetricKeyType === "rsa" ? ({ e, kty: "RSA", n } as const) : ({ crv: "P-256", kty: "EC", x, y } as const);
  // Its members are in the order that RFC 7638 asks for.
  const thumbprint = createHash("sha256").update(JSON.stringify(numbers)).digest("base64url");
  const jwk = { ...numbers, kid: typeof told.kid === "string" ? told.kid : thumbprint };
  if (told.alg === undefined) return jwk;
  const fitting = algorithmsOf(jwk).find((alg) => alg === told.alg);
  if (fitting === undefined)
    throw new RegistryError(`${pointer}/alg`, `expected ${algorithmsOf(jwk).join(" or ")} for a key of this type`);
  return { ...jwk, alg: fitting };
}
