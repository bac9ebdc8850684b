import { exchange, type GrantOptions } from "./exchange.js";
import type { SignIn } from "./token-source.js";

export type PasswordOptions = GrantOptions & {
  readonly businessId: string;
  readonly username: string;
  readonly password: string;
  /** Scheme before the JWT of the Authorization header; none without it, as the contract shows it. */
  readonly scheme?: string;
};

/**
 * Signs a business user in, in an application that proves itself by a JWT in the Authorization header (seed, "POST /token":
 * Password). Tokens are renewed by their refresh token, by `grantType` = `REFRESH_TOKEN` unless `refreshGrantType` says
 * another; where that is refused, the user signs in again.
 *
 * @throws SignInError when the private key is PEM of another kind than PKCS #8
 */
export function password({ businessId, username, password, scheme, ...options }: PasswordOptions): SignIn {
  return exchange(`password grant of ${username}`, { refreshGrantType: "REFRESH_TOKEN", ...options }, (assertion) => ({
    form: { grantType: "PASSWORD", businessId, username, password },
    headers: { Authorization: scheme === undefined ? assertion : `${scheme} ${assertion}` },
  }));
}
