import { createGrantSignIn, type GrantSignInOptions } from "./grant-sign-in.js";
import type { SignIn } from "./token-source.js";

export type JwtBearerOptions = GrantSignInOptions;

/**
 * Signs an application in by JWTs that it signs itself (seed, "POST /token": JWT bearer; RFC 7523, section 2.1). Every token
 * is had by a new assertion, unless `refreshGrantType` is given: that is one request too, and leaves no secret to be kept.
 */
export function jwtBearer(options: JwtBearerOptions): SignIn {
  return createGrantSignIn("JWT bearer grant", options, (assertion) => [
    { grantType: "urn:ietf:params:oauth:grant-type:jwt-bearer", assertion },
  ]);
}
