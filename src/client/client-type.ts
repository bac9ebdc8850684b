import type { CallTable, OperationIn, OptionsIn } from "./calls/call-description.js";
import type { Call, OptionsArgument } from "./calls/operation-types.js";
import type { ResultOf } from "./calls/result.js";
import type { ListMethods } from "./paging/lists.js";

/** A method for every operation of a table, the HTTP methods by path template, and the lists. */
export type Client<Calls extends CallTable> = CallsByName<Calls> & CallsByMethod<Calls> & ListMethods<Calls>;

type CallsByName<Calls extends CallTable> = {
  readonly [Name in keyof Calls]: Call<OperationIn<Calls[Name]>, OptionsIn<Calls[Name]>>;
};

type CallsByMethod<Calls extends CallTable> = {
  /** Calls an operation by its path template, with the same options. */
  readonly [Verb in Method<Calls>]: <Path extends keyof CallsByPath<Calls, Verb>>(
    path: Path,
    ...options: OptionsArgument<OptionsIn<CallsByPath<Calls, Verb>[Path]>>
  ) => Promise<ResultOf<OperationIn<CallsByPath<Calls, Verb>[Path]>>>;
};

/** The calls of an HTTP method, keyed by path template. */
type CallsByPath<Calls extends CallTable, Verb extends string> = {
  readonly [Name in keyof Calls as Calls[Name]["call"] extends `${Verb} ${infer Path}` ? Path : never]: Calls[Name];
};

/** The HTTP methods in a table of calls. */
type Method<Calls extends CallTable> = Calls[keyof Calls]["call"] extends infer Line
  ? Line extends `${infer Verb} ${string}`
    ? Verb
    : never
  : never;
