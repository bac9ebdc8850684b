import { CallError, type CallFacts } from "../call-error.js";

/**
 * Creates the error of a failed authentication: the key cannot sign, or the service refused it. The message contains
 * the grant, the response and what is expected, and no secret. Connection failures have other errors.
 *
 * @param facts of the response to `POST /token`; by default no request was sent
 */
export function createSignInError(
  what: string,
  facts: CallFacts = { operation: "createToken", attempts: 0 },
): CallError {
  return new CallError("sign-in", facts, what);
}
