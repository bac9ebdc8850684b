import { formatExcerpt } from "../response/read-response.js";
import { createGrantSignIn, type GrantSignInOptions } from "./grant-sign-in.js";
import type { TokenEndpoint } from "./post-token-request.js";
import type { SignIn } from "./token-source.js";

export type PasswordOptions = GrantSignInOptions & {
  readonly businessId: string;
  readonly username: string;
  readonly password: string;
  /** Scheme before the JWT in the Authorization header; none by default, as in the spec. */
  readonly scheme?: string;
};

/**
 * Signs a business user in to an application, which authenticates with a JWT in the Authorization header (seed, "POST
 * /token": Password). Renews tokens with the refresh token and `grantType` = `REFRESH_TOKEN`, or `refreshGrantType` if
 * set. When a refresh is refused, the user signs in again.
 */
export function password(
  { businessId, username, password, scheme, ...options }: PasswordOptions,
  endpoint?: TokenEndpoint,
): SignIn {
  const user = { businessId, username, password };
  return createGrantSignIn(
    [`password grant of ${username}`, endpoint],
    { refreshGrantType: "REFRESH_TOKEN", ...options },
    (assertion) => ({
      body: { grantType: "PASSWORD", ...user },
      headers: { Authorization: scheme === undefined ? assertion : `${scheme} ${assertion}` },
    }),
    (text) => formatExcerpt(redactValues(Object.values(user), text)),
  );
}

/** Removes values and their words from a text, plain, form-encoded or JSON-escaped. */
function redactValues(values: readonly string[], text: string): string {
  return values
    .flatMap((it) => [it, ...it.split(" ")])
    .flatMap((it) => [it, `${new URLSearchParams({ "": it })}`.slice(1), JSON.stringify(it).slice(1, -1)])
    .reduce((left, it) => (it ? left.replaceAll(it, "***") : left), text);
}
