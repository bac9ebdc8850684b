import type { ServiceResponse } from "../../context/request-context.js";
import { signAccessToken } from "../access-token.js";
import type { GrantContext, TokenGrant } from "../grant-context.js";

/** Which tokens are told: `purpose` is what no other access token has. */
export type IssuedTokens = {
  readonly grant: TokenGrant;
  readonly family: string;
  readonly refreshToken: string;
  readonly purpose: readonly string[];
};

/** The answer of the token endpoint (seed, "TokenResponse"). */
export async function createTokenResponse({ app, now }: GrantContext, issued: IssuedTokens): Promise<ServiceResponse> {
  const { refreshToken, ...order } = issued;
  return {
    status: 200,
    body: {
      expiresIn: app.policies.tokenLifetime,
      accessToken: await signAccessToken(app, { ...order, now }),
      refreshToken,
      scope: "ALL",
      tokenType: "BEARER",
    },
  };
}
