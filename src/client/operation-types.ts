import type { calls, TimeParameter } from "../../generated/calls.js";
import type { operations } from "../../generated/types.js";
import type { Result } from "./result.js";

/** operationId of a call. */
export type CallName = keyof typeof calls & keyof operations;

/** Headers that the client fills in by itself; whoever gives one nevertheless is heard. */
type FilledHeader = "Api-Version" | "Authorization" | "Content-Type" | "Service-Request-Id";

/** What goes with any call. */
export type CallSettings = {
  /** Ends the call: its waiting too. */
  readonly signal?: AbortSignal | undefined;
  /** Milliseconds that one attempt may take, signing in included. */
  readonly timeout?: number | undefined;
  /** Milliseconds that all attempts and the waiting between them may take. */
  readonly totalTimeout?: number | undefined;
  /** How often the call is repeated at most, where that is safe. */
  readonly retries?: number | undefined;
  /** Further headers, beside those that the contract has. */
  readonly headers?: Readonly<Record<string, string>> | undefined;
};

/** What is given to a call: what the contract asks for, without what the client fills in, and the settings of the call. */
export type CallOptions<Operation> = ParamsOption<Operation> & BodyOption<Operation> & CallSettings;

/** A call of one operation; its options may be left out where nothing is asked for. */
export type Call<Operation> = (...options: OptionsArgument<Operation>) => Promise<Result<Operation>>;

export type OptionsArgument<Operation> =
  Record<never, never> extends CallOptions<Operation>
    ? [options?: CallOptions<Operation>]
    : [options: CallOptions<Operation>];

/** The calls of one method, by path template. */
export type CallsByPath<Method extends string> = {
  readonly [Name in CallName as (typeof calls)[Name]["call"] extends `${Method} ${infer Path}`
    ? Path
    : never]: operations[Name];
};

/** The methods that the contract has. */
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

/** One place of parameters; a place that has none takes nothing. */
type ParametersIn<Parameters, Place extends string> = Parameters extends { readonly [P in Place]?: infer Found }
  ? [Exclude<Found, undefined>] extends [never]
    ? Readonly<Record<string, never>>
    : WithDates<Exclude<Found, undefined>>
  : Readonly<Record<string, never>>;

/** A point in time may be given as a `Date`. */
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

/** Properties that may be empty may be left out. */
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
