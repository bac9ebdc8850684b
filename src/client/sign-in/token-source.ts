import type { ReceivedResponse } from "../calls/result.js";
import type { Clock } from "../retries/clock.js";

/**
 * Returns the access token for a call. Tokens are cached until shortly before they expire. Concurrent calls share one
 * sign-in, which continues when some of them are aborted.
 *
 * @param refused a token that got a 401 response; dropped if it is still the current one
 * @throws CallError of the kind `sign-in` when the service refuses, and errors of `post`
 */
export type TokenSource = (refused?: string) => Promise<string>;

/** The form (to be form-encoded) and additional headers of an attempt of `POST /token`. */
export type TokenRequest = readonly [
  form: Readonly<Record<string, string>>,
  headers?: Readonly<Record<string, string>> | undefined,
];

/**
 * What a sign-in needs from the client: its clock, the base URL without a trailing slash, and `post`. `post` sends
 * `POST /token` with the retries of the client and returns the last response. Each attempt creates a new request,
 * because an assertion is valid once.
 */
export type SignInConnection = readonly [
  clock: Clock,
  baseUrl: string,
  post: (request: () => Promise<TokenRequest>) => Promise<ReceivedResponse>,
];

/** A sign-in method, created by functions such as `jwtBearer(…)`. */
export type SignIn = {
  readonly connect: (...connection: SignInConnection) => TokenSource;
  /** Sends a token request to its endpoint. Every attempt has a new request. */
  readonly post?: (core: object, request: () => Promise<TokenRequest>) => Promise<ReceivedResponse>;
};

/** The credentials of a client: a sign-in method, a fixed access token, or a function called for every call. */
export type Credentials = SignIn | string | (() => string | Promise<string>);
