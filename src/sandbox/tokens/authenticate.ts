import type { AppContext } from "../context/app-context.js";
import type { Caller, ServiceResponse } from "../context/request-context.js";
import type { Queries } from "../store/database.js";
import { readAccessToken } from "./access-token.js";
import { createUnauthorizedResponse } from "./unauthorized-response.js";

/**
 * Authenticates a request by its access token (seed, "Authentication", 1 and 5; RFC 6750, section 2.1). Ignores tokens
 * in the query, the form or a cookie.
 *
 * Parses the header strictly: the scheme `Bearer`, one space, one token. RFC 9110 also allows `bearer` and more spaces,
 * but not every server does.
 *
 * @param authorization all Authorization headers of the request, in order
 * @param now domain time in milliseconds
 * @returns the caller, or a 401 response with a challenge that does not reveal why the token was refused
 */
export async function authenticate(
  authorization: readonly string[],
  queries: Queries,
  app: AppContext,
  now: number,
): Promise<Caller | ServiceResponse> {
  const [header, ...more] = authorization;
  if (header === undefined)
    return createUnauthorizedResponse({
      code: "MISSING_TOKEN",
      message: "an access token is required; expected Authorization: Bearer <access token from POST /token>",
    });
  const token = more.length > 0 || header.length > MAX_HEADER_LENGTH ? undefined : BEARER_HEADER.exec(header)?.[1];
  const verified = token === undefined ? undefined : await readAccessToken(app, token, now);
  if (verified === undefined || !(await isTokenActive(queries, verified.caller.applicationId, verified.family)))
    return createUnauthorizedResponse({
      code: "INVALID_TOKEN",
      message:
        "the access token is invalid or expired; expected one header Authorization: Bearer <access token from POST /token>",
      error: "invalid_token",
    });
  return verified.caller;
}

const BEARER_HEADER = /^Bearer ([\w-]+\.[\w-]+\.[\w-]+)$/;
const MAX_HEADER_LENGTH = 16_384;

/** Whether the application is still registered and the token's family is not revoked. */
async function isTokenActive(queries: Queries, applicationId: string, family: string): Promise<boolean> {
  const row = await queries.first(
    `SELECT 1 AS found FROM applications WHERE id = $1
      AND NOT EXISTS (SELECT 1 FROM refresh_tokens WHERE family = $2 AND revoked = 1)`,
    [applicationId, family],
  );
  return row !== undefined;
}
