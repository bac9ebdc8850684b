import type { servers } from "../../generated/calls.js";
import type { Clock } from "./clock.js";
import type { Credentials } from "./sign-in/token-source.js";
import type { CallValidator } from "./validate-calls.js";

/** What a client is made from. */
export type ClientOptions = BaseUrls & {
  /** How the client gets its access token: `jwtBearer(…)`, `password(…)`, a token, or a function that provides one. */
  readonly signIn?: Credentials;
  /** Milliseconds that one attempt may take, signing in included: 30 000 by default. */
  readonly timeout?: number;
  /** Milliseconds that a call may take with all its attempts and the waiting between them: 120 000 by default. */
  readonly totalTimeout?: number;
  /** How often a call is repeated at most, where that is safe: 2 by default. */
  readonly retries?: number;
  /** Instead of the one of the machine. */
  readonly fetch?: typeof fetch;
  /** Validates every request and response, in development: `validateCalls(…)` of `commerce-contract/validate`. */
  readonly validate?: CallValidator | false;
  /** Time and chance, for tests. */
  readonly clock?: Clock;
};

/** Base addresses by the names that the contract has for them; only the first is always needed. */
export type BaseUrls = { readonly baseUrl: string } & {
  readonly [Name in keyof typeof servers]?: string;
};
