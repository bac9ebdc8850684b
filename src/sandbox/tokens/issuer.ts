import type { AppContext } from "../context/app-context.js";

/**
 * The issuer identifier of a sandbox: its base address, without a path. Access tokens carry it as `iss` and `aud`, and
 * assertions must name it, and nothing else, as `aud`: a token endpoint that takes any other lets one server use the
 * assertion that was meant for another (draft-ietf-oauth-rfc7523bis, section 4). The seed does not say what `aud` is.
 *
 * Replicas of one sandbox have to be told the same base address, for they take each other's tokens.
 */
export function getIssuer(app: AppContext): string {
  return app.baseUrl();
}
