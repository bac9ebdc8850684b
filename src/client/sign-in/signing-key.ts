import { SignInError } from "./sign-in-error.js";

/** A private key: PEM of PKCS #8, a JSON Web Key, or a CryptoKey that may sign. RSA, EC (P-256, P-384) or Ed25519. */
export type PrivateKey = string | JsonWebKeyLike | CryptoKeyLike;

/** A JSON Web Key (RFC 7517). Its `alg` is kept to, and its `kid` is sent. */
export type JsonWebKeyLike = { readonly kty: string; readonly kid?: string; readonly [member: string]: unknown };

/** A CryptoKey, in words that need the types of no platform. */
export type CryptoKeyLike = {
  readonly type: "private" | "public" | "secret";
  readonly algorithm: { readonly name: string };
  readonly usages: readonly string[];
};

/** `alg` of a JSON Web Signature (RFC 7518, section 3.1; RFC 8037, section 3.1). */
export type SigningAlgorithm = keyof typeof ALGORITHMS;

/** What signs assertions, and the header that says how. */
export type SigningKey = {
  readonly alg: SigningAlgorithm;
  readonly sign: (content: Uint8Array) => Promise<ArrayBuffer>;
};

/**
 * Makes a private key ready to sign, by Web Crypto. PEM is looked at when this is called, the key itself with the first use.
 *
 * @param algorithm for keys that allow several; without it an RSA key signs by RS256
 * @throws SignInError in words that hold nothing of the key
 */
export function signingKey(privateKey: PrivateKey, algorithm?: SigningAlgorithm): () => Promise<SigningKey> {
  const source = typeof privateKey === "string" ? readPem(privateKey) : privateKey;
  let ready: Promise<SigningKey> | undefined;
  return () => {
    ready ??= importKey(source, algorithm);
    return ready;
  };
}

type Source = Uint8Array | JsonWebKeyLike | CryptoKeyLike;
type PlatformKey = Awaited<ReturnType<typeof crypto.subtle.importKey>>;

function readPem(pem: string): Uint8Array {
  const [, kind, content = ""] = /-----BEGIN ([A-Z ]*)PRIVATE KEY-----([^-]*)/.exec(pem) ?? [];
  if (kind) throw unusable(`${kind}PRIVATE KEY is to be made PKCS #8: openssl pkcs8 -topk8 -nocrypt -in key.pem`);
  try {
    // Variables of the environment often hold line ends as two characters.
    return Uint8Array.from(atob(content.replace(/\\[rn]/g, "")), (character) => character.charCodeAt(0));
  } catch {
    return new Uint8Array();
  }
}

/** The kind of a key stands deep within it; asking the platform for one after the other says the same. */
async function importKey(source: Source, wanted: SigningAlgorithm | undefined): Promise<SigningKey> {
  for (const [alg, algorithm] of Object.entries(ALGORITHMS) as [SigningAlgorithm, Algorithm][])
    if (wanted === undefined || wanted === alg)
      try {
        const key = await keyFor(source, algorithm);
        return { alg, sign: (content) => crypto.subtle.sign(algorithm, key, content) };
      } catch {}
  throw unusable(
    `no private key for ${wanted ?? Object.keys(ALGORITHMS).join(", ")}; PKCS #8 PEM, JWK and CryptoKey are taken`,
  );
}

async function keyFor(source: Source, algorithm: Algorithm): Promise<PlatformKey> {
  if (source instanceof Uint8Array) return crypto.subtle.importKey("pkcs8", source, algorithm, false, ["sign"]);
  if ("kty" in source) return crypto.subtle.importKey("jwk", { ...source }, algorithm, false, ["sign"]);
  const key = source as PlatformKey;
  const own = key.algorithm as Partial<Algorithm> & { readonly hash?: { readonly name: string } };
  const fits =
    own.name === algorithm.name &&
    own.namedCurve === algorithm.namedCurve &&
    (own.hash === undefined || own.hash.name === algorithm.hash) &&
    key.usages.includes("sign");
  if (!fits) throw unusable("");
  return key;
}

function unusable(why: string): SignInError {
  return new SignInError(`privateKey: ${why}`);
}

type Algorithm = { readonly name: string; readonly hash?: string; readonly namedCurve?: string };

/** In the order in which they are tried. */
const ALGORITHMS = {
  RS256: { name: "RSASSA-PKCS1-v1_5", hash: "SHA-256" },
  ES256: { name: "ECDSA", hash: "SHA-256", namedCurve: "P-256" },
  ES384: { name: "ECDSA", hash: "SHA-384", namedCurve: "P-384" },
  PS256: { name: "RSA-PSS", hash: "SHA-256", saltLength: 32 },
  EdDSA: { name: "Ed25519" },
} as const;
