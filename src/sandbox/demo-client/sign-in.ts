import { createToken } from "../../../generated/calls.js";
import { JWT_BEARER } from "../tokens/jwt-bearer.js";

const [METHOD = "", PATH = ""] = createToken.call.split(" ");

/** Requests an access token with a self-signed assertion (seed, "POST /token"). */
export function requestToken(baseUrl: string, assertion: string): Promise<Response> {
  const body = new URLSearchParams({ grantType: JWT_BEARER, assertion });
  return fetch(`${baseUrl}${PATH}`, { method: METHOD, headers: { ...createToken.headers }, body });
}

/** Sends a request without effect. Any response shows that the service runs, and its `Date` header has the service's time. */
export function requestHead(baseUrl: string, timeoutMs: number): Promise<Response> {
  return fetch(`${baseUrl}${PATH}`, { method: "HEAD", signal: AbortSignal.timeout(timeoutMs) });
}
