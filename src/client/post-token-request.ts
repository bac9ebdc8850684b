import { buildRequest } from "./build-request.js";
import type { ClientContext } from "./call-context.js";
import type { ReceivedResponse } from "./result.js";
import { sendWithRetries } from "./send-with-retries.js";
import type { TokenRequest } from "./sign-in/token-source.js";

/**
 * Sends `POST /token` for sign-in with the retries of the client. Every attempt has a new request and request id.
 *
 * @throws CallError when there is no response, or a redirect
 */
export function postTokenRequest(core: ClientContext, request: () => Promise<TokenRequest>): Promise<ReceivedResponse> {
  const operation = "createToken";
  return sendWithRetries(core, operation, {}, async () => {
    const [body, headers] = await request();
    return buildRequest(core, operation, { body, headers });
  });
}
