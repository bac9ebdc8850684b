import type { Document, MediaTypeDefinition, Operation } from "../document/index.js";
import { listBodyProperties } from "./body-properties.js";
import { needsCredentials } from "./session/session.js";

/**
 * Whether a service could accept a request of an operation. False if the spec documents no success response, and for
 * sign-in operations, because the probe has no user credentials.
 */
export function isAcceptable(document: Document, operation: Operation): boolean {
  return operation.responses.some(isSuccess) && !isSignIn(document, operation);
}

function isSuccess({ status }: Operation["responses"][number]): boolean {
  return /^2/.test(status) || status === "default";
}

/** A sign-in operation needs no credentials, takes a secret in its body, and returns a token. */
function isSignIn(document: Document, operation: Operation): boolean {
  const has = (content: readonly MediaTypeDefinition[], name: RegExp): boolean =>
    [...listBodyProperties(document, content)].some((property) => name.test(property));
  const given = operation.responses.filter(isSuccess).flatMap(({ content }) => content);
  return (
    !needsCredentials(operation) && has(operation.requestBody?.content ?? [], PROOF_NAME) && has(given, TOKEN_NAME)
  );
}

const PROOF_NAME = /password|passphrase|assertion|secret|refresh_?token/i;
const TOKEN_NAME = /^((access|auth|bearer|id|refresh|session)[_-]?)?token$|jwt$/i;
