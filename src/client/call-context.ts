import type { calls } from "../../generated/calls.js";
import type { CallParams, CallSettings } from "./operation-types.js";
import type { ClientRuntime } from "./send-with-retries.js";
import type { TokenSource } from "./sign-in/token-source.js";
import type { CallValidator } from "./validate-calls.js";

/** State and settings that all calls of a client share. */
export type ClientContext = ClientRuntime & {
  /** Base URLs by their names in the spec, without a trailing slash. */
  readonly baseUrl: string;
  readonly billingUrl?: string | undefined;
  readonly tokens?: TokenSource | undefined;
  readonly validate?: CallValidator | false | undefined;
};

/** Options of any call. The types of `Client` ensure that they fit the operation. */
export type UntypedCallOptions = CallSettings & { readonly params?: CallParams | undefined; readonly body?: unknown };

/** The operationId of a call. */
export type CallOperationId = keyof typeof calls;
