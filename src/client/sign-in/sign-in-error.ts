import { CallError, type CallFacts } from "../call-error.js";

/**
 * Nobody could be signed in: the key cannot sign, or the service refused. The message says what was tried, what was answered
 * and what would be accepted, and holds no secret. That the service could not be reached is an error of the call itself.
 *
 * @param facts of the answer of `POST /token`; without them nothing was asked
 */
export function createSignInError(
  what: string,
  facts: CallFacts = { operation: "createToken", attempts: 0 },
): CallError {
  return new CallError("sign-in", facts, what);
}
