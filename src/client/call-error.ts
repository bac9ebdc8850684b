/**
 * Why a call came to nothing:
 *
 * - `request`: what was given makes no request, and none was sent;
 * - `sign-in`: nobody could be signed in: the key cannot sign, or the service refused;
 * - `connection`: the service was not reached, or hung up;
 * - `timeout`: no answer came in time;
 * - `aborted`: the caller's signal ended the call;
 * - `redirected`: the answer leads elsewhere, where a token is not carried to;
 * - `unreadable`: a success that is not what the contract has, such as the page of a proxy;
 * - `refused`: the service said no, and `orThrow` was asked to throw;
 * - `paging`: a list broke off behind its first page, and `resume` is where it goes on.
 */
export type CallErrorKind =
  | "request"
  | "sign-in"
  | "connection"
  | "timeout"
  | "aborted"
  | "redirected"
  | "unreadable"
  | "refused"
  | "paging";

export type CallFacts = {
  /** operationId; `createToken` where a token was to be had. */
  readonly operation: string;
  /** How many attempts were made, the last of them counted. */
  readonly attempts?: number | undefined;
  /** The answer as it came, where there was one; its body has been read. */
  readonly response?: Response | undefined;
  /** Of the answer; 0 where a browser hides it. */
  readonly status?: number | undefined;
  /** What the request said of itself, under which the service can find it. */
  readonly requestId?: string | undefined;
  /** The body of the answer: a value where it was JSON, else its text. */
  readonly body?: unknown;
  /** Where a list goes on: give it as `resume`. Undefined where there is nothing to go on with. */
  readonly resume?: string | undefined;
  /** How many pages of a list were read. */
  readonly page?: number | undefined;
  readonly cause?: unknown;
};

/** A call that came to nothing. Its message holds no part of the request, nor any secret. */
export class CallError extends Error implements CallFacts {
  declare readonly name: "CallError";
  declare readonly kind: CallErrorKind;
  declare readonly operation: string;
  declare readonly attempts: number | undefined;
  declare readonly response: Response | undefined;
  declare readonly status: number | undefined;
  declare readonly requestId: string | undefined;
  declare readonly body: unknown;
  declare readonly resume: string | undefined;
  declare readonly page: number | undefined;

  constructor(kind: CallErrorKind, facts: CallFacts, what?: string) {
    const told = JSON.stringify(facts, ["attempts", "status", "requestId", "page"]);
    super(`${facts.operation}: ${kind}${what ? `: ${what}` : ""} ${told}`, facts);
    Object.assign(this, facts, { name: "CallError", kind });
  }
}
