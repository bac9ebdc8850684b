import type { Document, Operation } from "../document/index.js";
import { isAcceptable } from "./acceptable.js";
import { listBodyProperties } from "./body-properties.js";
import { isAccepted, type ProbeExchange } from "./session/probe-exchange.js";
import { isRefusal } from "./session/refusal.js";
import type { ProbeRequest } from "./session/session.js";

/** An operation of which no request was accepted. */
export type UnacceptedOperation = {
  readonly operation: Operation;
  /** How those were answered that the contract allows; 0 is no answer. */
  readonly statuses: readonly number[];
  /** What a service has to know the values of: what its path is made of, then the things that a body refers to. */
  readonly names: readonly string[];
};

/** How a service has received the requests of its operations. */
export type AcceptanceSummary = {
  /** How many operations have accepted a request. */
  readonly accepted: number;
  /** Those that could have, and have not. */
  readonly unaccepted: readonly UnacceptedOperation[];
  /** Whether any request was refused for what it says, so that somebody has read it. */
  readonly hasRejections: boolean;
};

export type AcceptanceStats = {
  readonly add: (order: ProbeRequest, asked: ProbeExchange) => void;
  readonly wasRequested: (operation: Operation) => boolean;
  /** @param isTold whether an operation is spoken of; the others were asked only for the sake of these. */
  readonly summarize: (isTold: (operation: Operation) => boolean) => AcceptanceSummary;
};

export function createAcceptanceStats(document: Document): AcceptanceStats {
  const statuses = new Map<Operation, Set<number>>();
  const accepted = new Set<Operation>();
  let hasRejections = false;
  return {
    add: ({ operation, method, edit, credentials }, asked) => {
      const seen = statuses.get(operation) ?? new Set<number>();
      statuses.set(operation, seen);
      // What is asked by another method is not the operation.
      if (method !== undefined && method !== operation.method) return;
      const { status } = asked.exchange.response;
      if (isAccepted(asked)) accepted.add(operation);
      if (isRefusal(asked) && status !== 405) hasRejections = true;
      if (edit === undefined && credentials === undefined) seen.add(status);
    },
    wasRequested: (operation) => statuses.has(operation),
    summarize: (isTold) => ({
      accepted: accepted.size,
      unaccepted: [...statuses]
        .filter(([operation]) => isTold(operation) && !accepted.has(operation) && isAcceptable(document, operation))
        .map(([operation, seen]) => ({
          operation,
          statuses: [...seen].sort((a, b) => a - b),
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
