import { createTokenCache } from "./token-cache.js";
import type { Credentials, SignInConnection, TokenSource } from "./token-source.js";

/**
 * The token source of a client. A provider of the caller's is asked for every call, once for those that wait at the same
 * time: how long its tokens are good, only it knows. A fixed token is given for ever, refused or not.
 */
export function createTokenSource(credentials: Credentials, ...connection: SignInConnection): TokenSource {
  if (typeof credentials === "object") return credentials.connect(...connection);
  return createTokenCache(connection[0].now, async () =>
    typeof credentials === "string" ? [credentials] : [await credentials(), 0],
  );
}
