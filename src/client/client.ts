import { type CallDescription, calls, type servers } from "../../generated/calls.js";
import { baseAddress } from "./base-address.js";
import type { ClientFace } from "./client-face.js";
import { type Core, invoke, type LooseOptions, type Operation } from "./invoke.js";
import { LISTINGS, listing } from "./listings.js";
import type { ClientOptions } from "./options.js";
import { realClock } from "./real-clock.js";
import { tokenSourceOf } from "./sign-in/index.js";
import { signInPost } from "./sign-in-post.js";

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
export function createClient(options: ClientOptions): ClientFace {
  const core: { -readonly [Name in keyof Core]: Core[Name] } = { clock: realClock, ...options };
  if ((options.validate as unknown) === true) throw new TypeError("validate must be from commerce-contract/validate");
  const face: Record<string, (...given: never[]) => unknown> = {};
  for (const [operation, description] of Object.entries<CallDescription>(calls)) {
    const { call: line, server = "baseUrl" } = description;
    const name = server as keyof typeof servers;
    if (core[name] !== undefined) core[name] = baseAddress(name, core[name]);
    const [method] = line.split(" ") as [string];
    const call = (options: LooseOptions = {}) => invoke(core, operation as Operation, options);
    face[operation] = call;
    // Where the methods of HTTP find it.
    face[line] = call;
    face[method] ??= (path: string, options?: LooseOptions) => {
      const call = face[`${method} ${path}`] as ((options?: LooseOptions) => unknown) | undefined;
      if (call) return call(options);
      throw new TypeError(`the contract has no ${method} ${path}`);
    };
  }
  for (const [name, operation] of Object.entries(LISTINGS)) face[name] = listing(core, operation);
  const { signIn } = options;
  if (signIn != null)
    core.tokens = tokenSourceOf(signIn, core.clock, core.baseUrl, (request) => signInPost(core, request));
  // Every name of the face is a row of the table that it is made from.
  return face as unknown as ClientFace;
}
