import type { servers } from "../../generated/calls.js";
import type { Clock } from "./clock.js";
import type { Credentials } from "./sign-in/token-source.js";
import type { CallValidator } from "./validate-calls.js";

/** Options of `createClient`. */
export type ClientOptions = BaseUrls & {
  /** How the client gets its access token: `jwtBearer(…)`, `password(…)`, a token, or a function that provides one. */
  readonly signIn?: Credentials;
  /** Timeout of an attempt including sign-in, in milliseconds; 30 000 by default. */
  readonly timeout?: number;
  /** Timeout of a call with all attempts and the waits between them, in milliseconds; 120 000 by default. */
  readonly totalTimeout?: number;
  /** Maximum number of retries, for calls that are safe to retry; 2 by default. */
  readonly retries?: number;
  /** The fetch function; the global one by default. */
  readonly fetch?: typeof fetch;
  /** Validates every request and response, in development: `validateCalls(…)` of `commerce-contract/validate`. */
  readonly validate?: CallValidator | false;
  /** Time and randomness, for tests. */
  readonly clock?: Clock;
};

/** Base URLs by their names in the spec. Only `baseUrl` is required. */
export type BaseUrls = { readonly baseUrl: string } & {
  readonly [Name in keyof typeof servers]?: string;
};
