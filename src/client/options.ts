import type { servers } from "../../generated/calls.js";
import type { Clock } from "./clock.js";
import type { Drift } from "./judge.js";
import type { Credentials } from "./sign-in/token-source.js";

/** What a client is made from. */
export type ClientOptions = BaseAddresses &
  Judging & {
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
    /** Time and chance, for tests. */
    readonly clock?: Clock;
  };

/** Base addresses by the names that the contract has for them; only the first is always needed. */
export type BaseAddresses = { readonly baseUrl: string } & {
  readonly [Name in keyof typeof servers]?: string;
};

/** Development only: every request and answer is held against the compiled contract, which is loaded for it. */
export type Judging =
  | { readonly validate?: false; readonly onDrift?: undefined }
  | {
      readonly validate: true;
      /** Hears of every part that does not satisfy the contract; the call itself goes on as it would. */
      readonly onDrift: (drift: Drift) => void;
    };
