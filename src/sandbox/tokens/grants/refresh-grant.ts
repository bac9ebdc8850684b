import type { ServiceResponse } from "../../context/request-context.js";
import { findApplicationKeys, listApplicationBusinesses } from "../../tenants/index.js";
import type { GrantContext, TokenGrant } from "../grant-context.js";
import {
  deriveRefreshToken,
  findRefreshToken,
  hashRefreshToken,
  revokeFamily,
  storeRefreshToken,
  useRefreshToken,
} from "../refresh-tokens.js";
import { createUnauthorizedResponse } from "../unauthorized-response.js";
import { verifyAuthorization } from "../verify-assertion.js";
import { readFormField, type TokenForm } from "./token-form.js";
import { createTokenResponse } from "./token-response.js";

/** How long a used token is accepted again, in milliseconds: for concurrent requests of a client and lost responses. */
const GRACE_PERIOD = 10_000;

/**
 * Renews an access token. The seed specifies neither type nor parameters of this grant; they are the sandbox's choice.
 * The form contains `refreshToken`. An optional Authorization header contains a self-signed JWT of the same
 * application.
 *
 * A refresh token can be used once. Its successor is derived from it, so a repetition within ten seconds returns the
 * same successor. A later repetition, or one after the successor was used, indicates a stolen token and revokes the
 * whole family (RFC 9700, section 4.14.2).
 */
export async function grantByRefreshToken(
  form: TokenForm,
  authorization: string | undefined,
  context: GrantContext,
): Promise<ServiceResponse> {
  const { queries, app, now } = context;
  const token = readFormField(form, "refreshToken", { pattern: /^[\x21-\x7e]{1,512}$/, expected: "a refresh token" });
  if (typeof token !== "string") return token;
  const client = authorization === undefined ? undefined : await verifyAuthorization(authorization, context);
  if (client !== undefined && "status" in client) return client;
  const hash = hashRefreshToken(token);
  const found = await findRefreshToken(queries, hash);
  const grant = found === undefined ? undefined : await readCurrentGrant(found.grant, context);
  if (found === undefined || grant === undefined || found.revoked || found.expiresAt <= now)
    return createInvalidRefreshToken();
  if (client !== undefined && client.applicationId !== grant.applicationId) return createInvalidRefreshToken();
  const refreshToken = deriveRefreshToken(app, hash);
  const successor = hashRefreshToken(refreshToken);
  if (!(await useRefreshToken(queries, { hash, successor, now })) && !(await isRepeated(hash, successor, context))) {
    // Until an access token that a concurrent request may just get has expired.
    await revokeFamily(queries, found.family, now + GRACE_PERIOD + app.policies.tokenLifetime * 1000);
    return createInvalidRefreshToken();
  }
  const { family } = found;
  await storeRefreshToken(context, { hash: successor, family, grant, predecessor: hash });
  return createTokenResponse(context, { grant, family, refreshToken, purpose: [successor, String(now)] });
}

/** Whether a used token can be accepted again: within the grace period, and while its successor is unused. */
async function isRepeated(hash: string, successor: string, { queries, now }: GrantContext): Promise<boolean> {
  const used = await findRefreshToken(queries, hash);
  const next = await findRefreshToken(queries, successor);
  if (used?.usedAt === undefined || used.revoked) return false;
  return Math.abs(now - used.usedAt) <= GRACE_PERIOD && next?.usedAt === undefined;
}

/** The grant without the businesses that the application has lost access to; undefined when nothing remains. */
async function readCurrentGrant(grant: TokenGrant, { queries }: GrantContext): Promise<TokenGrant | undefined> {
  if ((await findApplicationKeys(queries, grant.applicationId)) === undefined) return undefined;
  const accessible = new Set(await listApplicationBusinesses(queries, grant.applicationId));
  const businessIds = grant.businessIds.filter((id) => accessible.has(id));
  return grant.username !== undefined && businessIds.length === 0 ? undefined : { ...grant, businessIds };
}

function createInvalidRefreshToken(): ServiceResponse {
  return createUnauthorizedResponse({
    code: "INVALID_REFRESH_TOKEN",
    message: "the refresh token is invalid; expected the latest one issued, unused and not expired",
    error: "invalid_grant",
  });
}
