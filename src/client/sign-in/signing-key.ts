import { SignInError } from "./sign-in-error.js";

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
export type SigningAlgorithm = keyof typeof ALGORITHMS;

/** What signs, and how. */
export type SigningKey = {
  readonly alg: SigningAlgorithm;
  readonly sign: (content: Uint8Array) => Promise<ArrayBuffer>;
};

/**
 * Makes a private key ready to sign, by Web Crypto. PEM is looked at when this is called, the key itself with the first use.
 *
 * @param wanted for keys that allow several; without it an RSA key signs by RS256
 * @throws SignInError in words that hold nothing of the key
 */
export function signingKey(privateKey: PrivateKey, wanted?: string): () => Promise<SigningKey> {
  const [, kind, content = ""] = /-----BEGIN ([A-Z ]*)PRIVATE KEY-----([^-]*)/.exec(privateKey as string) ?? [];
  if (kind) throw unusable(`${kind}PRIVATE KEY; convert it: openssl pkcs8 -topk8 -nocrypt -in key.pem`);
  const key = typeof privateKey === "string" ? content : privateKey;
  let ready: Promise<SigningKey> | undefined;
  return () => {
    ready ??= findAlgorithm(key, wanted);
    return ready;
  };
}

type PlatformKey = Awaited<ReturnType<typeof crypto.subtle.importKey>>;
type Algorithm = { readonly name: string; readonly hash?: string; readonly namedCurve?: string };

/** The kind of a key stands deep within it; asking the platform for one after the other says the same. */
async function findAlgorithm(key: PrivateKey, wanted: string | undefined): Promise<SigningKey> {
  for (const [alg, algorithm] of Object.entries(ALGORITHMS) as [SigningAlgorithm, Algorithm][])
    if ((wanted ?? alg) === alg)
      try {
        const ready = await importKey(key, algorithm);
        return { alg, sign: (content) => crypto.subtle.sign(algorithm, ready, content) };
      } catch {}
  throw unusable(`not a private one for ${wanted ?? Object.keys(ALGORITHMS)}, as PKCS #8 PEM, JWK or CryptoKey`);
}

/** @param key a text is the content of PEM. Variables of the environment often hold line ends as two characters. */
function importKey(key: PrivateKey, algorithm: Algorithm): PlatformKey | Promise<PlatformKey> {
  const der =
    typeof key === "string" &&
    Uint8Array.from(atob(key.replace(/\\[rn]/g, "")), (character) => character.charCodeAt(0));
  if (der || "kty" in (key as object))
    // The types of the platform have an overload for each; it is told apart by the same word.
    return crypto.subtle.importKey((der ? "pkcs8" : "jwk") as "pkcs8", (der || key) as Uint8Array, algorithm, false, [
      "sign",
    ]);
  const own = (key as CryptoKeyLike).algorithm as { readonly [name: string]: string | { readonly name: string } };
  for (const [name, value] of Object.entries(algorithm)) {
    const said = own[name] ?? value;
    if ((Object(said).name ?? said) !== value) throw name;
  }
  // What has type, algorithm and usages is one.
  return key as PlatformKey;
}

function unusable(why: string): SignInError {
  return new SignInError(`the private key is ${why}`);
}

/** In the order in which they are tried. */
const ALGORITHMS = {
  RS256: { name: "RSASSA-PKCS1-v1_5", hash: "SHA-256" },
  ES256: { name: "ECDSA", hash: "SHA-256", namedCurve: "P-256" },
  ES384: { name: "ECDSA", hash: "SHA-384", namedCurve: "P-384" },
  PS256: { name: "RSA-PSS", hash: "SHA-256", saltLength: 32 },
  EdDSA: { name: "Ed25519" },
} as const;
