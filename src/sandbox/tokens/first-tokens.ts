import type { Answer } from "../call.js";
import { derivedUuid } from "../ids.js";
import type { Accepted } from "./assertion.js";
import { deriveRefreshToken, refreshTokenHash, storeRefreshToken } from "./refresh-tokens.js";
import type { Grant, Setting } from "./setting.js";
import { tokenResponse } from "./token-response.js";

/** Issues the first pair of tokens of a new family. An assertion is used once, so what follows from it is one of a kind. */
export async function issueFirstTokens(
  setting: Setting,
  grant: Grant,
  { applicationId, jti }: Accepted,
): Promise<Answer> {
  const purpose = [applicationId, jti, String(setting.now)];
  const refreshToken = deriveRefreshToken(setting.world, ...purpose);
  const family = derivedUuid(setting.world.seed, "token-family", ...purpose);
  await storeRefreshToken(setting, { hash: refreshTokenHash(refreshToken), family, grant });
  return tokenResponse(setting, { grant, family, refreshToken, purpose });
}
