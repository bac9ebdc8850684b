import { type Delivered, deliver } from "./delivery.js";
import type { Core } from "./invoke.js";
import type { TokenRequest } from "./sign-in/token-source.js";
import { written } from "./transport.js";

/** `POST /token` as signing in uses it: with the retries of the client, every attempt with a request and an id of its own. */
export function signInPost(core: Core, request: () => Promise<TokenRequest>): Promise<Delivered> {
  const operation = "createToken";
  return deliver(core, operation, {}, async () => {
    const [body, headers] = await request();
    return written(core, operation, { body, headers });
  });
}
