import type { ClientContext, UntypedCallOptions } from "./calls/call-context.js";
import type { CallTable, SchemesIn } from "./calls/call-description.js";
import type { Client } from "./client-type.js";
import { invoke } from "./invoke.js";
import type { ClientOptions } from "./options.js";
import { normalizeBaseUrl } from "./request/base-url.js";
import { findInvalidLimit } from "./retries/find-invalid-limit.js";
import { realClock } from "./retries/real-clock.js";
import { createTokenSources } from "./sign-in/create-token-source.js";

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
