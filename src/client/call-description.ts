import type { ClientContext, UntypedCallOptions } from "./call-context.js";

/** What a client needs to know about an operation. `contract generate` writes one for each operation, without defaults. */
export type CallDescription = {
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
  /** Alternative sets of credentials. Without it, the option `signIn` provides a bearer token. */
  readonly security?: readonly (readonly CredentialScheme[])[];
  /** Content type of the request, if it is not JSON. */
  readonly body?: string;
  /** How bodies other than JSON are written, by content type. */
  readonly write?: Readonly<Record<string, BodyWriter>>;
  /** How successful responses other than JSON are read, by media type or range. */
  readonly read?: Readonly<Record<string, BodyReader>>;
  /** A successful response may have no body. */
  readonly empty?: true;
  /** Query parameters whose lists are joined with commas. */
  readonly lists?: readonly string[];
  /** Parameters with another serialization than the default, by location and name. */
  readonly styles?: Readonly<Record<string, ParameterWriter>>;
  /** The method that iterates over its list: its name, and the function that creates it. */
  readonly list?: ListDescription;
};

/**
 * A security scheme: its name in the spec, how its credential is placed in a request, and whether it is the scheme of a
 * `signIn` that names none.
 */
export type CredentialScheme = readonly [name: string, place: CredentialPlacement, isDefault?: true];

/** Adds a credential to the headers of a request, or returns a URL with it. Returns anything else otherwise. */
export type CredentialPlacement = (credential: string, headers: Headers, url: string) => unknown;

/** Writes a body. May change the headers. */
export type BodyWriter = (
  body: unknown,
  format: (value: unknown, name: string) => string,
  headers: Headers,
) => RequestBodyInit;

/** What fetch sends. */
export type RequestBodyInit = NonNullable<RequestInit["body"]>;

/** Reads the body of a successful response. The signal is that of the call. */
export type BodyReader = (response: Response, signal: AbortSignal | undefined) => unknown;

/** Writes a parameter. In a query, the result contains the name. */
export type ParameterWriter = (value: unknown, name: string, encode: (value: unknown) => string) => string;

export type ListDescription = readonly [
  name: string,
  create: (
    core: ClientContext,
    operation: string,
    description: CallDescription,
  ) => (options?: UntypedCallOptions) => unknown,
];

/**
 * The description of an operation with its types.
 *
 * @typeParam Line method and path template
 * @typeParam Operation its type in the generated `types.ts`
 * @typeParam Traits names of headers that the client adds, of parameters that are times, and the list with its items
 */
export type DescribedCall<Line extends string, Operation, Traits extends CallTraits = CallTraits> = CallDescription & {
  readonly call: Line;
  /** Exists in types only. */
  readonly "~types"?: readonly [Operation, Traits];
};

export type CallTraits = {
  readonly filled?: string;
  readonly times?: string;
  readonly list?: string;
  /** Location of the items in a page: property names joined by a slash. */
  readonly items?: string;
};

/** Descriptions of operations, by the names of the client's methods. */
export type CallTable = Readonly<Record<string, CallDescription>>;
