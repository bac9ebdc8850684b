import { createSignInError } from "./sign-in-error.js";

/**
 * A private key: PKCS #8 as PEM (text or bytes) or DER, a JSON Web Key, a CryptoKey with the usage `sign`, or a
 * KeyObject of Node. Supports RSA, EC (P-256, P-384) and Ed25519.
 */
export type PrivateKey = string | Uint8Array | JsonWebKeyLike | CryptoKeyLike | KeyObjectLike;

/** A JSON Web Key (RFC 7517). Its `alg` restricts the algorithm, and its `kid` is sent. */
export type JsonWebKeyLike = {
  readonly kty: string;
  readonly kid?: string;
  readonly alg?: string;
  readonly [member: string]: unknown;
};

/** A CryptoKey, without the types of a platform. */
export type CryptoKeyLike = {
  readonly type: "private" | "public" | "secret";
  readonly algorithm: { readonly name: string };
  readonly usages: readonly string[];
};

/** A KeyObject of Node, which can become a JSON Web Key. */
export type KeyObjectLike = {
  readonly type: string;
  readonly export: (options: { readonly format: "jwk" }) => object;
};

/** `alg` of a JSON Web Signature (RFC 7518, section 3.1; RFC 8037, section 3.1). */
export type SigningAlgorithm = (typeof SIGNING_ALGORITHMS)[number][0];

/** The algorithm of a key, and a function that signs with it. */
export type ImportedSigningKey = readonly [alg: SigningAlgorithm, sign: (content: Uint8Array) => Promise<ArrayBuffer>];

type PlatformKey = Awaited<ReturnType<typeof crypto.subtle.importKey>>;

/**
 * Imports a private key with Web Crypto. Tries all algorithms instead of parsing the key for its type.
 *
 * @param wanted the algorithm, for keys that allow several; RSA keys use RS256 by default
 * @throws CallError of the kind `sign-in`. The message says what was passed and what to do, and contains no part of the
 * key.
 */
export async function importSigningKey(key: PrivateKey, wanted?: string): Promise<ImportedSigningKey> {
  // The text of a string or of bytes; irrelevant for objects.
  const text = await new Blob([key as string]).text();
  let found: string | undefined;
  for (const [alg, name, hash, namedCurve] of SIGNING_ALGORITHMS)
    try {
      const algorithm = { name, hash, namedCurve, saltLength: 32 };
      // Accepts line ends escaped as two characters, which are common in environment variables.
      const pem = text.replace(/.*BEGIN PRIVATE KEY-*|-.*|\\./gs, "");
      const jwk = (key as KeyObjectLike).export?.({ format: "jwk" }) ?? key;
      // Only a CryptoKey has `algorithm`. The cast is needed because importKey has an overload per format.
      const ready = (key as CryptoKeyLike).algorithm
        ? (key as PlatformKey)
        : await crypto.subtle.importKey(
            ...(((jwk as JsonWebKeyLike).kty
              ? ["jwk", jwk]
              : ["pkcs8", Uint8Array.from(atob(pem), (character) => character.charCodeAt(0))]) as [
              "pkcs8",
              Uint8Array,
            ]),
            algorithm,
            false,
            ["sign"],
          );
      const own = ready.algorithm as PlatformKeyAlgorithm;
      if (
        ready.usages.includes("sign") &&
        own.name === name &&
        (own.namedCurve ?? own.hash?.name) === (namedCurve ?? hash)
      ) {
        found ??= alg;
        if ((wanted ?? alg) === alg) return [alg, (content) => crypto.subtle.sign(algorithm, ready, content)];
      }
    } catch {}
  throw createSignInError(
    `privateKey must be PKCS #8 (openssl pkey) or JWK for ${wanted ?? SIGNING_ALGORITHMS.map(([alg]) => alg)}, not ${found ?? describeKeyFormat(key, text)}`,
  );
}

/** Describes an unsupported key: its PEM label, such as `RSA PRIVATE KEY`, or the type of the value. */
function describeKeyFormat(key: unknown, text: string): string {
  const { kty, d, type } = Object(key);
  return (
    /.*-BEGIN ([A-Z ]+)/s.exec(text)?.[1] ??
    (kty && !d ? "JWK without d" : type === "public" ? type : text ? typeof key : "empty")
  );
}

type PlatformKeyAlgorithm = {
  readonly name: string;
  readonly hash?: { readonly name: string };
  readonly namedCurve?: string;
};

/** In the order in which they are tried: algorithm, Web Crypto name, hash and curve. */
const SIGNING_ALGORITHMS = [
  ["RS256", "RSASSA-PKCS1-v1_5", "SHA-256"],
  ["ES256", "ECDSA", "SHA-256", "P-256"],
  ["ES384", "ECDSA", "SHA-384", "P-384"],
  ["PS256", "RSA-PSS", "SHA-256"],
  ["EdDSA", "Ed25519"],
] as const;
