import type { ClientRuntime } from "../retries/send-with-retries.js";
import { createTokenCache } from "./token-cache.js";
import type { Credentials, SignIn, TokenSource } from "./token-source.js";

/**
 * Creates the token source of a client. A function is called for every call, once for concurrent calls, because only it
 * knows how long its tokens are valid. A fixed token is always used, even after it was refused.
 */
export function createTokenSource(credentials: Credentials, core: ClientRuntime): TokenSource {
  return (
    (credentials as Partial<SignIn>).connect?.(core) ??
    createTokenCache(core.clock.now, async () =>
      typeof credentials === "string" ? [credentials] : [await (credentials as () => unknown)(), 0],
    )
  );
}
