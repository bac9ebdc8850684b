import { buildRequest } from "./build-request.js";
import type { ClientContext } from "./invoke.js";
import { type ReceivedResponse, sendWithRetries } from "./send-with-retries.js";
import type { TokenRequest } from "./sign-in/token-source.js";

/** `POST /token` as signing in uses it: with the retries of the client, every attempt with a request and an id of its own. */
export function postTokenRequest(core: ClientContext, request: () => Promise<TokenRequest>): Promise<ReceivedResponse> {
  const operation = "createToken";
  return sendWithRetries(core, operation, {}, async () => {
    const [body, headers] = await request();
    return buildRequest(core, operation, { body, headers });
  });
}
