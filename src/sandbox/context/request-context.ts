import type { Json } from "../../document/index.js";
import type { Queries } from "../store/database.js";
import type { AppContext } from "./app-context.js";

/** One request to the service, after it was found to be allowed and to keep the contract. */
export type RequestContext = {
  /** Of the contract, such as `recordOrder`. */
  readonly operationId: string;
  /** Upper case. */
  readonly method: string;
  /** As it stood in the request line, below the base address, without its query. */
  readonly path: string;
  /** Values of the path template, decoded; of the query, in the types of the contract; only what the contract declares. */
  readonly parameters: Readonly<Record<string, Json>>;
  /** Declared headers that came, by their names in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  /** Parsed; undefined when none came. */
  readonly body: Json | undefined;
  readonly bytes: Uint8Array;
  readonly contentType: string | undefined;
  readonly caller: Caller;
  /** The domain time of the whole request, in milliseconds. */
  readonly now: number;
};

/** Whom an access token speaks for. */
export type Caller = {
  readonly applicationId: string;
  /** The businesses whose data the token opens. */
  readonly businessIds: readonly string[];
  /** The business user who signed in, by the password grant. */
  readonly username?: string;
};

/** An answer of the service; a body of undefined is none. */
export type ServiceResponse = {
  readonly status: number;
  readonly body?: Json;
  readonly headers?: Readonly<Record<string, string>>;
  /** It was given before, to a request with the same request id. */
  readonly isReplayed?: boolean;
};

/**
 * What answers one operation. A `read` may ask anything. A `write` runs once for its request id, within a transaction that
 * is kept when the answer is a success and undone otherwise. A `sign-in` decides by single statements and runs in no
 * transaction, for it takes its time over passwords; it never repeats an answer, since answers are secrets.
 */
export type OperationHandler = {
  readonly kind: "read" | "write" | "sign-in";
  readonly handle: (call: RequestContext, queries: Queries, world: AppContext) => Promise<ServiceResponse>;
};

/** An answer that refuses, with our answer to the open point of what an error body looks like. */
export function createErrorResponse(status: number, code: string, message: string): ServiceResponse {
  return { status, body: { status, code, message } };
}
