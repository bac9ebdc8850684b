/**
 * Why a call came to nothing:
 *
 * - `request`: what was given makes no request, and none was sent;
 * - `connection`: the service was not reached, or hung up;
 * - `timeout`: no answer came in time;
 * - `aborted`: the caller's signal ended the call;
 * - `redirected`: the answer leads elsewhere, where a token is not carried to;
 * - `unreadable`: a success that is not what the contract has, such as the page of a proxy;
 * - `refused`: the service said no, and `orThrow` was asked to throw.
 */
export type CallErrorKind = "request" | "connection" | "timeout" | "aborted" | "redirected" | "unreadable" | "refused";

export type CallFacts = {
  /** operationId. */
  readonly operation: string;
  /** How many attempts were made, the last of them counted. */
  readonly attempts: number;
  /** Of the answer, where there was one. */
  readonly status?: number | undefined;
  /** What the request said of itself, under which the service can find it. */
  readonly requestId?: string | undefined;
  /** The body of the answer: a value where it was JSON, else its text. */
  readonly body?: unknown;
  readonly cause?: unknown;
};

/** A call that came to nothing. Its message holds no part of the request, nor any secret. */
export class CallError extends Error implements CallFacts {
  declare readonly name: "CallError";
  declare readonly kind: CallErrorKind;
  declare readonly operation: string;
  declare readonly attempts: number;
  declare readonly status: number | undefined;
  declare readonly requestId: string | undefined;
  declare readonly body: unknown;

  constructor(kind: CallErrorKind, what: string, { operation, attempts, status, requestId, body, cause }: CallFacts) {
    const told = Object.entries({ attempt: attempts, status, request: requestId })
      .filter(([, value]) => value)
      .map((it) => it.join(" "))
      .join(", ");
    super(`${operation}: ${what}${told && ` (${told})`}`, { cause });
    Object.assign(this, { name: "CallError", kind, operation, attempts, status, requestId, body });
  }
}
