import type { ClientContext, UntypedCallOptions } from "./calls/call-context.js";
import type { NamedCall } from "./calls/call-description.js";
import type { AnyResult } from "./calls/result.js";
import { buildRequest } from "./request/build-request.js";
import { readResponse } from "./response/read-response.js";
import { sendWithRetries } from "./retries/send-with-retries.js";
import { placeBearer } from "./sign-in/credentials.js";

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
  const { auth = ({ tokens }) => [Object.values(tokens)[0]] } = description;
  const [tokens, place = placeBearer] = !auth || headers.has("authorization") ? [] : auth(core);
  const call = async () =>
    readResponse(
      await (description.send ?? sendWithRetries)(core, operation, { ...options, ...description }, async (refused) => {
        const token = await tokens?.(refused);
        return [((token && place(token, headers, url)) as string) || url, init, requestId, token];
      }),
      description,
    );
  return core.validate ? core.validate(operation, options, init, call) : call();
}
