import { importSigningKey, type JsonWebKeyLike, type PrivateKey, type SigningAlgorithm } from "./signing-key.js";

/** Who signs, and with what. */
export type AssertionIssuer = {
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
export function createAssertionSigner({ applicationId, privateKey, algorithm, keyId }: AssertionIssuer) {
  // Only a JWK has such members, and a variable of the environment that is missing has none.
  const jwk = privateKey as Partial<JsonWebKeyLike> | undefined;
  const kid = keyId ?? jwk?.kid;
  let ready: ReturnType<typeof importSigningKey> | undefined;
  return async (audience: string, now: number, jti: string): Promise<string> => {
    // Not every platform compares `alg` with what a key is imported for.
    ready ??= importSigningKey(privateKey, algorithm ?? jwk?.alg);
    const [alg, sign] = await ready;
    const iat = Math.floor(now / 1000);
    const claims = { iss: applicationId, sub: applicationId, aud: audience, iat, exp: iat + 300, jti };
    const content = [{ alg, typ: "JWT", kid }, claims]
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
