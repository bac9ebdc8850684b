import type { Document, MediaTypeDefinition, Operation } from "../document/index.js";
import { listBodyProperties } from "./body-properties.js";
import { needsCredentials } from "./session/session.js";

/**
 * Whether a request of an operation could be accepted at all. Not where the contract documents no success, and not where one signs
 * in: nobody has told the probe with what.
 */
export function isAcceptable(document: Document, operation: Operation): boolean {
  return operation.responses.some(isSuccess) && !isSignIn(document, operation);
}

function isSuccess({ status }: Operation["responses"][number]): boolean {
  return /^2/.test(status) || status === "default";
}

/** It asks for no credentials, takes what proves who one is, and gives a token. */
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
