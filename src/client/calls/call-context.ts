import type { ClientRuntime } from "../retries/send-with-retries.js";
import type { Credentials, TokenSource } from "../sign-in/token-source.js";
import type { CallParams, CallSettings } from "./call-settings.js";
import type { CallValidator } from "./call-validator.js";

/** State and settings that all calls of a client share. */
export type ClientContext = ClientRuntime & {
  readonly tokens?: TokenSource | undefined;
  readonly signIn?: SignInOption | undefined;
  /** Creates the token source of credentials. */
  readonly connect: (credentials: Credentials) => TokenSource;
  readonly validate?: CallValidator | false | undefined;
};

/** Credentials of the default scheme, or of schemes by name. */
export type SignInOption<Scheme extends string = string> = [Scheme] extends [never]
  ? Credentials
  : Credentials | { readonly [Name in Scheme]?: Credentials | undefined };

/** Options of any call. The types of `Client` ensure that they fit the operation. */
export type UntypedCallOptions = CallSettings & { readonly params?: CallParams | undefined; readonly body?: unknown };
