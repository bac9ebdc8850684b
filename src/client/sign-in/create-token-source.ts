import { createTokenCache } from "./token-cache.js";
import type { Credentials, SignIn, SignInConnection, TokenSource } from "./token-source.js";

/**
 * Creates the token source of a client. A function is called for every call, once for concurrent calls, because only it
 * knows how long its tokens are valid. A fixed token is always used, even after it was refused.
 */
export function createTokenSource(credentials: Credentials, ...connection: SignInConnection): TokenSource {
  const { connect } = credentials as SignIn;
  if (connect) return connect(...connection);
  return createTokenCache(connection[0].now, async () =>
    typeof credentials === "string" ? [credentials] : [await (credentials as () => unknown)(), 0],
  );
}
