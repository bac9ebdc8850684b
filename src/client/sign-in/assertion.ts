import { type PrivateKey, type SigningAlgorithm, signingKey } from "./signing-key.js";

/** Who signs, and with what. */
export type Signatory = {
  /** `urn:aid:<uuid>`: `iss` and `sub` of what is signed. */
  readonly applicationId: string;
  readonly privateKey: PrivateKey;
  /** For keys that allow several; without it an RSA key signs by RS256. */
  readonly algorithm?: SigningAlgorithm;
  /** `kid` of the header; without it that of the JWK, or none. */
  readonly keyId?: string;
  /** `aud`; the base address of the service without it. The contract does not say which it is. */
  readonly audience?: string;
};

export type AssertionClaims = { readonly audience: string; readonly now: number; readonly jti: string };

/**
 * Signs assertions: JSON Web Tokens (RFC 7519) for the JWT bearer grant (RFC 7523, section 3), of five minutes each.
 *
 * @throws SignInError at once when the PEM is none, later when the key is none
 */
export function assertionSigner({ applicationId, privateKey, algorithm, keyId }: Signatory) {
  const key = signingKey(privateKey, algorithm);
  const kid = keyId ?? (typeof privateKey === "object" && "kty" in privateKey ? privateKey.kid : undefined);
  return async ({ audience, now, jti }: AssertionClaims): Promise<string> => {
    const { alg, sign } = await key();
    const iat = Math.floor(now / 1000);
    const claims = { iss: applicationId, sub: applicationId, aud: audience, iat, exp: iat + LIFE, jti };
    const content = `${encode(JSON.stringify({ alg, typ: "JWT", kid }))}.${encode(JSON.stringify(claims))}`;
    return `${content}.${base64url(new Uint8Array(await sign(new TextEncoder().encode(content))))}`;
  };
}

/** Seconds. */
const LIFE = 300;

function encode(text: string): string {
  return base64url(new TextEncoder().encode(text));
}

function base64url(bytes: Uint8Array): string {
  const base64 = btoa(String.fromCharCode(...bytes));
  return base64.replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
}
