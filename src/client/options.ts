import type { SignInOption } from "./calls/call-context.js";
import type { CallValidator } from "./calls/call-validator.js";
import type { Clock } from "./retries/clock.js";

/** Options of every client, besides its base URLs. */
export type CommonClientOptions<Scheme extends string = string> = {
  /** For each security scheme that is used, by name: a sign-in method, a token, or a function that provides one. */
  readonly signIn?: SignInOption<Scheme> | undefined;
  /** Timeout of an attempt including sign-in, in milliseconds; 30 000 by default. */
  readonly timeout?: number;
  /** Timeout of a call with all attempts and the waits between them, in milliseconds; 120 000 by default. */
  readonly totalTimeout?: number;
  /** Maximum number of retries, for calls that are safe to retry; 2 by default. */
  readonly retries?: number;
  /** The fetch function; the global one by default. */
  readonly fetch?: typeof fetch;
  /** Validates every request and response, in development. */
  readonly validate?: CallValidator | false;
  /** Time and randomness, for tests. */
  readonly clock?: Clock;
};

/** Options of `createClient`. Other base URLs have the names in the table of calls. */
export type ClientOptions<Scheme extends string = string> = CommonClientOptions<Scheme> & { readonly baseUrl: string };
