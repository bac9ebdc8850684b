import { type CallDescription, calls } from "../../generated/calls.js";
import { buildRequest } from "./build-request.js";
import type { CallOperationId, ClientContext, UntypedCallOptions } from "./call-context.js";
import { readResponse } from "./read-response.js";
import type { AnyResult } from "./result.js";
import { sendWithRetries } from "./send-with-retries.js";

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
  const description: CallDescription = calls[operation];
  const tokens = description.token === false || headers.has("authorization") ? undefined : core.tokens;
  const call = async () =>
    readResponse(
      await sendWithRetries(core, operation, { ...options, ...description }, async (refused) => {
        const token = await tokens?.(refused);
        if (token) headers.set("authorization", `Bearer ${token}`);
        return [url, init, requestId, token];
      }),
    );
  return core.validate ? core.validate(operation, options, init, call) : call();
}
