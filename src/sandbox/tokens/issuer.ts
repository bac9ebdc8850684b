import type { AppContext } from "../context/app-context.js";

/**
 * The issuer identifier of a sandbox: its base URL. It is the `iss` and `aud` of access tokens, and must be the only
 * `aud` of assertions. Otherwise one server could use an assertion meant for another (draft-ietf-oauth-rfc7523bis,
 * section 4). The seed does not specify `aud`.
 *
 * All replicas of a sandbox need the same base URL, because they accept each other's tokens.
 */
export function getIssuer(app: AppContext): string {
  return app.baseUrl();
}
