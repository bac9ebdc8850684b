import { normalizeBaseUrl } from "./base-url.js";
import type { ClientContext, UntypedCallOptions } from "./call-context.js";
import type { CallTable } from "./call-description.js";
import type { Client } from "./client-type.js";
import { findInvalidLimit } from "./find-invalid-limit.js";
import { invoke } from "./invoke.js";
import type { ClientOptions } from "./options.js";
import { postTokenRequest } from "./post-token-request.js";
import { realClock } from "./real-clock.js";
import {
  type Credentials,
  createTokenSource,
  type SignIn,
  type TokenEndpoint,
  type TokenSource,
} from "./sign-in/index.js";

/**
 * Creates a client with the given calls, by name and by path. The client signs in and retries safe requests.
 *
 * @param calls the calls that `contract generate` writes to `calls.ts`. A bundle contains only those that are passed.
 * @example
 * const client = createClient({ getOrder, listOrders }, { baseUrl, signIn: "token" });
 * const result = await client.getOrder({ params: { path: { orderId } } });
 *
 * @throws TypeError when a base URL or a limit is invalid, or `validate` is `true`
 */
export function createClient<const Calls extends CallTable>(calls: Calls, options: ClientOptions): Client<Calls> {
  const { signIn, validate } = options;
  const invalid =
    (validate as unknown) === true ? "validate must be from commerce-contract/validate" : findInvalidLimit(options);
  if (invalid) throw new TypeError(invalid);
  const sources: Record<string, TokenSource> = {};
  const core: ClientContext & Record<string, unknown> = {
    clock: realClock,
    ...options,
    getSource: ([name, , isDefault]) => {
      const byName = (
        typeof signIn !== "object" || "connect" in signIn ? (isDefault ? { [name]: signIn } : {}) : signIn
      ) as Readonly<Record<string, Credentials>>;
      const credentials = byName[name];
      if (credentials != null && !sources[name])
        sources[name] = createTokenSource(credentials, core.clock, core.baseUrl as string, (request) =>
          postTokenRequest(core, (credentials as SignIn).endpoint as TokenEndpoint, request),
        );
      return sources[name];
    },
  };
  const client: Record<string, (...options: never[]) => unknown> = {};
  for (const [operation, description] of Object.entries(calls)) {
    const { call: line, server: name = "baseUrl", list } = description;
    if (core[name] !== undefined) core[name] = normalizeBaseUrl(name, core[name] as string);
    const [method] = line.split(" ") as [string];
    const call = (options: UntypedCallOptions = {}) => invoke(core, operation, description, options);
    client[operation] = call;
    // For the HTTP methods below.
    client[line] = call;
    client[method] ??= (path: string, options?: UntypedCallOptions) => {
      const line = `${method} ${path}`;
      const call = client[line] as ((options?: UntypedCallOptions) => unknown) | undefined;
      if (call) return call(options);
      throw new TypeError(`the spec has no ${line}`);
    };
    if (list) client[list[0]] = list[1](core, operation, description);
  }
  // The names come from the table that the type is derived from.
  return client as unknown as Client<Calls>;
}
