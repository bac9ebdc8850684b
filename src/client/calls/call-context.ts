import type { Clock } from "../retries/real-clock.js";
import type { ClientRuntime } from "../retries/send-with-retries.js";
import type { SignInOptions, TokenSource } from "../sign-in/token-source.js";
import type { CallParams, CallSettings, RetryLimits } from "./call-settings.js";
import type { AnyResult } from "./result.js";

/** State and settings that all calls of a client share. */
export type ClientContext = ClientRuntime & {
  /** By security scheme. */
  readonly tokens: Readonly<Record<string, TokenSource>>;
  readonly validate?: CallValidator | false | undefined;
};

/** Options of any call. The types of `Client` ensure that they fit the operation. */
export type UntypedCallOptions = CallSettings & { readonly params?: CallParams | undefined; readonly body?: unknown };

/** The option `validate` of `createClient`. Make one with `validateCalls`. */
export type CallValidator = (
  operation: string,
  given: { readonly params?: CallParams | undefined; readonly body?: unknown },
  sent: { readonly headers: Headers; readonly body?: unknown },
  call: () => Promise<AnyResult>,
) => Promise<AnyResult>;

/** Options of every client, besides its base URLs. */
export type CommonClientOptions<Scheme extends string = string> = SignInOptions<Scheme> &
  RetryLimits & {
    /** The fetch function; the global one by default. */
    readonly fetch?: typeof fetch;
    /** Validates every request and response, in development. */
    readonly validate?: CallValidator | false;
    /** Time and randomness, for tests. */
    readonly clock?: Clock;
  };

/** Options of `createClient`. Other base URLs have the names in the table of calls. */
export type ClientOptions<Scheme extends string = string> = CommonClientOptions<Scheme> & { readonly baseUrl: string };
