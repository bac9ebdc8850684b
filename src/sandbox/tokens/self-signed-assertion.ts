import { createPrivateKey } from "node:crypto";
import { SignJWT } from "jose";
import { MAX_ASSERTION_LIFETIME } from "./verify-assertion.js";

/** Options of a self-signed assertion. */
export type AssertionOrder = {
  readonly applicationId: string;
  /** An RSA or P-256 key in PKCS #8, PKCS #1 or SEC 1. */
  readonly privateKeyPem: string;
  /** The issuer identifier of the sandbox, which is its base URL. */
  readonly audience: string;
  /** Domain time of the sandbox in milliseconds. */
  readonly now: number;
  /** Unique per assertion. */
  readonly jti: string;
  /** In seconds; the maximum by default. */
  readonly lifetime?: number;
};

/**
 * Signs an assertion for the token endpoint, with ES256 or, for an RSA key, RS256. An assertion is valid for one
 * request.
 *
 * @throws the error of node:crypto when the private key is invalid
 */
export async function selfSignedAssertion(order: AssertionOrder): Promise<string> {
  const { applicationId, privateKeyPem, audience, now, jti, lifetime = MAX_ASSERTION_LIFETIME } = order;
  const key = createPrivateKey(privateKeyPem);
  const issued = Math.floor(now / 1000);
  return new SignJWT()
    .setProtectedHeader({ alg: key.asymmetricKeyType === "rsa" ? "RS256" : "ES256", typ: "JWT" })
    .setIssuer(applicationId)
    .setSubject(applicationId)
    .setAudience(audience)
    .setIssuedAt(issued)
    .setExpirationTime(issued + lifetime)
    .setJti(jti)
    .sign(key);
}
