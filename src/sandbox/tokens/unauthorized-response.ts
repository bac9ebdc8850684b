import { createErrorResponse, type ServiceResponse } from "../context/request-context.js";

/** Why a caller is not known, for the body and for the challenge of RFC 6750, section 3. */
export type UnauthorizedReason = {
  readonly code: string;
  readonly message: string;
  /** Left away when the request held no credentials at all, as section 3.1 has it. */
  readonly error?: "invalid_token" | "invalid_grant";
  /** Seconds after which another try is judged again. */
  readonly retryAfter?: number;
};

/** "A missing or invalid token yields 401" (seed, "Authentication", 5), with the challenge that RFC 9110 asks for. */
export function createUnauthorizedResponse({ code, message, error, retryAfter }: UnauthorizedReason): ServiceResponse {
  const challenge =
    error === undefined ? `Bearer realm="${CHALLENGE_REALM}"` : `Bearer realm="${CHALLENGE_REALM}", error="${error}"`;
  return {
    ...createErrorResponse(401, code, message),
    headers: {
      "WWW-Authenticate": challenge,
      ...(retryAfter === undefined ? {} : { "Retry-After": String(retryAfter) }),
    },
  };
}

const CHALLENGE_REALM = "commerce-contract sandbox";
