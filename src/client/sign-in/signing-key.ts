import { signInError } from "./sign-in-error.js";

/** A private key: PEM of PKCS #8, a JSON Web Key, or a CryptoKey that may sign. RSA, EC (P-256, P-384) or Ed25519. */
export type PrivateKey = string | JsonWebKeyLike | CryptoKeyLike;

/** A JSON Web Key (RFC 7517). Its `alg` is kept to, and its `kid` is sent. */
export type JsonWebKeyLike = {
  readonly kty: string;
  readonly kid?: string;
  readonly alg?: string;
  readonly [member: string]: unknown;
};

/** A CryptoKey, in words that need the types of no platform. */
export type CryptoKeyLike = {
  readonly type: "private" | "public" | "secret";
  readonly algorithm: { readonly name: string };
  readonly usages: readonly string[];
};

/** `alg` of a JSON Web Signature (RFC 7518, section 3.1; RFC 8037, section 3.1). */
export type SigningAlgorithm = (typeof ALGORITHMS)[number][0];

/** The algorithm of a key, and what signs by it. */
export type SigningKey = readonly [alg: SigningAlgorithm, sign: (content: Uint8Array) => Promise<ArrayBuffer>];

type PlatformKey = Awaited<ReturnType<typeof crypto.subtle.importKey>>;

/**
 * Makes a private key ready to sign, by Web Crypto. The kind of a key stands deep within it; asking the platform for one
 * after the other says the same.
 *
 * @param wanted for keys that allow several; without it an RSA key signs by RS256
 * @throws CallError of the kind `sign-in` in words that hold nothing of the key
 */
export async function signingKey(key: PrivateKey, wanted?: string): Promise<SigningKey> {
  for (const [alg, name, hash, namedCurve] of ALGORITHMS)
    if ((wanted ?? alg) === alg)
      try {
        const algorithm = { name, hash, namedCurve, saltLength: 32 };
        const [format, data] = typeof key === "string" ? ["pkcs8", bytesOf(key)] : ["jwk", key];
        // The types of the platform have an overload for each; it is told apart by the same word. What has an algorithm is one.
        const ready = (key as CryptoKeyLike).algorithm
          ? (key as PlatformKey)
          : await crypto.subtle.importKey(format as "pkcs8", data as Uint8Array, algorithm, false, ["sign"]);
        const own = ready.algorithm as KeyAlgorithm;
        if (own.name === name && (own.namedCurve ?? own.hash?.name) === (namedCurve ?? hash))
          return [alg, (content) => crypto.subtle.sign(algorithm, ready, content)];
      } catch {}
  throw signInError(
    `private key must be for ${wanted ?? ALGORITHMS.map(([alg]) => alg)}, as PKCS #8 PEM (openssl pkcs8 -topk8 -nocrypt), JWK or CryptoKey`,
  );
}

type KeyAlgorithm = { readonly name: string; readonly hash?: { readonly name: string }; readonly namedCurve?: string };

/** What PEM holds. Variables of the environment often have its line ends as two characters. */
function bytesOf(pem: string): Uint8Array {
  const base64 = pem.replace(/.*BEGIN PRIVATE KEY-*|-.*|\\./gs, "");
  return Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
}

/** In the order in which they are tried. */
const ALGORITHMS = [
  ["RS256", "RSASSA-PKCS1-v1_5", "SHA-256"],
  ["ES256", "ECDSA", "SHA-256", "P-256"],
  ["ES384", "ECDSA", "SHA-384", "P-384"],
  ["PS256", "RSA-PSS", "SHA-256"],
  ["EdDSA", "Ed25519"],
] as const;
