import { type CallDescription, calls } from "../../generated/calls.js";
import { buildRequest, type CallParams } from "./build-request.js";
import type { CallSettings } from "./operation-types.js";
import { readResponse } from "./read-response.js";
import type { AnyResult } from "./result.js";
import { type ClientRuntime, sendWithRetries } from "./send-with-retries.js";
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

/**
 * Calls one operation.
 *
 * @param at replaces the URL built from the parameters: the next page of a list
 * @throws CallError
 */
export async function invoke(
  core: ClientContext,
  operation: CallOperationId,
  options: UntypedCallOptions,
  at?: string,
): Promise<AnyResult> {
  const [url, init, requestId] = buildRequest(core, operation, options, at);
  const { headers } = init;
  const { retries, token }: CallDescription = calls[operation];
  const tokens = token === false || headers.has("authorization") ? undefined : core.tokens;
  const call = async () =>
    readResponse(
      await sendWithRetries(core, operation, retries === 0 ? { ...options, retries } : options, async (refused) => {
        const token = await tokens?.(refused);
        if (token) headers.set("authorization", `Bearer ${token}`);
        return [url, init, requestId, token];
      }),
    );
  return core.validate ? core.validate(operation, options, init, call) : call();
}
