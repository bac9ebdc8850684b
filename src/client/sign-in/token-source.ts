import type { ClientRuntime } from "../retries/send-with-retries.js";

/**
 * Returns the access token for a call. Tokens are cached until shortly before they expire. Concurrent calls share one
 * sign-in, which continues when some of them are aborted.
 *
 * @param refused a token that got a 401 response; dropped if it is still the current one
 * @throws CallError of the kind `sign-in` when the service refuses, and errors of `sendWithRetries`
 */
export type TokenSource = (refused?: string) => Promise<string>;

/** The form and additional headers of an attempt to get a token. */
export type TokenRequest = {
  readonly body: Readonly<Record<string, string>>;
  readonly headers?: Readonly<Record<string, string>> | undefined;
};

/** A sign-in method, created by functions such as `jwtBearer(…)`. Sends its requests with the retries of the client. */
export type SignIn = { readonly connect: (runtime: ClientRuntime) => TokenSource };

/** The credentials of a client: a sign-in method, a fixed access token, or a function called for every call. */
export type Credentials = SignIn | string | (() => string | Promise<string>);
