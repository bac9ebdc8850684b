import { createSignInError } from "../call-error.js";

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
export type SigningAlgorithm = "RS256" | "ES256" | "ES384" | "PS256" | "EdDSA";

/** The issuer of assertions and its key. */
export type AssertionIssuer = {
  /** `urn:aid:<uuid>`, the `iss` and `sub` of assertions. */
  readonly applicationId: string;
  readonly privateKey: PrivateKey;
  /** For keys that allow several algorithms. RSA keys use RS256 by default. */
  readonly algorithm?: SigningAlgorithm;
  /** `kid` of the header; by default that of the JWK, if any. */
  readonly keyId?: string;
  /** Further claims, such as `scope`, and others that replace those of the client, such as `sub`. */
  readonly claims?: Readonly<Record<string, unknown>>;
};

/**
 * Signs an assertion: a JSON Web Token (RFC 7519) for the JWT bearer grant (RFC 7523, section 3), valid for five minutes.
 * Tries all algorithms of Web Crypto instead of parsing the key for its type.
 *
 * @param now the time in milliseconds
 * @param jti a unique id
 * @throws CallError of the kind `sign-in` when the key is invalid. The message says what was passed and what to do, and
 * contains no part of the key.
 */
export async function signAssertion(
  {
    applicationId: iss,
    privateKey: key,
    // Only a JWK has these members. The key is undefined when an environment variable is missing.
    // Not every platform checks `alg` on import.
    algorithm: wanted = (key as Partial<JsonWebKeyLike> | undefined)?.alg as SigningAlgorithm | undefined,
    keyId: kid = (key as Partial<JsonWebKeyLike> | undefined)?.kid,
    claims,
  }: AssertionIssuer,
  aud: string,
  now: number,
  jti: string,
): Promise<string> {
  // The text of a string or of bytes; irrelevant for objects.
  const text = await new Blob([key as string]).text();
  const iat = Math.floor(now / 1000);
  const encoder = new TextEncoder();
  let found: string | undefined;
  for (const [alg, name] of Object.entries(SIGNING_ALGORITHMS))
    try {
      // Of the hash and of the curve. Web Crypto ignores the members that an algorithm does not have.
      const bits = alg.slice(2);
      const algorithm = { name, hash: `SHA-${bits}`, namedCurve: `P-${bits}`, saltLength: 32 };
      const jwk = (key as KeyObjectLike).export?.({ format: "jwk" }) ?? key;
      // Only a CryptoKey has `algorithm`. The cast is needed because importKey has an overload per format.
      const ready = (key as CryptoKeyLike).algorithm
        ? (key as PlatformKey)
        : await crypto.subtle.importKey(
            ...(((jwk as JsonWebKeyLike).kty
              ? ["jwk", jwk]
              : [
                  "pkcs8", // Accepts line ends escaped as two characters, which are common in environment variables.
                  Uint8Array.from(atob(text.replace(/.*BEGIN PRIVATE KEY-*|-.*|\\./gs, "")), (character) =>
                    character.charCodeAt(0),
                  ),
                ]) as ["pkcs8", Uint8Array]),
            algorithm,
            false,
            ["sign"],
          );
      const own = ready.algorithm as PlatformKeyAlgorithm;
      if (own.name !== name || !(own.namedCurve ?? own.hash?.name ?? bits).endsWith(bits)) continue;
      if ((wanted ?? alg) === alg) {
        const content = [
          { alg, typ: "JWT", kid },
          { iss, sub: iss, aud, iat, exp: iat + 300, jti, ...claims },
        ]
          .map((part) => toBase64Url(encoder.encode(JSON.stringify(part))))
          .join(".");
        // Fails if the key must not sign.
        const signature = await crypto.subtle.sign(algorithm, ready, encoder.encode(content));
        return `${content}.${toBase64Url(new Uint8Array(signature))}`;
      }
      found ??= alg;
    } catch {}
  throw createSignInError(
    `privateKey must be PKCS #8 (openssl pkey) or JWK for ${wanted ?? Object.keys(SIGNING_ALGORITHMS)}, not ${found ?? describeKeyFormat(key, text)}`,
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

function toBase64Url(bytes: Uint8Array): string {
  const base64 = btoa(String.fromCharCode(...bytes));
  return base64.replace(/\+/g, "-").replace(/\//g, "_").replace(/=/g, "");
}

type PlatformKey = Awaited<ReturnType<typeof crypto.subtle.importKey>>;

type PlatformKeyAlgorithm = {
  readonly name: string;
  readonly hash?: { readonly name: string };
  readonly namedCurve?: string;
};

/** In the order in which they are tried: algorithm and Web Crypto name. */
const SIGNING_ALGORITHMS = {
  RS256: "RSASSA-PKCS1-v1_5",
  ES256: "ECDSA",
  ES384: "ECDSA",
  PS256: "RSA-PSS",
  EdDSA: "Ed25519",
} satisfies Readonly<Record<SigningAlgorithm, string>>;
