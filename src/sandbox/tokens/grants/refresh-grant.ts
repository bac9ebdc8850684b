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

/** How long a token may come again, in milliseconds: two requests of one client may have met, or an answer was lost. */
const GRACE_PERIOD = 10_000;

/**
 * Renews an access token: our answer to a grant of which the seed shows neither type nor parameters. The form carries
 * `refreshToken`; an Authorization header may carry a self-signed JWT, which then has to be of the same application.
 *
 * A refresh token is used once. Its successor follows from it, so that who asks again within ten seconds gets the same
 * successor and no second line of them begins. Coming later, or after its successor was used, it is in two hands: the whole
 * family ends (RFC 9700, section 4.14.2).
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
    // As long as an access token lives of a request that is under way just now.
    await revokeFamily(queries, found.family, now + GRACE_PERIOD + app.policies.tokenLifetime * 1000);
    return createInvalidRefreshToken();
  }
  const { family } = found;
  await storeRefreshToken(context, { hash: successor, family, grant, predecessor: hash });
  return createTokenResponse(context, { grant, family, refreshToken, purpose: [successor, String(now)] });
}

/** Whether a used token comes again as it may: soon, and before anybody has gone on with its successor. */
async function isRepeated(hash: string, successor: string, { queries, now }: GrantContext): Promise<boolean> {
  const used = await findRefreshToken(queries, hash);
  const next = await findRefreshToken(queries, successor);
  if (used?.usedAt === undefined || used.revoked) return false;
  return Math.abs(now - used.usedAt) <= GRACE_PERIOD && next?.usedAt === undefined;
}

/** What is left of a grant: businesses may have been taken from the application since. */
async function readCurrentGrant(grant: TokenGrant, { queries }: GrantContext): Promise<TokenGrant | undefined> {
  if ((await findApplicationKeys(queries, grant.applicationId)) === undefined) return undefined;
  const opened = new Set(await listApplicationBusinesses(queries, grant.applicationId));
  const businessIds = grant.businessIds.filter((id) => opened.has(id));
  return grant.username !== undefined && businessIds.length === 0 ? undefined : { ...grant, businessIds };
}

function createInvalidRefreshToken(): ServiceResponse {
  return createUnauthorizedResponse({
    code: "INVALID_REFRESH_TOKEN",
    message: "the refresh token is not accepted: it must be the last one that was issued, unused and not expired",
    error: "invalid_grant",
  });
}
