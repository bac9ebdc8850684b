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

/** For whom and when an assertion is signed; `now` in milliseconds, `jti` different each time. */
export type AssertionTerms = { readonly audience: string; readonly now: number; readonly jti: string };

/**
 * Signs assertions: JSON Web Tokens (RFC 7519) for the JWT bearer grant (RFC 7523, section 3), good for five minutes.
 *
 * @throws SignInError at once when PEM is of another kind than PKCS #8, with the first assertion when the key is none
 */
export function assertionSigner({ applicationId, privateKey, algorithm, keyId }: Signatory) {
  // Only a JWK has such members, and a variable of the environment that is missing has none.
  const jwk = privateKey as Partial<JsonWebKeyLike> | undefined;
  const kid = keyId ?? jwk?.kid;
  // Not every platform compares it with what a key is imported for.
  const key = signingKey(privateKey, algorithm ?? jwk?.alg);
  return async ({ audience, now, jti }: AssertionTerms): Promise<string> => {
    const { alg, sign } = await key();
    const iat = Math.floor(now / 1000);
    const claims = { iss: applicationId, sub: applicationId, aud: audience, iat, exp: iat + LIFE, jti };
    const [header, payload] = [{ alg, typ: "JWT", kid }, claims].map((part) => base64url(utf8(JSON.stringify(part))));
    const content = `${header}.${payload}`;
    return `${content}.${base64url(new Uint8Array(await sign(utf8(content))))}`;
  };
}

/** Seconds. */
const LIFE = 300;

function utf8(text: string): Uint8Array {
  return new TextEncoder().encode(text);
}

function base64url(bytes: Uint8Array): string {
  const base64 = btoa(String.fromCharCode(...bytes));
  return base64.replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
}
