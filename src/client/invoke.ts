import { buildRequest } from "./build-request.js";
import type { ClientContext, UntypedCallOptions } from "./call-context.js";
import type { NamedCall } from "./call-description.js";
import { placeBearer } from "./place-bearer.js";
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
  named: NamedCall,
  options: UntypedCallOptions,
  at?: string,
): Promise<AnyResult> {
  const [url, init, requestId] = buildRequest(core, named, options, at);
  const [operation, description] = named;
  const { headers } = init;
  const { auth } = description;
  const [tokens, place = placeBearer] =
    auth === false || headers.has("authorization") ? [] : auth ? auth(core) : [core.tokens];
  const call = async () =>
    readResponse(
      await sendWithRetries(core, operation, { ...options, ...description }, async (refused) => {
        const token = await tokens?.(refused);
        return [((token && place(token, headers, url)) as string) || url, init, requestId, token];
      }),
      description,
    );
  return core.validate ? core.validate(operation, options, init, call) : call();
}
