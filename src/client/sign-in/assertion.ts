import { type JsonWebKeyLike, type PrivateKey, type SigningAlgorithm, signingKey } from "./signing-key.js";

/** Who signs, and with what. */
export type Signatory = {
  /** `urn:aid:<uuid>`: `iss` and `sub` of what is signed. */
  readonly applicationId: string;
  readonly privateKey: PrivateKey;
  /** For keys that allow several; without it an RSA key signs by RS256. */
  readonly algorithm?: SigningAlgorithm;
  /** `kid` of the header; without it that of the JWK, or none. */
  readonly keyId?: string;
};

/**
 * Signs assertions: JSON Web Tokens (RFC 7519) for the JWT bearer grant (RFC 7523, section 3), good for five minutes. What
 * it gives takes for whom, when in milliseconds, and an id that is different each time.
 *
 * @throws CallError of the kind `sign-in` with the first assertion when the key is none
 */
export function assertionSigner({ applicationId, privateKey, algorithm, keyId }: Signatory) {
  // Only a JWK has such members, and a variable of the environment that is missing has none.
  const jwk = privateKey as Partial<JsonWebKeyLike> | undefined;
  const kid = keyId ?? jwk?.kid;
  let ready: ReturnType<typeof signingKey> | undefined;
  return async (audience: string, now: number, jti: string): Promise<string> => {
    // Not every platform compares `alg` with what a key is imported for.
    ready ??= signingKey(privateKey, algorithm ?? jwk?.alg);
    const [alg, sign] = await ready;
    const iat = Math.floor(now / 1000);
    const claims = { iss: applicationId, sub: applicationId, aud: audience, iat, exp: iat + 300, jti };
    const content = [{ alg, typ: "JWT", kid }, claims].map((part) => base64url(utf8(JSON.stringify(part)))).join(".");
    return `${content}.${base64url(new Uint8Array(await sign(utf8(content))))}`;
  };
}

function utf8(text: string): Uint8Array {
  return new TextEncoder().encode(text);
}

function base64url(bytes: Uint8Array): string {
  const base64 = btoa(String.fromCharCode(...bytes));
  return base64.replace(/\+/g, "-").replace(/\//g, "_").replace(/=/g, "");
}
