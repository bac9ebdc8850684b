import { CallError, type ResponseInfo } from "../call-error.js";
import type { JsonType, MediaTypeIn, OpenRange, ResponseBodyOf } from "./media-types.js";

/**
 * The result of a call. It can be destructured, and narrowed by `ok`, `status`, `data` or `error`.
 *
 * @example
 * const { data, error, status } = await client.getOrder(options);
 * if (error) report(status, error);
 * else use(data);
 */
export type Result<Data, Failure> =
  | ResultWith<2, StatusOfClass<2>, Data>
  | ResultWith<3 | 4 | 5, StatusOfClass<3 | 4 | 5>, Failure>;

/** The result of a call whose bodies differ by status. */
export type ResultByStatus<Successes, Failures> =
  | ResultOfClass<Successes, 2>
  | { [Class in FailureClass]: ResultOfClass<Failures, Class> }[FailureClass];

/** The result of an operation of the generated `types.ts`. */
export type ResultOf<Operation> = Operation extends { readonly responses: infer Responses }
  ? ChooseResult<OrUnknown<SuccessBodies<Responses>>, FailureBodies<Responses>>
  : never;

/** A response, its text, the credentials that were sent, and the body if it is not read as text. */
export type ReceivedResponse = readonly [
  info: ResponseInfo,
  text: string,
  token?: string | undefined,
  decoded?: readonly [data: unknown] | undefined,
];

/** The result of any operation. */
export type AnyResult =
  | (ResponseInfo & { readonly ok: true; readonly status: number; readonly data: unknown })
  | (ResponseInfo & { readonly ok: false; readonly status: number; readonly error: unknown });

/** The data of a successful response, as in the spec. */
export type DataOf<Operation> = Extract<ResultOf<Operation>, { ok: true }>["data"];

/**
 * Returns the data of a successful result. @throws CallError of the kind `refused` with the body of an error response
 */
export function orThrow<R extends AnyResult>(result: R): Extract<R, { readonly ok: true }>["data"] {
  if (result.ok) return result.data;
  const { ok, error, ...info } = result;
  throw error instanceof CallError ? error : new CallError("refused", { ...info, body: error });
}

type FailureClass = 3 | 4 | 5;

/** Bodies by status are not needed where all are the same. */
type ChooseResult<Successes, Failures> = DifferingStatus<Successes> | DifferingStatus<Failures> extends never
  ? Result<BodyIn<Successes>, BodyIn<Failures>>
  : ResultByStatus<Successes, Failures>;

/** The statuses whose bodies are not of the type that all bodies together have. */
type DifferingStatus<Bodies> = {
  [Status in keyof Bodies]: IsSame<Bodies[Status], Bodies[keyof Bodies]> extends true ? never : Status;
}[keyof Bodies];

type IsSame<A, B> = (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2 ? true : false;

type BodyIn<Bodies> = [keyof Bodies] extends [never] ? unknown : Bodies[keyof Bodies];

/** `default` is a success only if no other response is. */
type SuccessBodies<Responses> = BodiesOf<
  Responses,
  FirstOf<DocumentedStatus<Responses, 2> | Extract<keyof Responses, "2XX">, Extract<keyof Responses, "default">>,
  2
>;

/** A body that is not described can be any. Beside one that is described, `unknown` would make destructured data unknown for every status. */
type OrUnknown<Bodies> = [Bodies[keyof Bodies]] extends [undefined]
  ? { [Status in keyof Bodies]: Status extends 204 | 205 ? undefined : unknown }
  : { [Status in keyof Bodies]: Status extends 204 | 205 ? undefined : Bodies[Status] };

type FailureBodies<Responses> = BodiesOf<
  Responses,
  DocumentedStatus<Responses, FailureClass> | Extract<keyof Responses, `${FailureClass}XX` | "default">,
  FailureClass
>;

/** A condition, so that editors show the bodies instead of the name of this type. */
type BodiesOf<Responses, Status extends keyof Responses, Class> = Responses extends unknown
  ? { [S in Status]: BodyOf<Responses[S], Class> }
  : never;

type ResultOfClass<Bodies, Class extends 2 | FailureClass> =
  | {
      [Status in DocumentedStatus<Bodies, Class>]: ResultWith<Class, Status, Bodies[Status]>;
    }[DocumentedStatus<Bodies, Class>]
  | ResultWith<
      Class,
      Exclude<StatusOfClass<Class>, DocumentedStatus<Bodies, Class>>,
      Bodies extends { readonly [Range in `${Class}XX`]: infer Body } ? Body : OtherBody<Bodies>
    >;

type ResultWith<Class, Status, Body> = ResponseInfo & { readonly status: Status } & (Class extends 2
    ? { readonly ok: true; readonly data: Body; readonly error?: undefined }
    : { readonly ok: false; readonly error: Body; readonly data?: undefined });

/**
 * The body of a status that has neither a response nor a range: of `default`, or else one of the documented bodies: `unknown` would
 * make a destructured `error` unknown for every status.
 */
type OtherBody<Bodies> = BodyIn<
  Pick<Bodies, FirstOf<Extract<keyof Bodies, "default">, Exclude<keyof Bodies, DocumentedStatus<Bodies, 3> | "3XX">>>
>;

type FirstOf<First, Second> = [First] extends [never] ? Second : First;

/** The documented statuses of the given classes. */
type DocumentedStatus<Responses, Class extends number> = {
  [Status in keyof Responses]: Status extends number
    ? `${Status}` extends `${Class}${string}`
      ? Status
      : never
    : never;
}[keyof Responses];

type BodyOf<Documented, Class> = Documented extends { readonly content: infer Content }
  ? Class extends 2
    ? ResponseBodyOf<Content>
    : { [Type in keyof Content]: ReadError<MediaTypeIn<Type>, Content[Type]> }[keyof Content]
  : undefined;

/** The client reads errors as JSON or as text. */
type ReadError<Range, Value> = Range extends JsonType | OpenRange ? (Value extends Blob ? string : Value) : string;

type Digit = 0 | 1 | 2 | 3 | 4 | 5 | 6 | 7 | 8 | 9;

/**
 * All statuses of the given classes (RFC 9110, section 15). With `number`, documented statuses could not be excluded.
 */
type StatusOfClass<Class extends number> = `${Class}${Digit}${Digit}` extends infer Text
  ? Text extends `${infer Value extends number}`
    ? Value
    : never
  : never;
