import type { Document, MediaTypeDefinition, Operation } from "../document/index.js";
import { listBodyProperties } from "./body-properties.js";
import type { ProbeExchange } from "./session/probe-exchange.js";
import { needsCredentials, type ProbeRequest } from "./session/session.js";

/** An operation without any accepted request. */
export type UnacceptedOperation = {
  readonly operation: Operation;
  /** Statuses of the valid requests; 0 means that no response came. */
  readonly statuses: readonly number[];
  /** Names whose values must exist in the service: path parameters, then id properties of the body. */
  readonly names: readonly string[];
};

/** Which operations accepted requests. */
export type AcceptanceSummary = {
  /** Number of operations that accepted at least one request. */
  readonly accepted: number;
  /** Number of those that need credentials. */
  readonly acceptedSecured: number;
  /** Operations that could accept a request but accepted none. */
  readonly unaccepted: readonly UnacceptedOperation[];
  /** Whether the service rejected any request because of its content, which shows that it validates requests. */
  readonly hasRejections: boolean;
};

export type AcceptanceStats = ReturnType<typeof createAcceptanceStats>;

export function createAcceptanceStats(document: Document) {
  const statuses = new Map<Operation, Set<number>>();
  const accepted = new Set<Operation>();
  let hasRejections = false;
  return {
    add: ({ operation, method, edit, credentials }: ProbeRequest, result: ProbeExchange): void => {
      const requestStatuses = statuses.get(operation) ?? new Set<number>();
      statuses.set(operation, requestStatuses);
      // A request with another method belongs to another operation.
      if (method !== undefined && method !== operation.method) return;
      const { status } = result.exchange.response;
      if (result.isAccepted) accepted.add(operation);
      if (result.isRefusal && status !== 405) hasRejections = true;
      if (edit === undefined && credentials === undefined) requestStatuses.add(status);
    },
    wasRequested: (operation: Operation): boolean => statuses.has(operation),
    /** @param isIncluded Selects the reported operations; the probe may call others only to find values. */
    summarize: (isIncluded: (operation: Operation) => boolean): AcceptanceSummary => ({
      accepted: accepted.size,
      acceptedSecured: [...accepted].filter(needsCredentials).length,
      unaccepted: [...statuses]
        .filter(([operation]) => isIncluded(operation) && !accepted.has(operation) && isAcceptable(document, operation))
        .map(([operation, requestStatuses]) => ({
          operation,
          statuses: [...requestStatuses].sort((a, b) => a - b),
          names: listValueNames(document, operation),
        })),
      hasRejections,
    }),
  };
}

function listValueNames(document: Document, { parameters, requestBody }: Operation): string[] {
  const inPath = parameters.filter((it) => it.in === "path").map(({ name }) => name);
  const properties = listBodyProperties(document, requestBody?.content ?? []);
  return [...inPath, ...[...properties].filter((name) => /.(Id|_id)$/.test(name))];
}

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
