import type { Json } from "../../document/index.js";
import type { Queries } from "../store/database.js";
import type { AppContext } from "./app-context.js";

/** An authenticated request to the service that conforms to the spec. */
export type RequestContext = {
  /** As in the spec, such as `recordOrder`. */
  readonly operationId: string;
  /** Upper case. */
  readonly method: string;
  /** As sent in the request line, without the base path and the query. */
  readonly path: string;
  /** Declared parameters: decoded path parameters, and query parameters converted to their types in the spec. */
  readonly parameters: Readonly<Record<string, Json>>;
  /** Declared headers that were sent, keyed by lower-case name. */
  readonly headers: Readonly<Record<string, string>>;
  /** The parsed body; undefined when the request has none. */
  readonly body: Json | undefined;
  readonly bytes: Uint8Array;
  readonly contentType: string | undefined;
  readonly caller: Caller;
  /** The domain time of the whole request, in milliseconds. */
  readonly now: number;
};

/** The holder of an access token. */
export type Caller = {
  readonly applicationId: string;
  /** The businesses whose data the token gives access to. */
  readonly businessIds: readonly string[];
  /** The business user who signed in with the password grant. */
  readonly username?: string | undefined;
};

/** A response of the service; it has no body when `body` is undefined. */
export type ServiceResponse = {
  readonly status: number;
  readonly body?: Json;
  /** A body that is not of JSON, or not of JSON.stringify; its type is in the headers. Then there is no `body`. */
  readonly bytes?: Uint8Array;
  /** The text of a large body, which is made while it is sent; then there is no `body`. */
  readonly parts?: AsyncIterable<string>;
  readonly headers?: Readonly<Record<string, string>>;
  /** The response repeats that of an earlier request with the same request id. */
  readonly isReplayed?: boolean;
};

/** Implements one operation. */
export type OperationHandler = (call: RequestContext, queries: Queries, app: AppContext) => Promise<ServiceResponse>;

/** Thrown to refuse a request to the service or to the admin API. */
export class Refusal extends Error {
  override readonly name = "Refusal" as const;
  readonly status: number;
  /** Statuses that fit, the best first. The sandbox of a spec sends the first one that the operation declares. */
  readonly statuses: readonly number[];
  readonly code: string;
  readonly headers: Readonly<Record<string, string>> | undefined;
  /** Where the fault is in the request, such as `body`, `items`, `0` or `query`, `limit`. */
  place: readonly string[] = [];

  constructor(
    statuses: number | readonly number[],
    code: string,
    message: string,
    headers?: Readonly<Record<string, string>>,
  ) {
    super(message);
    this.statuses = [statuses].flat();
    this.status = this.statuses[0] ?? 400;
    this.code = code;
    this.headers = headers;
  }

  /** The spec leaves the shape of the body open; this one is the sandbox's choice. */
  toResponse(): ServiceResponse {
    const { status, code, message, headers } = this;
    return { status, body: { status, code, message }, ...(headers === undefined ? {} : { headers }) };
  }
}

/** Runs work and returns its response, or the response of the refusal that it throws. */
export async function handleRefusal(work: () => Promise<ServiceResponse>): Promise<ServiceResponse> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof Refusal) return error.toResponse();
    throw error;
  }
}

export function createInvalidTime(name: string): Refusal {
  return new Refusal(400, "INVALID_TIME", `${name} is not a valid time; expected a time such as 2026-01-31T09:30:00Z`);
}
