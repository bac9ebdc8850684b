import { calls } from "../../generated/calls.js";
import { deliver, type Limits } from "./delivery.js";
import type { Core } from "./invoke.js";
import type { SignInConnection } from "./sign-in/token-source.js";
import { methodOf, pathOf, requestBody, requestHeaders } from "./transport.js";

/** `POST /token` as signing in uses it: with the retries of the client, every attempt with a request of its own. */
export function signInPost(
  { clock, fetch }: Core["machine"],
  limits: Limits,
  baseUrl: string,
): SignInConnection["post"] {
  const operation = "createToken";
  const description = calls[operation];
  return async (request) => {
    const requestId = clock.uuid();
    const { response, text } = await deliver(
      { clock, fetch },
      {
        operation,
        requestId,
        isRepeatable: true,
        limits,
        signal: undefined,
        prepare: async () => {
          const { form, headers } = await request();
          const fixed = { ...description.headers, [description.id]: requestId, "Content-Type": description.body };
          const init = {
            method: methodOf(description),
            headers: requestHeaders(fixed, headers),
            body: requestBody(description.body, form),
            redirect: "manual" as const,
          };
          return { url: baseUrl + pathOf(description), init };
        },
      },
    );
    const { status, headers } = response;
    return new Response(text === "" ? null : text, { status, headers });
  };
}
