import type { SignInOption } from "../calls/call-context.js";
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

/** Creates the token sources of a client, by security scheme. @throws TypeError for what is no credential */
export function createTokenSources(signIn: SignInOption = {}, core: ClientRuntime): Record<string, TokenSource> {
  if (typeof signIn !== "object" || "connect" in signIn)
    throw new TypeError('signIn must name the security scheme, such as { bearerAuth: "token" }');
  const sources: Record<string, TokenSource> = {};
  for (const [name, credentials] of Object.entries(signIn))
    if (credentials !== undefined)
      sources[name] = createTokenSource(assertCredentials(credentials, `signIn.${name}`), core);
  return sources;
}

/** @throws TypeError that names the option, and contains no part of its value */
export function assertCredentials(credentials: Credentials, name = "signIn"): Credentials {
  if (/string|function/.test(typeof (Object(credentials).connect ?? credentials))) return credentials;
  throw new TypeError(`${name} must be a token, function or sign-in method`);
}
