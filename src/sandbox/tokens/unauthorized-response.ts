import { createErrorResponse, type ServiceResponse } from "../context/request-context.js";

/** Why authentication failed, for the body and the challenge (RFC 6750, section 3). */
export type UnauthorizedReason = {
  readonly code: string;
  readonly message: string;
  /** Omitted when the request had no credentials (section 3.1). */
  readonly error?: "invalid_token" | "invalid_grant";
  /** Seconds until another attempt is allowed. */
  readonly retryAfter?: number;
};

/** "A missing or invalid token yields 401" (seed, "Authentication", 5), with the challenge required by RFC 9110. */
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
