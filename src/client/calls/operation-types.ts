import type { CallSettings } from "./call-settings.js";
import type { RequestBodyOf } from "./media-types.js";
import type { ResultOf } from "./result.js";

/** What the options of a call are beside the spec. */
export type OptionTraits = {
  /** Headers that the client adds. */
  readonly filled?: string;
  /** Parameters that are times. */
  readonly times?: string;
  /** The media type of a request that names none, if the operation has several. */
  readonly body?: string;
};

/** Options of a call: parameters and body as in the spec, with headers that the client adds optional, and settings. */
export type CallOptions<Operation, Traits extends OptionTraits = OptionTraits> = ParamsOption<Operation, Traits> &
  BodyOption<Operation, NamesIn<Traits["body"]>> &
  CallSettings;

/** A method for one operation. The options can be omitted when the operation requires none. */
export type Call<Operation, Options> = (...options: OptionsArgument<Options>) => Promise<ResultOf<Operation>>;

export type OptionsArgument<Options> = Record<never, never> extends Options ? [options?: Options] : [options: Options];

type ParametersOf<Operation> = Operation extends { readonly parameters: infer Parameters } ? Parameters : never;

type ParamsOption<Operation, Traits extends OptionTraits> = Optional<{
  readonly params: Optional<{
    readonly path: ParametersIn<ParametersOf<Operation>, "path", Traits>;
    readonly query: ParametersIn<ParametersOf<Operation>, "query", Traits>;
    readonly header: WithOptionalHeaders<
      ParametersIn<ParametersOf<Operation>, "header", Traits>,
      "Accept" | "Authorization" | "Content-Type" | NamesIn<Traits["filled"]>
    >;
    readonly cookie: ParametersIn<ParametersOf<Operation>, "cookie", Traits>;
  }>;
}>;

/** The names of a trait; none when the trait is missing. */
type NamesIn<Names> = string extends Names ? never : Names extends string ? Names : never;

/** The parameters in one location; an empty object for a location without parameters. */
type ParametersIn<Parameters, Place extends string, Traits extends OptionTraits> = Parameters extends {
  readonly [P in Place]?: infer Found;
}
  ? [Exclude<Found, undefined>] extends [never]
    ? Readonly<Record<string, never>>
    : WithDates<Exclude<Found, undefined>, NamesIn<Traits["times"]>>
  : Readonly<Record<string, never>>;

/** Accepts a `Date` for times, also in lists. */
type WithDates<Parameters, Times> = {
  readonly [Name in keyof Parameters]: OrDate<Exclude<Parameters[Name], undefined>, Name extends Times ? Date : never>;
};

type OrDate<Value, Time> = Value extends readonly (infer Item)[]
  ? readonly (Item | Time)[]
  : Value | (Value extends null ? never : Time);

/** Names of headers have no case. */
type WithOptionalHeaders<Headers, Filled extends string> = {
  readonly [Name in keyof Headers as Lowercase<Name & string> extends Lowercase<Filled> ? never : Name]: Headers[Name];
} & {
  readonly [Name in keyof Headers as Lowercase<Name & string> extends Lowercase<Filled> ? Name : never]?: Headers[Name];
};

/** Makes properties optional whose own properties are all optional. */
type Optional<Shape> = {
  readonly [Name in keyof Shape as Record<never, never> extends Shape[Name] ? never : Name]: Shape[Name];
} & {
  readonly [Name in keyof Shape as Record<never, never> extends Shape[Name] ? Name : never]?: Shape[Name] | undefined;
};

/** @typeParam Default the media type that is sent without a `Content-Type`, if the operation has several */
type BodyOption<Operation, Default> = Operation extends {
  readonly requestBody: { readonly content: infer Content };
}
  ? ({ readonly body: DefaultBody<Content, Default> } & DefaultHeaders<Default>) | OtherBodies<Content, Default>
  : Operation extends { readonly requestBody?: { readonly content: infer Content } }
    ?
        | ({ readonly body?: DefaultBody<Content, Default> | undefined } & DefaultHeaders<Default>)
        | OtherBodies<Content, Default>
    : Record<never, never>;

type DefaultBody<Content, Default> = [Default] extends [never]
  ? RequestBodyOf<Content>
  : RequestBodyOf<Pick<Content, Default & keyof Content>>;

type DefaultHeaders<Default> = [Default] extends [never]
  ? unknown
  : { readonly headers?: { readonly "Content-Type"?: Default | `${Default & string};${string}` } | undefined };

/** A body of another media type names it. Otherwise a form would be sent as JSON. */
type OtherBodies<Content, Default> = [Default] extends [never]
  ? never
  : {
      readonly [Range in Exclude<keyof Content, Default>]: {
        readonly body: RequestBodyOf<Pick<Content, Range>>;
        readonly headers: { readonly "Content-Type": ContentTypeOf<Range> };
      };
    }[Exclude<keyof Content, Default>];

/** A range of types stands for each of them. */
type ContentTypeOf<Range> = Range extends "*/*"
  ? string
  : Range extends `${infer Type}/*`
    ? `${Type}/${string}`
    : Range;
