import { deriveUuid } from "../../context/derived-ids.js";
import type { ServiceResponse } from "../../context/request-context.js";
import type { GrantContext, TokenGrant } from "../grant-context.js";
import { deriveRefreshToken, hashRefreshToken, storeRefreshToken } from "../refresh-tokens.js";
import type { VerifiedAssertion } from "../verify-assertion.js";
import { createTokenResponse } from "./token-response.js";

/** Issues the first pair of tokens of a new family, derived from the assertion, which can be used only once. */
export async function issueFirstTokens(
  context: GrantContext,
  grant: TokenGrant,
  { applicationId, jti }: VerifiedAssertion,
): Promise<ServiceResponse> {
  const purpose = [applicationId, jti, String(context.now)];
  const refreshToken = deriveRefreshToken(context.app, ...purpose);
  const family = deriveUuid(context.app.seed, "token-family", ...purpose);
  await storeRefreshToken(context, { hash: hashRefreshToken(refreshToken), family, grant });
  return createTokenResponse(context, { grant, family, refreshToken, purpose });
}
