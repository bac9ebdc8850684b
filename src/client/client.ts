import { type CallDescription, calls, type servers } from "../../generated/calls.js";
import { normalizeBaseUrl } from "./base-url.js";
import type { CallOperationId, ClientContext, UntypedCallOptions } from "./call-context.js";
import type { Client } from "./client-type.js";
import { findInvalidLimit } from "./find-invalid-limit.js";
import { invoke } from "./invoke.js";
import { createPagedList, LIST_OPERATIONS } from "./lists.js";
import type { ClientOptions } from "./options.js";
import { postTokenRequest } from "./post-token-request.js";
import { realClock } from "./real-clock.js";
import { createTokenSource } from "./sign-in/index.js";

type Description = CallDescription & { readonly server?: keyof typeof servers };

/**
 * Creates a client of the service, with every operation by name and by path. The client signs in and retries safe
 * requests (seed: Endpoints, Authentication, Common request headers).
 *
 * @example
 * const client = createClient({ baseUrl, signIn: jwtBearer({ applicationId, privateKey }) });
 * const result = await client.listOrders({ params: { path: { businessId } } });
 *
 * @throws TypeError when a base URL or a limit is invalid
 */
export function createClient(options: ClientOptions): Client {
  const core: { -readonly [Name in keyof ClientContext]: ClientContext[Name] } = { clock: realClock, ...options };
  const invalid = findInvalidLimit(options);
  if (invalid) throw new TypeError(invalid);
  const client: Record<string, (...options: never[]) => unknown> = {};
  for (const [operation, { call: line, server: name = "baseUrl" }] of Object.entries<Description>(calls)) {
    if (core[name] !== undefined) core[name] = normalizeBaseUrl(name, core[name]);
    const [method] = line.split(" ") as [string];
    const call = (options: UntypedCallOptions = {}) => invoke(core, operation as CallOperationId, options);
    client[operation] = call;
    // For the HTTP methods below.
    client[line] = call;
    client[method] ??= (path: string, options?: UntypedCallOptions) => {
      const line = `${method} ${path}`;
      const call = client[line] as ((options?: UntypedCallOptions) => unknown) | undefined;
      if (call) return call(options);
      throw new TypeError(`the spec has no ${line}`);
    };
  }
  for (const [name, operation] of Object.entries(LIST_OPERATIONS)) client[name] = createPagedList(core, operation);
  const { signIn } = options;
  if (signIn != null)
    core.tokens = createTokenSource(signIn, core.clock, core.baseUrl, (request) => postTokenRequest(core, request));
  // The names come from the table that the type is derived from.
  return client as unknown as Client;
}
