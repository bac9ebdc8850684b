import { calls } from "../../generated/calls.js";
import { deliver } from "./delivery.js";
import { type Core, written } from "./invoke.js";
import type { SignInConnection } from "./sign-in/token-source.js";

/** `POST /token` as signing in uses it: with the retries of the client, every attempt with a request and an id of its own. */
export function signInPost(core: Core): SignInConnection["post"] {
  const operation = "createToken";
  const called = { operation, description: calls[operation] };
  return (request) => {
    let requestId: string | undefined;
    return deliver(core.machine, {
      operation,
      requestId: () => requestId,
      isRepeatable: true,
      settings: {},
      prepare: async () => {
        const { form, headers } = await request();
        const ready = written(core, called, { body: form, headers });
        requestId = ready.requestId;
        return ready;
      },
    });
  };
}
