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
  override readonly name = "CallError";
  readonly kind: CallErrorKind;
  readonly operation: string;
  readonly attempts: number;
  readonly status: number | undefined;
  readonly requestId: string | undefined;
  readonly body: unknown;

  constructor(kind: CallErrorKind, what: string, facts: CallFacts) {
    const { operation, attempts, status, requestId, body, cause } = facts;
    const told = [
      ...(attempts > 0 ? [`attempt ${attempts}`] : []),
      ...(status === undefined ? [] : [`status ${status}`]),
      ...(requestId === undefined ? [] : [`request ${requestId}`]),
    ];
    super(`${operation}: ${what}${told.length > 0 ? ` (${told.join(", ")})` : ""}`, { cause });
    this.kind = kind;
    this.operation = operation;
    this.attempts = attempts;
    this.status = status;
    this.requestId = requestId;
    this.body = body;
  }
}
