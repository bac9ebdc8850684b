import type { ExpectedBodies } from "../response/read-response.js";
import type { sendWithRetries } from "../retries/send-with-retries.js";
import type { TokenSource } from "../sign-in/token-source.js";
import type { ClientContext, UntypedCallOptions } from "./call-context.js";
import type { BodyWriter, ParameterSetWriter } from "./call-settings.js";
import type { CallOptions } from "./operation-types.js";

/** What a client needs to know about an operation. `contract generate` writes one for each operation, without defaults. */
export type CallDescription = ExpectedBodies & {
  /** Method and path template. */
  readonly call: string;
  /** Name of its base URL, if it is not `baseUrl`. */
  readonly server?: string;
  /** Headers that can have one value only. */
  readonly headers?: Readonly<Record<string, string>>;
  /** The header with the idempotency key of the request. */
  readonly id?: string;
  /** It is sent once, because a repetition might have another effect. */
  readonly retries?: 0;
  /** Chooses the credentials; `false` for none. By default, the only scheme of the spec has a bearer token. */
  readonly auth?: false | AuthSelector;
  /** Content type of the request, if it is not JSON. */
  readonly body?: string;
  /** Writes bodies other than JSON. */
  readonly write?: BodyWriter;
  /** Sends bodies that are streams. */
  readonly send?: typeof sendWithRetries;
  /** Query parameters whose lists are joined with commas. */
  readonly lists?: readonly string[];
  /** Replaces parameters that have another serialization than the default. */
  readonly prepare?: ParameterSetWriter;
  /** The method that iterates over its list: its name, and the function that creates it. */
  readonly list?: ListDescription;
};

/** Returns the source of a credential and the function that adds it to a request; nothing without a credential. */
export type AuthSelector = (core: ClientContext) => readonly [source?: TokenSource, place?: CredentialPlacement];

/** Adds a credential to the headers of a request, or returns a URL with it. Returns anything else otherwise. */
export type CredentialPlacement = (credential: string, headers: Headers, url: string) => unknown;

/** An operationId, and what a client knows about its operation. */
export type NamedCall = readonly [operation: string, description: CallDescription];

/** The name of a method that iterates over a list, and the function that creates it. */
export type ListDescription = readonly [
  name: string,
  create: (core: ClientContext, call: NamedCall) => (options?: UntypedCallOptions) => unknown,
];

/**
 * The description of an operation with its types.
 *
 * @typeParam Line method and path template
 * @typeParam Operation its type in the generated `types.ts`
 * @typeParam Options the options of the call, as a type with a name
 * @typeParam Traits names of schemes, and the list with its items
 */
export type DescribedCall<
  Line extends string,
  Operation,
  Options = CallOptions<Operation>,
  Traits extends CallTraits = CallTraits,
> = CallDescription & {
  readonly call: Line;
  /** Exists in types only. */
  readonly "~types"?: readonly [Operation, Options, Traits];
};

export type CallTraits = {
  /** Its security schemes. */
  readonly auth?: string;
  readonly list?: string;
  /** Location of the items in a page: property names joined by a slash. */
  readonly items?: string;
};

/** Descriptions of operations, by the names of the client's methods. */
export type CallTable = Readonly<Record<string, CallDescription>>;

/** The type of the operation of a described call. */
export type OperationIn<Described> = Described extends {
  readonly "~types"?: readonly [infer Operation, unknown, unknown];
}
  ? Operation
  : never;

/** The options of a described call. */
export type OptionsIn<Described> = Described extends { readonly "~types"?: readonly [unknown, infer Options, unknown] }
  ? Options
  : UntypedCallOptions;

/** The traits of a described call. */
export type TraitsIn<Described> = Described extends { readonly "~types"?: readonly [unknown, unknown, infer Traits] }
  ? Traits extends CallTraits
    ? Traits
    : CallTraits
  : CallTraits;

/** The security schemes of the calls of a table; any if its calls name none. */
export type SchemesIn<Calls extends CallTable> =
  TraitsIn<Calls[keyof Calls]> extends { readonly auth?: infer Scheme extends string } ? Scheme : string;
