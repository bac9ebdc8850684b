import type { CallDescription, OperationIn, OptionsIn } from "../calls/call-description.js";
import type { Call, OptionsArgument } from "../calls/operation-types.js";
import { type AnyResult, type DataOf, orThrow } from "../calls/result.js";
import type { Page } from "../paging/iterate-pages.js";
import type { Items, ListingOptions, ListMethods } from "../paging/lists.js";

type Cancellable = { readonly signal: AbortSignal };

/** Options of a query: of `useQuery`, `QueryObserver` and `fetchQuery` of TanStack Query. */
export type QueryOptions<Data> = {
  readonly queryKey: readonly unknown[];
  readonly queryFn: (context: Cancellable) => Promise<Data>;
};

/** Options of a mutation: of `useMutation` and `MutationObserver` of TanStack Query. */
export type MutationOptions<Options, Data> = {
  readonly mutationKey: readonly unknown[];
  readonly mutationFn: (options: Options) => Promise<Data>;
};

/** Options of a query over the pages of a list: of `useInfiniteQuery` and `InfiniteQueryObserver` of TanStack Query. */
export type PagesQueryOptions<ListPage> = {
  readonly queryKey: readonly unknown[];
  readonly queryFn: (context: Cancellable & { readonly pageParam: string | undefined }) => Promise<ListPage>;
  readonly initialPageParam: string | undefined;
  readonly getNextPageParam: (page: ListPage) => string | undefined;
};

/** A client with one call. */
type ClientWith<Name extends string, Described extends CallDescription> = {
  readonly [N in Name]: Call<OperationIn<Described>, OptionsIn<Described>>;
};

/** Returns the options of a query that calls an operation with the given options. */
export type QueryFactory<Name extends string, Described extends CallDescription> = (
  client: ClientWith<Name, Described>,
  ...options: OptionsArgument<OptionsIn<Described>>
) => QueryOptions<DataOf<OperationIn<Described>>>;

/** Returns the options of a mutation that calls an operation. Its variables are the options of the call. */
export type MutationFactory<Name extends string, Described extends CallDescription> = (
  client: ClientWith<Name, Described>,
) => MutationOptions<OptionsIn<Described>, DataOf<OperationIn<Described>>>;

/** Returns the options of a query over the pages of a list. */
export type PagesQueryFactory<Described extends CallDescription> = (
  client: ListMethods<{ readonly list: Described }>,
  options: OptionsIn<Described> & ListingOptions,
) => PagesQueryOptions<PageOf<ListMethods<{ readonly list: Described }>>>;

type PageOf<Methods> = Methods[keyof Methods] extends (...options: never[]) => Items<infer Item, infer Body>
  ? Page<Item, Body>
  : never;

type AnyClient = { readonly [name: string]: (options?: object) => unknown };
type KeyedOptions = { readonly params?: unknown; readonly body?: unknown };

/** The key has what distinguishes requests: parameters and body. */
function createKey(name: string, { params = {}, body }: KeyedOptions): readonly unknown[] {
  return body === undefined ? [name, params] : [name, params, body];
}

function send(client: unknown, name: string, options: object): Promise<unknown> {
  const call = (client as AnyClient)[name];
  if (call === undefined) throw new TypeError(`the client has no ${name}`);
  return (call(options) as Promise<AnyResult>).then(orThrow);
}

/** Defines the query of an operation. Error responses are thrown as a CallError. */
export function defineQuery<Name extends string, Described extends CallDescription>(
  name: Name,
): QueryFactory<Name, Described> {
  const create = (client: unknown, options: KeyedOptions = {}): QueryOptions<unknown> => ({
    queryKey: createKey(name, options),
    queryFn: ({ signal }) => send(client, name, { ...options, signal }),
  });
  // The generated code names the types of the operation.
  return create as unknown as QueryFactory<Name, Described>;
}

/** Defines the mutation of an operation. Error responses are thrown as a CallError. */
export function defineMutation<Name extends string, Described extends CallDescription>(
  name: Name,
): MutationFactory<Name, Described> {
  const create = (client: unknown): MutationOptions<object, unknown> => ({
    mutationKey: [name],
    mutationFn: (options = {}) => send(client, name, options),
  });
  return create as unknown as MutationFactory<Name, Described>;
}

/** Defines the query over the pages of a list. @param name the method of the client */
export function definePagesQuery<Described extends CallDescription>(name: string): PagesQueryFactory<Described> {
  const create = (client: unknown, options: KeyedOptions = {}): PagesQueryOptions<Page<unknown>> => ({
    queryKey: [...createKey(name, options), "pages"],
    queryFn: async ({ signal, pageParam: resume }) => {
      const items = (client as AnyClient)[name]?.({ ...options, signal, resume }) as Items<unknown, unknown>;
      for await (const page of items.pages()) return page;
      throw new TypeError(`${name} has no page`);
    },
    initialPageParam: undefined,
    getNextPageParam: ({ next }) => next,
  });
  return create as unknown as PagesQueryFactory<Described>;
}
