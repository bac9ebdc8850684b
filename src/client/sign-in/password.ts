import { createGrantSignIn, type GrantSignInOptions } from "./grant-sign-in.js";
import type { SignIn } from "./token-source.js";

export type PasswordOptions = GrantSignInOptions & {
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
 */
export function password({ businessId, username, password, scheme, ...options }: PasswordOptions): SignIn {
  const user = { businessId, username, password };
  return createGrantSignIn(
    `password grant of ${username}`,
    { refreshGrantType: "REFRESH_TOKEN", ...options },
    (assertion) => [
      { grantType: "PASSWORD", ...user },
      { Authorization: scheme === undefined ? assertion : `${scheme} ${assertion}` },
    ],
    (said) => redactValues(Object.values(user), said),
  );
}

/** What the service said, without what it was sent, in whichever encoding that comes back. */
function redactValues(sent: readonly string[], said: string): string {
  return sent
    .flatMap((it) => [it, ...it.split(" ")])
    .flatMap((it) => [it, `${new URLSearchParams({ "": it })}`.slice(1), JSON.stringify(it).slice(1, -1)])
    .reduce((left, it) => (it ? left.replaceAll(it, "***") : left), said);
}
