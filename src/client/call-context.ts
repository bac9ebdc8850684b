import type { CredentialScheme } from "./call-description.js";
import type { CallValidator } from "./call-validator.js";
import type { CallParams, CallSettings } from "./operation-types.js";
import type { ClientRuntime } from "./send-with-retries.js";
import type { Credentials, TokenSource } from "./sign-in/token-source.js";

/** State and settings that all calls of a client share. */
export type ClientContext = ClientRuntime & {
  /** The token source of a security scheme; undefined without credentials. */
  readonly getSource: (scheme: CredentialScheme) => TokenSource | undefined;
  readonly validate?: CallValidator | false | undefined;
} & {
  /** Base URLs by their names in the spec, without a trailing slash. */
  readonly [name: string]: unknown;
};

/** Credentials of the default scheme, or of schemes by name. */
export type SignInOption<Scheme extends string = string> =
  | Credentials
  | { readonly [Name in Scheme | "default"]?: Credentials | undefined };

/** Options of any call. The types of `Client` ensure that they fit the operation. */
export type UntypedCallOptions = CallSettings & { readonly params?: CallParams | undefined; readonly body?: unknown };
