import type { Clock } from "../clock.js";

/** Where calls have their access token from. */
export type TokenSource = {
  /**
   * The token to send. It is kept until shortly before it expires; one sign-in serves however many callers wait for it, and
   * goes on when some of them no longer do.
   *
   * @throws SignInError when the service refuses, and whatever `post` throws
   */
  readonly get: () => Promise<string>;
  /** Says that the service answered 401 to a token. It is dropped if it is still the current one; ask `get` once more, not twice. */
  readonly refused: (token: string) => void;
};

/** What one attempt at `POST /token` sends, beside what every call sends. The form is to be form-encoded. */
export type TokenRequest = {
  readonly form: Readonly<Record<string, string>>;
  readonly headers?: Readonly<Record<string, string>>;
};

/** What was answered, and its text. */
export type TokenAnswer = { readonly response: Pick<Response, "ok" | "status" | "headers">; readonly text: string };

/** What signing in needs of the client. */
export type SignInConnection = {
  /** Base address of the service, without a slash at its end. */
  readonly baseUrl: string;
  readonly clock: Clock;
  /**
   * Sends `POST /token` with retries of the client, and gives whatever was answered in the end. Each attempt makes its
   * request anew, since an assertion is good for one.
   */
  readonly post: (request: () => Promise<TokenRequest>) => Promise<TokenAnswer>;
};

/** A way of signing in, as `jwtBearer(…)` and `password(…)` make one. */
export type SignIn = { readonly connect: (connection: SignInConnection) => TokenSource };

/** What a client is told about signing in: a way, a fixed access token, or a function that provides one for every call. */
export type Credentials = SignIn | string | (() => string | Promise<string>);
