import type { CallDescription } from "../calls/call-description.js";
import type { ReceivedResponse } from "../calls/result.js";
import { buildRequest } from "../request/build-request.js";
import { type ClientRuntime, sendWithRetries } from "../retries/send-with-retries.js";
import type { TokenRequest } from "./token-source.js";

/** The call that issues tokens, and its URL unless it is below the base URL. */
export type TokenEndpoint = readonly [call: CallDescription, url?: string | undefined];

/**
 * Sends a token request of a sign-in with the retries of the client. Every attempt has a new request and request id.
 *
 * @throws CallError when there is no response, or a redirect
 */
export function postTokenRequest(
  core: ClientRuntime,
  endpoint: TokenEndpoint,
  request: () => Promise<TokenRequest>,
): Promise<ReceivedResponse> {
  return sendWithRetries(core, "signIn", {}, async () =>
    buildRequest(core, ["signIn", endpoint[0]], await request(), endpoint[1]),
  );
}

/** Removes values and their words from a text, plain, form-encoded or JSON-escaped. */
export function redactValues(values: readonly string[], text: string): string {
  return values
    .flatMap((it) => [it, ...it.split(" ")])
    .flatMap((it) => [it, `${new URLSearchParams({ "": it })}`.slice(1), JSON.stringify(it).slice(1, -1)])
    .reduce((left, it) => (it ? left.replaceAll(it, "***") : left), text);
}
