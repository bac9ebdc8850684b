import type { Document, Operation } from "../document/index.js";
import { isAcceptable } from "./acceptable.js";
import { bodyProperties } from "./body-properties.js";
import { isRefusal } from "./refusal.js";
import type { Order } from "./session.js";
import { type Asked, isAccepted } from "./story.js";

/** An operation of which no request was accepted. */
export type Unaccepted = {
  readonly operation: Operation;
  /** How those were answered that the contract allows; 0 is no answer. */
  readonly statuses: readonly number[];
  /** What a service has to know the values of: what its path is made of, then the things that a body refers to. */
  readonly names: readonly string[];
};

/** How a service has received the requests of its operations. */
export type Received = {
  /** How many operations have accepted a request. */
  readonly accepted: number;
  /** Those that could have, and have not. */
  readonly unaccepted: readonly Unaccepted[];
  /** Whether any request was refused for what it says, so that somebody has read it. */
  readonly isRead: boolean;
};

export type Reception = {
  readonly note: (order: Order, asked: Asked) => void;
  readonly wasAsked: (operation: Operation) => boolean;
  /** @param isTold whether an operation is spoken of; the others were asked only for the sake of these. */
  readonly received: (isTold: (operation: Operation) => boolean) => Received;
};

export function createReception(document: Document): Reception {
  const statuses = new Map<Operation, Set<number>>();
  const accepted = new Set<Operation>();
  let isRead = false;
  return {
    note: ({ operation, method, edit, credentials }, asked) => {
      const seen = statuses.get(operation) ?? new Set<number>();
      statuses.set(operation, seen);
      // What is asked by another method is not the operation.
      if (method !== undefined && method !== operation.method) return;
      const { status } = asked.exchange.response;
      if (isAccepted(asked)) accepted.add(operation);
      if (isRefusal(asked) && status !== 405) isRead = true;
      if (edit === undefined && credentials === undefined) seen.add(status);
    },
    wasAsked: (operation) => statuses.has(operation),
    received: (isTold) => ({
      accepted: accepted.size,
      unaccepted: [...statuses]
        .filter(([operation]) => isTold(operation) && !accepted.has(operation) && isAcceptable(document, operation))
        .map(([operation, seen]) => ({
          operation,
          statuses: [...seen].sort((a, b) => a - b),
          names: namesOf(document, operation),
        })),
      isRead,
    }),
  };
}

function namesOf(document: Document, { parameters, requestBody }: Operation): string[] {
  const inPath = parameters.filter((it) => it.in === "path").map(({ name }) => name);
  const properties = bodyProperties(document, requestBody?.content ?? []);
  return [...inPath, ...[...properties].filter((name) => /.(Id|_id)$/.test(name))];
}
