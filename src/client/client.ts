import type { ClientContext, ClientOptions, UntypedCallOptions } from "./calls/call-context.js";
import type { CallTable, OperationIn, OptionsIn, SchemesIn } from "./calls/call-description.js";
import type { Call, OptionsArgument } from "./calls/operation-types.js";
import type { ResultOf } from "./calls/result.js";
import { invoke } from "./invoke.js";
import type { ListMethods } from "./paging/lists.js";
import { normalizeBaseUrl } from "./request/base-url.js";
import { realClock } from "./retries/real-clock.js";
import { findInvalidLimit } from "./retries/send-with-retries.js";
import { createTokenSources } from "./sign-in/token-source.js";

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

/**
 * Creates a client with the given calls, by name and by path. The client signs in and retries safe requests.
 *
 * @param calls the calls that `contract generate` writes to `calls.ts`. A bundle contains only those that are passed.
 * @example
 * const client = createClient({ getOrder, listOrders }, { baseUrl, signIn: { oauth2: "token" } });
 * const result = await client.getOrder({ params: { path: { orderId } } });
 *
 * @throws TypeError when a base URL, a limit or a credential is invalid
 */
export function createClient<const Calls extends CallTable>(
  calls: Calls,
  options: ClientOptions<SchemesIn<Calls>>,
): Client<Calls> {
  const core: { -readonly [Name in keyof ClientContext]: ClientContext[Name] } = {
    clock: realClock,
    ...options,
    tokens: {},
  };
  const invalid = findInvalidLimit(options);
  if (invalid) throw new TypeError(invalid);
  const client: Record<string, (...options: never[]) => unknown> = {};
  for (const named of Object.entries(calls)) {
    const [operation, description] = named;
    const { call: line, server: name = "baseUrl", list } = description;
    if (core[name] !== undefined) core[name] = normalizeBaseUrl(name, core[name] as string);
    const [method] = line.split(" ") as [string];
    const call = (options: UntypedCallOptions = {}) => invoke(core, named, options);
    client[operation] = call;
    // For the HTTP methods below.
    client[line] = call;
    client[method] ??= (path: string, options?: UntypedCallOptions) => {
      const call = client[`${method} ${path}`] as ((options?: UntypedCallOptions) => unknown) | undefined;
      if (call) return call(options);
      throw new TypeError(`the spec has no ${method} ${path}`);
    };
    if (list) client[list[0]] = list[1](core, named);
  }
  core.tokens = createTokenSources(options.signIn, core);
  // The names come from the table that the type is derived from.
  return client as unknown as Client<Calls>;
}
