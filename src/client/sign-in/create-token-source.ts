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
export function createTokenSources(
  signIn: SignInOption | undefined,
  core: ClientRuntime,
): Readonly<Record<string, TokenSource>> {
  const given = signIn ?? {};
  if (typeof given !== "object" || "connect" in given)
    throw new TypeError('signIn must have credentials by security scheme, such as { bearerAuth: "token" }');
  const entries = Object.entries(given).flatMap(([name, credentials]) =>
    credentials === undefined ? [] : [[name, assertCredentials(`signIn.${name}`, credentials)] as const],
  );
  return Object.fromEntries(entries.map(([name, credentials]) => [name, createTokenSource(credentials, core)]));
}

/** @throws TypeError that names the option, and contains no part of its value */
export function assertCredentials(name: string, credentials: Credentials): Credentials {
  const isSignIn = typeof (credentials as Partial<SignIn> | null)?.connect === "function";
  if (isSignIn || typeof credentials === "string" || typeof credentials === "function") return credentials;
  throw new TypeError(`${name} must be a token, a function that returns one, or a sign-in method`);
}
