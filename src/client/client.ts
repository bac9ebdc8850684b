import { type CallDescription, calls, type servers } from "../../generated/calls.js";
import { normalizeBaseUrl } from "./base-url.js";
import type { Client } from "./client-type.js";
import { type CallOperationId, type ClientContext, invoke, type UntypedCallOptions } from "./invoke.js";
import { createPagedList, LIST_OPERATIONS } from "./lists.js";
import type { ClientOptions } from "./options.js";
import { postTokenRequest } from "./post-token-request.js";
import { realClock } from "./real-clock.js";
import { createTokenSource } from "./sign-in/index.js";

/**
 * A client of the service: every operation by its name and by its path, signed in, repeated where that is safe.
 * (seed: Endpoints, Authentication, Common request headers)
 *
 * @example
 * const client = createClient({ baseUrl, signIn: jwtBearer({ applicationId, privateKey }) });
 * const result = await client.listOrders({ params: { path: { businessId } } });
 *
 * @throws TypeError when a base address is no URL, or `validate` is `true`
 */
export function createClient(options: ClientOptions): Client {
  const core: { -readonly [Name in keyof ClientContext]: ClientContext[Name] } = { clock: realClock, ...options };
  if ((options.validate as unknown) === true) throw new TypeError("validate must be from commerce-contract/validate");
  const face: Record<string, (...given: never[]) => unknown> = {};
  for (const [operation, description] of Object.entries<CallDescription>(calls)) {
    const { call: line, server = "baseUrl" } = description;
    const name = server as keyof typeof servers;
    if (core[name] !== undefined) core[name] = normalizeBaseUrl(name, core[name]);
    const [method] = line.split(" ") as [string];
    const call = (options: UntypedCallOptions = {}) => invoke(core, operation as CallOperationId, options);
    face[operation] = call;
    // Where the methods of HTTP find it.
    face[line] = call;
    face[method] ??= (path: string, options?: UntypedCallOptions) => {
      const call = face[`${method} ${path}`] as ((options?: UntypedCallOptions) => unknown) | undefined;
      if (call) return call(options);
      throw new TypeError(`the contract has no ${method} ${path}`);
    };
  }
  for (const [name, operation] of Object.entries(LIST_OPERATIONS)) face[name] = createPagedList(core, operation);
  const { signIn } = options;
  if (signIn != null)
    core.tokens = createTokenSource(signIn, core.clock, core.baseUrl, (request) => postTokenRequest(core, request));
  // Every name of the face is a row of the table that it is made from.
  return face as unknown as Client;
}
