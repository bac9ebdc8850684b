import { type CallDescription, calls, type servers } from "../../generated/calls.js";
import { baseAddress } from "./base-address.js";
import type { ClientFace } from "./client-face.js";
import { type Core, invoke, type LooseOptions } from "./invoke.js";
import { listings } from "./listings.js";
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
 * @throws TypeError when a base address is none
 */
export function createClient(options: ClientOptions): ClientFace {
  const { clock = realClock, signIn, validate, onDrift } = options;
  const addresses: Record<string, string> = {};
  const byName: Record<string, unknown> = {};
  const byLine = new Map<string, (options?: LooseOptions) => unknown>();
  const own: Core = {
    machine: { clock, fetch: options.fetch ?? ((url, init) => fetch(url, init)), limits: options },
    addresses,
    // What is imported is loaded once.
    judge: validate ? async () => (await import("./judge.js")).loadJudge(onDrift) : undefined,
  };
  for (const [operation, description] of Object.entries<CallDescription>(calls)) {
    const { call: line, server = "baseUrl" } = description;
    const given = options[server as keyof typeof servers];
    if (given !== undefined) addresses[server] ??= baseAddress(server, given);
    const [method = ""] = line.split(" ");
    const call = (given: LooseOptions = {}) => invoke(core, { operation, description }, given);
    byName[operation] = call;
    byLine.set(line, call);
    byName[method] ??= (path: string, given?: LooseOptions) => {
      const found = byLine.get(`${method} ${path}`);
      if (found) return found(given);
      throw new TypeError(`the contract has no ${method} ${path}`);
    };
  }
  const { baseUrl = "" } = addresses;
  const core = {
    ...own,
    tokens: signIn == null ? undefined : tokenSourceOf(signIn, { baseUrl, clock, post: signInPost(own) }),
  };
  // Every name of the face is a row of the table that it is made from.
  return Object.assign(byName, listings(core)) as unknown as ClientFace;
}
