import type { Answer } from "../call.js";
import { signAccessToken } from "./access-token.js";
import type { Grant, Setting } from "./setting.js";

/** Which tokens are told: `purpose` is what no other access token has. */
export type IssuedTokens = {
  readonly grant: Grant;
  readonly family: string;
  readonly refreshToken: string;
  readonly purpose: readonly string[];
};

/** The answer of the token endpoint (seed, "TokenResponse"). */
export async function tokenResponse({ world, now }: Setting, issued: IssuedTokens): Promise<Answer> {
  const { refreshToken, ...order } = issued;
  return {
    status: 200,
    body: {
      expiresIn: world.policies.tokenLifetime,
      accessToken: await signAccessToken(world, { ...order, now }),
      refreshToken,
      scope: "ALL",
      tokenType: "BEARER",
    },
  };
}
