import { CallError } from "./call-error.js";

/**
 * What a call came to: `ok` tells a success from a refusal, and `status` tells further what `data` or `error` is.
 *
 * @example
 * if (result.ok) use(result.data);
 * else if (result.status === 404) report(result.error);
 */
export type Result<Operation> = Success<ResponsesOf<Operation>> | Failure<ResponsesOf<Operation>>;

/** What is known of every answer. */
export type Answered = {
  /** operationId. */
  readonly operation: string;
  /** The answer as it came; its body has been read. */
  readonly response: Response;
  /** What the request said of itself in its header, under which the service can find it. */
  readonly requestId: string | undefined;
  /** How many attempts were made. */
  readonly attempts: number;
};

/** Any result, whatever the operation. */
export type AnyResult =
  | (Answered & { readonly ok: true; readonly status: number; readonly data: unknown })
  | (Answered & { readonly ok: false; readonly status: number; readonly error: unknown });

/** The data of a success, as the contract has it. */
export type DataOf<Operation> = Extract<Result<Operation>, { ok: true }>["data"];

/** Gives the data of a success. @throws CallError of the kind `refused`, with the body of the answer, for anything else */
export function orThrow<R extends AnyResult>(result: R): Extract<R, { readonly ok: true }>["data"] {
  if (result.ok) return result.data;
  const { operation, status, attempts, requestId, error } = result;
  throw new CallError("refused", "the service refused", { operation, status, attempts, requestId, body: error });
}

type ResponsesOf<Operation> = Operation extends { readonly responses: infer Responses } ? Responses : never;

type Success<Responses> =
  | {
      readonly [Status in Documented<Responses, "2">]: Answered & {
        readonly ok: true;
        readonly status: Status;
        readonly data: BodyOf<Responses[Status]>;
      };
    }[Documented<Responses, "2">]
  // A success that the contract does not list is taken when it looks like one that is listed.
  | (Answered & {
      readonly ok: true;
      readonly status: Exclude<SuccessStatus, Documented<Responses, "2">>;
      readonly data: BodyOf<Responses[Documented<Responses, "2">]>;
    });

type Failure<Responses> =
  | {
      readonly [Status in Documented<Responses, "1" | "3" | "4" | "5">]: Answered & {
        readonly ok: false;
        readonly status: Status;
        readonly error: BodyOf<Responses[Status]>;
      };
    }[Documented<Responses, "1" | "3" | "4" | "5">]
  | (Answered & {
      readonly ok: false;
      readonly status: Exclude<FailureStatus, Documented<Responses, "3" | "4" | "5">> | OtherStatus;
      readonly error: Responses extends { readonly default: infer Default } ? BodyOf<Default> : unknown;
    });

/** The statuses that a contract lists, of the given classes. */
type Documented<Responses, Class extends string> = {
  [Status in keyof Responses]: Status extends number
    ? `${Status}` extends `${Class}${string}`
      ? Status
      : never
    : never;
}[keyof Responses];

type BodyOf<Answer> = Answer extends { readonly content: infer Content } ? Content[keyof Content] : undefined;

type SuccessStatus = 200 | 201 | 202 | 203 | 204 | 205 | 206 | 207 | 208 | 226;

/** What is registered beside success (RFC 9110, section 16.2), so that each can be compared with. */
type FailureStatus =
  | (300 | 304)
  | (400 | 401 | 402 | 403 | 404 | 405 | 406 | 407 | 408 | 409 | 410 | 411 | 412 | 413 | 414 | 415 | 416 | 417)
  | (418 | 421 | 422 | 423 | 424 | 425 | 426 | 428 | 429 | 431 | 451)
  | (500 | 501 | 502 | 503 | 504 | 505 | 506 | 507 | 508 | 510 | 511);

declare const other: unique symbol;
/** Any further number; not `number` itself, which would hide the documented statuses. */
type OtherStatus = number & { readonly [other]: true };
