import { CallError } from "../call-error.js";
import type { JsonType, ResponseBodyOf } from "./media-types.js";

/**
 * The result of a call. It can be destructured, and narrowed by `ok`, `status`, `data` or `error`.
 *
 * @example
 * const { data, error, status } = await client.getOrder(options);
 * if (error) report(status, error);
 * else use(data);
 */
export type Result<Operation> =
  | (SuccessResult<ResponsesOf<Operation>> & { readonly error?: undefined })
  | (ErrorResult<ResponsesOf<Operation>> & { readonly data?: undefined });

/** Information about any response. */
export type ResponseInfo = {
  /** The operationId. */
  readonly operation: string;
  /** The response; its body has been read. */
  readonly response: Response;
  /** The request id, by which the service can identify the request. */
  readonly requestId?: string | undefined;
  readonly status: number;
  /** Number of attempts. */
  readonly attempts: number;
  /**
   * The content type of a body that is not JSON by its type or its text, although the spec has JSON; empty without a type. The body
   * was read as JSON if its text is JSON. Otherwise `error` is a CallError whose `body` is the text.
   */
  readonly undeclaredType?: string | undefined;
};

/** A response, its text, the credentials that were sent, and the body if it is not read as text. */
export type ReceivedResponse = readonly [
  info: ResponseInfo,
  text: string,
  token?: string | undefined,
  decoded?: readonly [data: unknown] | false | undefined,
];

/** The result of any operation. */
export type AnyResult =
  | (ResponseInfo & { readonly ok: true; readonly status: number; readonly data: unknown })
  | (ResponseInfo & { readonly ok: false; readonly status: number; readonly error: unknown });

/** The data of a successful response, as in the spec. */
export type DataOf<Operation> = Extract<Result<Operation>, { ok: true }>["data"];

/**
 * Returns the data of a successful result. @throws CallError of the kind `refused` with the body of an error response
 */
export function orThrow<R extends AnyResult>(result: R): Extract<R, { readonly ok: true }>["data"] {
  if (result.ok) return result.data;
  const { ok, error, ...info } = result;
  throw error instanceof CallError ? error : new CallError("refused", { ...info, body: error });
}

type ResponsesOf<Operation> = Operation extends { readonly responses: infer Responses } ? Responses : never;

type SuccessResult<Responses> =
  | {
      readonly [Code in DocumentedStatus<Responses, "2">]: ResponseInfo & {
        readonly ok: true;
        readonly status: Code;
        readonly data: BodyOf<Responses[Code]>;
      };
    }[DocumentedStatus<Responses, "2">]
  // An undocumented success status is assumed to have one of the documented bodies.
  | (ResponseInfo & {
      readonly ok: true;
      readonly status: Exclude<StatusOfClass<2>, DocumentedStatus<Responses, "2">>;
      readonly data: OtherSuccessBody<Responses>;
    });

type ErrorResult<Responses> =
  | {
      readonly [Code in DocumentedStatus<Responses, "3" | "4" | "5">]: ResponseInfo & {
        readonly ok: false;
        readonly status: Code;
        readonly error: ErrorBodyOf<Responses[Code]>;
      };
    }[DocumentedStatus<Responses, "3" | "4" | "5">]
  | {
      readonly [Class in 3 | 4 | 5]: ResponseInfo & {
        readonly ok: false;
        readonly status: Exclude<StatusOfClass<Class>, DocumentedStatus<Responses, `${Class}`>>;
        readonly error: OtherErrorBody<Responses, Class>;
      };
    }[3 | 4 | 5];

/** The body of a success whose status is not documented: of the range `2XX`, of all successes, or of `default`. */
type OtherSuccessBody<Responses> = Responses extends { readonly "2XX": infer Range }
  ? BodyOf<Range>
  : [DocumentedStatus<Responses, "2">] extends [never]
    ? Responses extends { readonly default: infer Default }
      ? BodyOf<Default>
      : unknown
    : BodyOf<Responses[DocumentedStatus<Responses, "2">]>;

/**
 * The body of an error whose status is not documented: of its range, or of `default`. Without both, it is assumed to have one of
 * the documented bodies, because `unknown` would make a destructured `error` unknown for every status.
 */
type OtherErrorBody<Responses, Class extends number> = Responses extends {
  readonly [Range in `${Class}XX`]: infer Documented;
}
  ? ErrorBodyOf<Documented>
  : Responses extends { readonly default: infer Default }
    ? ErrorBodyOf<Default>
    : DocumentedErrorBody<Responses>;

/** The bodies of all documented errors; anything if there are none. */
type DocumentedErrorBody<Responses> =
  | DocumentedStatus<Responses, "4" | "5">
  | Extract<keyof Responses, "4XX" | "5XX"> extends infer Status
  ? [Status] extends [never]
    ? unknown
    : ErrorBodyOf<Responses[Status & keyof Responses]>
  : never;

/** The documented statuses of the given classes. */
type DocumentedStatus<Responses, Class extends string> = {
  [Status in keyof Responses]: Status extends number
    ? `${Status}` extends `${Class}${string}`
      ? Status
      : never
    : never;
}[keyof Responses];

type BodyOf<Documented> = Documented extends { readonly content: infer Content } ? ResponseBodyOf<Content> : undefined;

/** The client reads errors as JSON or as text. */
type ErrorBodyOf<Documented> = Documented extends { readonly content: infer Content }
  ? {
      [Range in keyof Content]: Range extends JsonType
        ? Content[Range]
        : Range extends "*/*"
          ? Content[Range] | string
          : string;
    }[keyof Content]
  : undefined;

type Digit = 0 | 1 | 2 | 3 | 4 | 5 | 6 | 7 | 8 | 9;

/**
 * All statuses of the given classes (RFC 9110, section 15). With `number`, documented statuses could not be excluded.
 */
type StatusOfClass<Class extends number> = `${Class}${Digit}${Digit}` extends infer Text
  ? Text extends `${infer Value extends number}`
    ? Value
    : never
  : never;
