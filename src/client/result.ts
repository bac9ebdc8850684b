import { CallError } from "./call-error.js";

/**
 * What a call came to: `ok` tells a success from a refusal, and `status` tells further what `data` or `error` is.
 *
 * @example
 * if (result.ok) use(result.data);
 * else if (result.status === 404) report(result.error);
 */
export type Result<Operation> = SuccessResult<ResponsesOf<Operation>> | ErrorResult<ResponsesOf<Operation>>;

/** What is known of every answer. */
export type ResponseInfo = {
  /** operationId. */
  readonly operation: string;
  /** The answer as it came; its body has been read. */
  readonly response: Response;
  /** What the request said of itself in its header, under which the service can find it. */
  readonly requestId?: string | undefined;
  readonly status: number;
  /** How many attempts were made. */
  readonly attempts: number;
};

/** Any result, whatever the operation. */
export type AnyResult =
  | (ResponseInfo & { readonly ok: true; readonly status: number; readonly data: unknown })
  | (ResponseInfo & { readonly ok: false; readonly status: number; readonly error: unknown });

/** The data of a success, as the contract has it. */
export type DataOf<Operation> = Extract<Result<Operation>, { ok: true }>["data"];

/** Gives the data of a success. @throws CallError of the kind `refused`, with the body of the answer, for anything else */
export function orThrow<R extends AnyResult>(result: R): Extract<R, { readonly ok: true }>["data"] {
  if (result.ok) return result.data;
  const { ok, error, ...answered } = result;
  throw new CallError("refused", { ...answered, body: error });
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
  // A success that the contract does not list is taken when it looks like one that is listed.
  | (ResponseInfo & {
      readonly ok: true;
      readonly status: Exclude<StatusOfClass<2>, DocumentedStatus<Responses, "2">>;
      readonly data: BodyOf<Responses[DocumentedStatus<Responses, "2">]>;
    });

type ErrorResult<Responses> =
  | {
      readonly [Code in DocumentedStatus<Responses, "3" | "4" | "5">]: ResponseInfo & {
        readonly ok: false;
        readonly status: Code;
        readonly error: BodyOf<Responses[Code]>;
      };
    }[DocumentedStatus<Responses, "3" | "4" | "5">]
  | (ResponseInfo & {
      readonly ok: false;
      readonly status: Exclude<StatusOfClass<3 | 4 | 5>, DocumentedStatus<Responses, "3" | "4" | "5">>;
      readonly error: Responses extends { readonly default: infer Default } ? BodyOf<Default> : unknown;
    });

/** The statuses that a contract lists, of the given classes. */
type DocumentedStatus<Responses, Class extends string> = {
  [Status in keyof Responses]: Status extends number
    ? `${Status}` extends `${Class}${string}`
      ? Status
      : never
    : never;
}[keyof Responses];

type BodyOf<Answer> = Answer extends { readonly content: infer Content } ? Content[keyof Content] : undefined;

type Digit = 0 | 1 | 2 | 3 | 4 | 5 | 6 | 7 | 8 | 9;

/** Every status of the given classes (RFC 9110, section 15): `number` would hide the documented ones among them. */
type StatusOfClass<Class extends number> = `${Class}${Digit}${Digit}` extends infer Text
  ? Text extends `${infer Value extends number}`
    ? Value
    : never
  : never;
