import { createSignInError } from "./sign-in-error.js";
import type { TokenSource } from "./token-source.js";

/** An access token, and the time from which on another one is asked for: without one, or where that is not a number, when it is refused. */
export type IssuedToken = readonly [accessToken: unknown, renewAt?: number];

/**
 * Keeps a token as long as it is good. Whoever asks while one is being issued waits for that one: it belongs to all who
 * wait, so nobody's abort ends it. A failure goes to all who waited and is not kept.
 */
export function createTokenCache(now: () => number, issue: () => Promise<IssuedToken>): TokenSource {
  let current: string | undefined;
  let until: number | undefined;
  let pending: Promise<string> | undefined;
  const renew = async (): Promise<string> => {
    const [token, renewAt] = await issue();
    // Anything else would be quoted by the error of fetch, which refuses it as a header.
    if (typeof token !== "string" || !/^[!-~]+$/.test(token))
      throw createSignInError("no accessToken of visible ASCII");
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
