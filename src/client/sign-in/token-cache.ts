import { SignInError } from "./sign-in-error.js";
import type { TokenSource } from "./token-source.js";

/** An access token, and the time from which on another one is asked for: not a number when nobody knows. */
export type IssuedToken = { readonly accessToken: string; readonly renewAt: number };

/**
 * Keeps a token as long as it is good. Whoever asks while one is being issued waits for that one: it belongs to all who
 * wait, so nobody's abort ends it. A failure goes to all who waited and is not kept.
 */
export function createTokenCache(now: () => number, issue: () => Promise<IssuedToken>): TokenSource {
  let current: IssuedToken | undefined;
  let pending: Promise<string> | undefined;
  const renew = async (): Promise<string> => {
    const issued = await issue();
    const { accessToken } = issued;
    // Anything else would be quoted by the error of fetch, which refuses it as a header.
    if (typeof accessToken !== "string" || !/^[!-~]+$/.test(accessToken))
      throw new SignInError("no access token came: it is to be visible ASCII");
    current = issued;
    return accessToken;
  };
  const settled = () => {
    pending = undefined;
  };
  return {
    get: async () => {
      if (current && !(now() >= current.renewAt)) return current.accessToken;
      pending ??= renew().finally(settled);
      return pending;
    },
    refused: (token) => {
      if (current?.accessToken === token) current = undefined;
    },
  };
}
