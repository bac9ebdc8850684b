import { type Answer, refuse } from "../call.js";

/** Why a caller is not known, for the body and for the challenge of RFC 6750, section 3. */
export type Unauthorized = {
  readonly code: string;
  readonly message: string;
  /** Left away when the request held no credentials at all, as section 3.1 has it. */
  readonly error?: "invalid_token" | "invalid_grant";
  /** Seconds after which another try is judged again. */
  readonly retryAfter?: number;
};

/** "A missing or invalid token yields 401" (seed, "Authentication", 5), with the challenge that RFC 9110 asks for. */
export function unauthorized({ code, message, error, retryAfter }: Unauthorized): Answer {
  const challenge = error === undefined ? `Bearer realm="${REALM}"` : `Bearer realm="${REALM}", error="${error}"`;
  return {
    ...refuse(401, code, message),
    headers: {
      "WWW-Authenticate": challenge,
      ...(retryAfter === undefined ? {} : { "Retry-After": String(retryAfter) }),
    },
  };
}

const REALM = "commerce-contract sandbox";
