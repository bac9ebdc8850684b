/**
 * Why a call failed:
 *
 * - `request`: the options are invalid, and no request was sent;
 * - `sign-in`: authentication failed: the key cannot sign, or the service refused it;
 * - `connection`: the service could not be reached, or the connection was closed;
 * - `timeout`: no response arrived in time;
 * - `aborted`: the caller's signal aborted the call;
 * - `redirected`: the response is a redirect, which is not followed in order to protect the token;
 * - `unreadable`: a successful response without JSON, such as a page of a proxy;
 * - `refused`: an error response, thrown by `orThrow`;
 * - `paging`: pagination failed after the first page; continue from `resume`.
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

/** Information about any response. */
export type ResponseInfo = {
  /** The operationId. */
  readonly operation: string;
  /** The response; its body has been read. */
  readonly response: Response;
  /** The request id, by which the service can identify the request. */
  readonly requestId?: string | undefined;
  /** Status of the response; 0 when a browser hides it. */
  readonly status: number;
  /** Number of attempts, including the last one. */
  readonly attempts: number;
  /**
   * The content type of a body that is not JSON by its type or its text, although the spec has JSON; empty without a type. The body
   * was read as JSON if its text is JSON. Otherwise `error` is a CallError whose `body` is the text.
   */
  readonly undeclaredType?: string | undefined;
};

/** What is known of a response, if there is any. The operation is `signIn` when authentication failed. */
export type CallFacts = Pick<ResponseInfo, "operation"> & {
  readonly [Name in "attempts" | "response" | "status" | "requestId"]?: ResponseInfo[Name] | undefined;
} & {
  /** The response body: the parsed value if it is JSON, otherwise its text. */
  readonly body?: unknown;
  /** Where a list continues: pass it as the option `resume`. Undefined when the list cannot be continued. */
  readonly resume?: string | undefined;
  /** Number of pages of a list that were read. */
  readonly page?: number | undefined;
  readonly cause?: unknown;
};

/**
 * A failed call. The message contains no part of the request but its origin, and no secret. Node prints only the kind,
 * status and request id with it, because the other properties are not enumerable.
 */
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
    super(
      `${facts.operation}: ${kind}${what ? `: ${what}` : ""} ${JSON.stringify(facts, ["attempts", "status", "requestId", "page"])}`,
    );
    // Node would print properties that are undefined.
    for (const [key, value] of Object.entries({ name: "CallError", kind, ...facts }))
      if (value !== undefined)
        Object.defineProperty(this, key, { value, enumerable: /kind|status|requestId/.test(key) });
  }
}

/**
 * Creates the error of a failed authentication: the key cannot sign, or the service refused it. The message contains
 * the grant, the response and what is expected, and no secret. Connection failures have other errors.
 *
 * @param facts of the response of the token endpoint; by default no request was sent
 */
export function createSignInError(what: string, facts: CallFacts = { operation: "signIn", attempts: 0 }): CallError {
  return new CallError("sign-in", facts, what);
}
