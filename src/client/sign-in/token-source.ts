import type { Clock } from "../clock.js";
import type { ReceivedResponse } from "../send-with-retries.js";

/**
 * Where calls have their access token from. It is kept until shortly before it expires; one sign-in serves however many
 * callers wait for it, and goes on when some of them no longer do.
 *
 * @param refused a token to which the service answered 401: it is dropped if it is still the current one
 * @throws CallError of the kind `sign-in` when the service refuses, and whatever `post` throws
 */
export type TokenSource = (refused?: string) => Promise<string>;

/** What one attempt at `POST /token` sends, beside what every call sends. The form is to be form-encoded. */
export type TokenRequest = readonly [
  form: Readonly<Record<string, string>>,
  headers?: Readonly<Record<string, string>> | undefined,
];

/**
 * What signing in needs of the client: its clock, the base address of the service, without a slash at its end, and what sends
 * `POST /token` with retries of the client, and gives whatever was answered in the end. Each attempt makes its request anew,
 * since an assertion is good for one.
 */
export type SignInConnection = readonly [
  clock: Clock,
  baseUrl: string,
  post: (request: () => Promise<TokenRequest>) => Promise<ReceivedResponse>,
];

/** A way of signing in, as `jwtBearer(…)` and `password(…)` make one. */
export type SignIn = { readonly connect: (...connection: SignInConnection) => TokenSource };

/** What a client is told about signing in: a way, a fixed access token, or a function that provides one for every call. */
export type Credentials = SignIn | string | (() => string | Promise<string>);
