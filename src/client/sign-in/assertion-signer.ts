import { importSigningKey, type JsonWebKeyLike, type PrivateKey, type SigningAlgorithm } from "./signing-key.js";

/** The issuer of assertions and its key. */
export type AssertionIssuer = {
  /** `urn:aid:<uuid>`, the `iss` and `sub` of assertions. */
  readonly applicationId: string;
  readonly privateKey: PrivateKey;
  /** For keys that allow several algorithms. RSA keys use RS256 by default. */
  readonly algorithm?: SigningAlgorithm;
  /** `kid` of the header; by default that of the JWK, if any. */
  readonly keyId?: string;
};

/**
 * Creates a function that signs assertions: JSON Web Tokens (RFC 7519) for the JWT bearer grant (RFC 7523, section 3),
 * valid for five minutes. Its parameters are the audience, the time in milliseconds, and a unique id. It rejects with a
 * CallError of the kind `sign-in` when the key is invalid.
 */
export function createAssertionSigner({
  applicationId,
  privateKey,
  // Only a JWK has these members. The key is undefined when an environment variable is missing.
  algorithm = (privateKey as Partial<JsonWebKeyLike> | undefined)?.alg as SigningAlgorithm | undefined,
  keyId: kid = (privateKey as Partial<JsonWebKeyLike> | undefined)?.kid,
}: AssertionIssuer) {
  return async (audience: string, now: number, jti: string): Promise<string> => {
    // Passes the `alg` of the JWK, because not every platform checks it on import.
    const [alg, sign] = await importSigningKey(privateKey, algorithm);
    const iat = Math.floor(now / 1000);
    const content = [
      { alg, typ: "JWT", kid },
      { iss: applicationId, sub: applicationId, aud: audience, iat, exp: iat + 300, jti },
    ]
      .map((part) => toBase64Url(encodeUtf8Text(JSON.stringify(part))))
      .join(".");
    return `${content}.${toBase64Url(new Uint8Array(await sign(encodeUtf8Text(content))))}`;
  };
}

function encodeUtf8Text(text: string): Uint8Array {
  return new TextEncoder().encode(text);
}

function toBase64Url(bytes: Uint8Array): string {
  const base64 = btoa(String.fromCharCode(...bytes));
  return base64.replace(/\+/g, "-").replace(/\//g, "_").replace(/=/g, "");
}
