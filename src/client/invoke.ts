import { type CallDescription, calls } from "../../generated/calls.js";
import { buildRequest, type CallParams } from "./build-request.js";
import type { CallSettings } from "./operation-types.js";
import { readResponse } from "./read-response.js";
import type { AnyResult } from "./result.js";
import { type ClientRuntime, sendWithRetries } from "./send-with-retries.js";
import type { TokenSource } from "./sign-in/token-source.js";
import type { CallValidator } from "./validate-calls.js";

/** What every call of a client shares. */
export type ClientContext = ClientRuntime & {
  /** Base addresses by the names of the contract, without a slash at the end. */
  readonly baseUrl: string;
  readonly billingUrl?: string | undefined;
  readonly tokens?: TokenSource | undefined;
  readonly validate?: CallValidator | false | undefined;
};

/** Options of a call, whichever it is: types have seen to it that they fit. */
export type UntypedCallOptions = CallSettings & { readonly params?: CallParams | undefined; readonly body?: unknown };

/** operationId of a call. */
export type CallOperationId = keyof typeof calls;

/**
 * Calls one operation.
 *
 * @param at instead of the URL that the parameters give: where a listing goes on
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
