import type { ServiceResponse } from "../../context/request-context.js";
import { signAccessToken } from "../access-token.js";
import type { GrantContext, TokenGrant } from "../grant-context.js";

/** The tokens to return; `purpose` is unique to the access token. */
export type IssuedTokens = {
  readonly grant: TokenGrant;
  readonly family: string;
  readonly refreshToken: string;
  readonly purpose: readonly string[];
};

/** Creates the response of the token endpoint (seed, "TokenResponse"). */
export async function createTokenResponse({ app, now }: GrantContext, issued: IssuedTokens): Promise<ServiceResponse> {
  const { refreshToken, ...options } = issued;
  return {
    status: 200,
    body: {
      expiresIn: app.policies.tokenLifetime,
      accessToken: await signAccessToken(app, { ...options, now }),
      refreshToken,
      scope: "ALL",
      tokenType: "BEARER",
    },
  };
}
