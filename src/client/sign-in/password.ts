import { assertionSigner, type Signatory } from "./assertion.js";
import { exchange, type Grant } from "./exchange.js";
import { SIGNED } from "./jwt-bearer.js";
import type { SignIn } from "./token-source.js";

export type PasswordOptions = Signatory & {
  readonly businessId: string;
  readonly username: string;
  readonly password: string;
  /** `grantType` by which refresh tokens are taken, which the contract leaves open: `REFRESH_TOKEN` without it. */
  readonly refreshGrantType?: string;
  /** Scheme before the JWT of the Authorization header; none without it, as the contract shows it. */
  readonly scheme?: string;
};

/**
 * Signs a business user in, in an application that proves itself by a JWT in the Authorization header (seed, "POST /token":
 * Password). Tokens are renewed by their refresh token; where that is refused, the user signs in again.
 *
 * @throws SignInError when the private key is PEM of another kind than PKCS #8
 */
export function password(options: PasswordOptions): SignIn {
  const { applicationId, audience, businessId, username, refreshGrantType = "REFRESH_TOKEN", scheme } = options;
  const sign = assertionSigner(options);
  return {
    connect: (connection) => {
      const { baseUrl, clock } = connection;
      const grant: Grant = {
        tried: `password grant of ${username} by ${applicationId} for aud ${audience ?? baseUrl}`,
        accepted: `the password of a user of the business, with ${SIGNED}`,
        refreshGrantType,
        request: async (now) => {
          const jwt = await sign({ audience: audience ?? baseUrl, now, jti: clock.uuid() });
          return {
            form: { grantType: "PASSWORD", businessId, username, password: options.password },
            headers: { Authorization: scheme === undefined ? jwt : `${scheme} ${jwt}` },
          };
        },
      };
      return exchange(grant, connection);
    },
  };
}
