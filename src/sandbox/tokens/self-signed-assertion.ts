import { createPrivateKey } from "node:crypto";
import { SignJWT } from "jose";
import { MAX_ASSERTION_LIFETIME } from "./assertion-claims.js";

/** What a client signs to prove who it is. */
export type AssertionOrder = {
  readonly applicationId: string;
  /** RSA, or EC on P-256; PKCS #8, PKCS #1 or SEC 1. */
  readonly privateKeyPem: string;
  /** `issuer(app)` of the sandbox that it is for. */
  readonly audience: string;
  /** In milliseconds, by the clock of the sandbox. */
  readonly now: number;
  /** Different each time. */
  readonly jti: string;
  /** Seconds. */
  readonly lifetime?: number;
};

/**
 * Signs an assertion as the token endpoint takes it, as clients do: with ES256 or, for an RSA key, RS256. An assertion is
 * good for one request.
 *
 * @throws the error of node:crypto when the text is no private key
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
