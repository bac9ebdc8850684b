import type { calls, TimeParameter } from "../../generated/calls.js";
import type { operations } from "../../generated/types.js";
import type { Result } from "./result.js";

/** The operationId of a call. */
export type CallName = keyof typeof calls & keyof operations;

/** Headers that the client adds. You can override them with `params.header`. */
type FilledHeader = "Api-Version" | "Authorization" | "Content-Type" | "Service-Request-Id";

/** Settings of any call. */
export type CallSettings = {
  /** Aborts the call, including its waits. */
  readonly signal?: AbortSignal | undefined;
  /** Timeout of an attempt including sign-in, in milliseconds. */
  readonly timeout?: number | undefined;
  /** Timeout of all attempts and the waits between them, in milliseconds. */
  readonly totalTimeout?: number | undefined;
  /** Maximum number of retries, for calls that are safe to retry. */
  readonly retries?: number | undefined;
  /** Additional headers that the spec does not define. */
  readonly headers?: Readonly<Record<string, string>> | undefined;
};

/** Options of a call: parameters and body as in the spec, with headers that the client adds optional, and settings. */
export type CallOptions<Operation> = ParamsOption<Operation> & BodyOption<Operation> & CallSettings;

/** A method for one operation. The options can be omitted when the operation requires none. */
export type Call<Operation> = (...options: OptionsArgument<Operation>) => Promise<Result<Operation>>;

export type OptionsArgument<Operation> =
  Record<never, never> extends CallOptions<Operation>
    ? [options?: CallOptions<Operation>]
    : [options: CallOptions<Operation>];

/** The operations of an HTTP method, keyed by path template. */
export type CallsByPath<Method extends string> = {
  readonly [Name in CallName as (typeof calls)[Name]["call"] extends `${Method} ${infer Path}`
    ? Path
    : never]: operations[Name];
};

/** The HTTP methods in the spec. */
export type Method = (typeof calls)[CallName]["call"] extends infer Line
  ? Line extends `${infer Verb} ${string}`
    ? Verb
    : never
  : never;

type ParametersOf<Operation> = Operation extends { readonly parameters: infer Parameters } ? Parameters : never;

type ParamsOption<Operation> = Optional<{
  readonly params: Optional<{
    readonly path: ParametersIn<ParametersOf<Operation>, "path">;
    readonly query: ParametersIn<ParametersOf<Operation>, "query">;
    readonly header: WithOptionalFilledHeaders<ParametersIn<ParametersOf<Operation>, "header">>;
  }>;
}>;

/** The parameters in one location; an empty object for a location without parameters. */
type ParametersIn<Parameters, Place extends string> = Parameters extends { readonly [P in Place]?: infer Found }
  ? [Exclude<Found, undefined>] extends [never]
    ? Readonly<Record<string, never>>
    : WithDates<Exclude<Found, undefined>>
  : Readonly<Record<string, never>>;

/** Accepts a `Date` for times. */
type WithDates<Parameters> = {
  readonly [Name in keyof Parameters]: Name extends TimeParameter
    ? Parameters[Name] | Date
    : Parameters[Name] extends infer Value | undefined
      ? Value extends readonly (infer Item)[]
        ? readonly Item[]
        : Value
      : never;
};

type WithOptionalFilledHeaders<Headers> = Omit<Headers, FilledHeader> & {
  readonly [Name in Extract<keyof Headers, FilledHeader>]?: Headers[Name];
};

/** Makes properties optional whose own properties are all optional. */
type Optional<Shape> = {
  readonly [Name in keyof Shape as Record<never, never> extends Shape[Name] ? never : Name]: Shape[Name];
} & {
  readonly [Name in keyof Shape as Record<never, never> extends Shape[Name] ? Name : never]?: Shape[Name] | undefined;
};

type BodyOption<Operation> = Operation extends { readonly requestBody: { readonly content: infer Content } }
  ? { readonly body: Content[keyof Content] }
  : Operation extends { readonly requestBody?: { readonly content: infer Content } }
    ? { readonly body?: Content[keyof Content] | undefined }
    : Record<never, never>;

export type CallParamValues = Readonly<Record<string, unknown>>;

/** Parameters as passed by the caller. */
export type CallParams = {
  readonly path?: CallParamValues;
  readonly query?: CallParamValues;
  readonly header?: CallParamValues;
};
