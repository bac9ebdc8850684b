import { assertionSigner, type Signatory } from "./assertion.js";
import { exchange, type Grant } from "./exchange.js";
import type { SignIn } from "./token-source.js";

export type JwtBearerOptions = Signatory & {
  /**
   * `grantType` by which refresh tokens are taken, which the contract leaves open. Without it every token is had by a new
   * assertion: that is one request too, and leaves no secret to be kept.
   */
  readonly refreshGrantType?: string;
};

/**
 * Signs an application in by JWTs that it signs itself (seed, "POST /token": JWT bearer; RFC 7523, section 2.1).
 *
 * @throws SignInError when the private key is PEM of another kind than PKCS #8
 */
export function jwtBearer(options: JwtBearerOptions): SignIn {
  const { applicationId, audience, refreshGrantType } = options;
  const sign = assertionSigner(options);
  return {
    connect: (connection) => {
      const { baseUrl, clock } = connection;
      const grant: Grant = {
        tried: `JWT bearer grant of ${applicationId} for aud ${audience ?? baseUrl}`,
        accepted: SIGNED,
        refreshGrantType,
        request: async (now) => {
          const assertion = await sign({ audience: audience ?? baseUrl, now, jti: clock.uuid() });
          return { form: { grantType: "urn:ietf:params:oauth:grant-type:jwt-bearer", assertion }, headers: {} };
        },
      };
      return exchange(grant, connection);
    },
  };
}

/** What an assertion has to be, for messages. */
export const SIGNED = "a JWT by a registered key of the application, for the service's own aud and time";
