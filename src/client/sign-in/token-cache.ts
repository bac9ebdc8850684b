import { createSignInError } from "./sign-in-error.js";
import type { TokenSource } from "./token-source.js";

/** An access token and the time from which it is renewed. Without a valid time it is renewed when it is refused. */
export type IssuedToken = readonly [accessToken: unknown, renewAt?: number];

/**
 * Caches a token until its renewal time. Concurrent callers share one request for a token, so aborting a call does not
 * abort that request. Failures go to all waiting callers and are not cached.
 */
export function createTokenCache(now: () => number, issue: () => Promise<IssuedToken>): TokenSource {
  let current: string | undefined;
  let until: number | undefined;
  let pending: Promise<string> | undefined;
  const renew = async (): Promise<string> => {
    const [token, renewAt] = await issue();
    // Otherwise fetch would refuse the header with an error that quotes the token.
    if (typeof token !== "string" || !/^[!-~]+$/.test(token))
      throw createSignInError("the token is not ASCII text without spaces");
    until = renewAt;
    current = token;
    return token;
  };
  return async (refused) => {
    if (current === refused) current = undefined;
    if (current && !(now() >= (until as number))) return current;
    pending ??= renew().finally(() => {
      pending = undefined;
    });
    return pending;
  };
}
