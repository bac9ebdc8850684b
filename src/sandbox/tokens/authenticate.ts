import type { AppContext } from "../context/app-context.js";
import type { Caller, ServiceResponse } from "../context/request-context.js";
import type { Queries } from "../store/database.js";
import { readAccessToken } from "./access-token.js";
import { createUnauthorizedResponse } from "./unauthorized-response.js";

/**
 * Whom a request comes from, by its access token (seed, "Authentication", 1 and 5; RFC 6750, section 2.1). Tokens in the
 * query, the form or a cookie are not looked at.
 *
 * The header is read exactly: the one scheme `Bearer`, one space, one token. RFC 9110 would take `bearer` and more spaces;
 * a client that is taken here is taken anywhere.
 *
 * @param authorization every Authorization header that came, in order
 * @param now domain time in milliseconds
 * @returns the caller, or 401 with a challenge and no word on what was wrong with the token
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
      message: "an access token is required: Authorization: Bearer <access token of POST /token>",
    });
  const token = more.length > 0 || header.length > MAX_HEADER_LENGTH ? undefined : BEARER_HEADER.exec(header)?.[1];
  const read = token === undefined ? undefined : await readAccessToken(app, token, now);
  if (read === undefined || !(await isTokenActive(queries, read.caller.applicationId, read.family)))
    return createUnauthorizedResponse({
      code: "INVALID_TOKEN",
      message:
        "the access token is not accepted: one header Authorization: Bearer <access token of POST /token> is, while the token has not expired",
      error: "invalid_token",
    });
  return read.caller;
}

const BEARER_HEADER = /^Bearer ([\w-]+\.[\w-]+\.[\w-]+)$/;
const MAX_HEADER_LENGTH = 16_384;

/** Whether the application is still registered, and nobody has ended the family of the token. */
async function isTokenActive(queries: Queries, applicationId: string, family: string): Promise<boolean> {
  const row = await queries.first(
    `SELECT 1 AS standing FROM applications WHERE id = $1
      AND NOT EXISTS (SELECT 1 FROM refresh_tokens WHERE family = $2 AND revoked = 1)`,
    [applicationId, family],
  );
  return row !== undefined;
}
