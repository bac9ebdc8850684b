import type { ClientRuntime } from "../retries/send-with-retries.js";
import type { Credentials, TokenSource } from "../sign-in/token-source.js";
import type { CallParams, CallSettings } from "./call-settings.js";
import type { CallValidator } from "./call-validator.js";

/** State and settings that all calls of a client share. */
export type ClientContext = ClientRuntime & {
  /** By security scheme. */
  readonly tokens: Readonly<Record<string, TokenSource>>;
  readonly validate?: CallValidator | false | undefined;
};

/** Credentials by the names of the security schemes in the spec. */
export type SignInOption<Scheme extends string = string> = { readonly [Name in Scheme]?: Credentials | undefined };

/** Options of any call. The types of `Client` ensure that they fit the operation. */
export type UntypedCallOptions = CallSettings & { readonly params?: CallParams | undefined; readonly body?: unknown };
