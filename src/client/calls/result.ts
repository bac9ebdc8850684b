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
export type Result<Operation> = {
  [Class in StatusClass]: ResultOfClass<ResponsesOf<Operation>, Class>;
}[StatusClass];

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

type StatusClass = 2 | 3 | 4 | 5;

type ResultOfClass<Responses, Class extends StatusClass> =
  | {
      readonly [Code in DocumentedStatus<Responses, Class>]: ResultOf<Class, Code, BodyOf<Responses[Code], Class>>;
    }[DocumentedStatus<Responses, Class>]
  | ResultOf<
      Class,
      Exclude<StatusOfClass<Class>, DocumentedStatus<Responses, Class>>,
      Responses extends { readonly [Range in `${Class}XX`]: infer Documented }
        ? BodyOf<Documented, Class>
        : OtherBody<Responses, Class>
    >;

type ResultOf<Class, Status, Body> = ResponseInfo & { readonly status: Status } & (Class extends 2
    ? { readonly ok: true; readonly data: Body; readonly error?: undefined }
    : { readonly ok: false; readonly error: Body; readonly data?: undefined });

/**
 * The body of a status that has neither a response nor a range: of `default`, unless it is a success beside documented ones. Without
 * `default`, it is assumed to be one of the documented bodies: `unknown` would make a destructured `error` unknown for every status.
 */
type OtherBody<Responses, Class extends StatusClass> =
  OtherStatus<Responses, Class> extends infer Status extends keyof Responses
    ? [Status] extends [never]
      ? unknown
      : BodyOf<Responses[Status], Class>
    : never;

type OtherStatus<Responses, Class extends StatusClass> = Class extends 2
  ? FirstOf<DocumentedStatus<Responses, 2>, Extract<keyof Responses, "default">>
  : FirstOf<
      Extract<keyof Responses, "default">,
      DocumentedStatus<Responses, 4 | 5> | Extract<keyof Responses, "4XX" | "5XX">
    >;

type FirstOf<First, Second> = [First] extends [never] ? Second : First;

/** The documented statuses of the given classes. */
type DocumentedStatus<Responses, Class extends StatusClass> = {
  [Status in keyof Responses]: Status extends number
    ? `${Status}` extends `${Class}${string}`
      ? Status
      : never
    : never;
}[keyof Responses];

/** The client reads errors as JSON or as text. */
type BodyOf<Documented, Class> = Documented extends { readonly content: infer Content }
  ? Class extends 2
    ? ResponseBodyOf<Content>
    : { [Type in keyof Content]: Type extends JsonType | "*/*" ? Content[Type] : string }[keyof Content]
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
