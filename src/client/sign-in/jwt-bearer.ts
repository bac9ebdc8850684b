import { createGrantSignIn, type GrantSignInOptions } from "./grant-sign-in.js";
import type { TokenEndpoint } from "./post-token-request.js";
import type { SignIn } from "./token-source.js";

export type JwtBearerOptions = GrantSignInOptions;

/**
 * Signs an application in with self-signed JWTs (seed, "POST /token": JWT bearer; RFC 7523, section 2.1). Requests
 * every token with a new assertion unless `refreshGrantType` is set. Both take one request, and without refresh tokens
 * there is no secret to keep.
 */
export function jwtBearer(options: JwtBearerOptions, endpoint?: TokenEndpoint): SignIn {
  return createGrantSignIn(["JWT bearer grant", endpoint], options, (assertion) => ({
    body: { grantType: "urn:ietf:params:oauth:grant-type:jwt-bearer", assertion },
  }));
}
