import { buildRequest } from "./build-request.js";
import type { ClientContext } from "./call-context.js";
import type { ReceivedResponse } from "./result.js";
import { sendWithRetries } from "./send-with-retries.js";
import type { TokenEndpoint, TokenRequest } from "./sign-in/token-source.js";

/**
 * Sends a token request of a sign-in with the retries of the client. Every attempt has a new request and request id.
 *
 * @throws CallError when there is no response, or a redirect
 */
export function postTokenRequest(
  core: ClientContext,
  [description, url]: TokenEndpoint,
  request: () => Promise<TokenRequest>,
): Promise<ReceivedResponse> {
  return sendWithRetries(core, "createToken", {}, async () => {
    const [body, headers] = await request();
    return buildRequest(core, "createToken", description, { body, headers }, url);
  });
}
